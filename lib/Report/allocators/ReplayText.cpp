//===- ReplayText.cpp - a trace under several allocators, as text ---------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/allocators/ReplayViews.h"
#include "Report/report/SitePlace.h"
#include "Report/text/DrawnLine.h"
#include "Report/text/Paragraph.h"
#include "Report/text/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr unsigned Stays = TextTable::Stays;
using Align = TextTable::Align;

std::string decimal(double Value, int Digits) {
  std::string Text;
  raw_string_ostream(Text) << llvm::format("%.*f", Digits, Value);
  return Text;
}

std::string ratio(uint64_t Part, uint64_t Whole, int Digits) {
  return Whole ? decimal(double(Part) / double(Whole), Digits) : "";
}

class ReplayText {
public:
  ReplayText(raw_ostream &OS, const ReplayStudy &S, const TextStyle &Style,
             size_t Limit)
      : OS(OS), S(S), Style(Style), Limit(Limit) {}

  void headline() {
    const TraceSummary &T = S.Summary;
    heading("Replay of " + S.Path,
            formatNumberOf(T.Events, "event", Style.Numbers) + " of " +
                formatNumberOf(T.Threads, "thread"));
    Paragraph(2)
        .add("peak of live bytes " + formatBytes(T.PeakBytes) + " in " +
             formatNumberOf(T.PeakBlocks, "block", Style.Numbers) + "; " +
             formatBytes(T.AllocatedBytes) + " allocated; " +
             formatPercent(T.CrossFrees, T.Frees) +
             " of the frees by another thread")
        .print(OS, Style);
    if (!T.Missing.empty())
      Paragraph(2).add("! " + T.Missing, Paint::Warning).print(OS, Style);
  }

  void allocators() {
    OS << '\n';
    size_t Runs = 0;
    for (const ReplayRow &R : S.Rows)
      Runs = std::max(Runs, R.Runs.size());
    heading("Under each allocator",
            Runs > 1 ? "median of " + utostr(Runs) : "one run each");
    const bool HasCopies =
        any_of(S.Rows, [](const ReplayRow &R) { return R.Copies != 1; });
    TextTable Table;
    Table.addColumn("allocator", Align::Left);
    if (HasCopies)
      Table.addColumn("copies");
    Table.addColumn("time");
    if (Runs > 1)
      Table.addColumn("spread", Align::Right, 8);
    Table.addColumn("ns/event", Align::Right, 9);
    Table.addColumn("touching", Align::Right, 5);
    Table.addColumn("peak RSS");
    Table.addColumn("/live", Align::Right, 9);
    Table.addColumn("mean RSS", Align::Right, 6);
    Table.addColumn("waste", Align::Right, 7);
    Table.addColumn("4 KiB", Align::Right, 4);
    Table.addColumn("2 MiB", Align::Right, 3);
    Table.addColumn("lines", Align::Right, 2);
    for (const ReplayRow &R : S.Rows)
      row(Table, R, HasCopies, Runs > 1);
    Table.print(OS, Style);
    for (const auto &[Copies, Own] : S.Own)
      if (!Own.Runs.empty())
        Paragraph(2)
            .add(
                "without an allocator the replayer takes " +
                    ratio(Own.Nanoseconds.Value, S.Summary.Events * Copies, 1) +
                    " ns an event" +
                    (HasCopies ? " with " + utostr(Copies) +
                                     (Copies == 1 ? " copy" : " copies")
                               : "") +
                    ": subtracted",
                Paint::Dim)
            .print(OS, Style);
    for (const ReplayRow &R : S.Rows)
      if (!R.Failure.empty())
        Paragraph(2)
            .add("! " + R.Allocator + " failed: " + R.Failure, Paint::Warning)
            .print(OS, Style);
  }

  /// Whether a replay came to its end.
  bool hasMeasured() const { return !measured().empty(); }

  /// What is resident over the allocation clock.
  void memory() {
    OS << '\n';
    heading("Resident memory over " + formatBytes(S.Summary.AllocatedBytes) +
                " of allocations",
            "above live bytes at the worst moment");
    size_t Label = 0;
    for (const ReplayRow *R : measured())
      Label = std::max(Label, R->Allocator.size());
    Label = std::min(Label, Style.Width / 3);
    const size_t Room =
        std::min<size_t>(Style.Width - std::min(Style.Width, Label + 26), 100);
    uint64_t Most = 0;
    for (const ReplayRow *R : measured())
      for (const ReplayPoint &P : R->Runs.front().Points)
        Most = std::max(Most, P.Resident);
    for (const ReplayRow *R : measured()) {
      const ReplayResult &Run = R->Runs.front();
      std::vector<uint64_t> Heights = {};
      const size_t Width = std::min(Room, Run.Points.size());
      for (size_t I = 0; I != Width; ++I) {
        uint64_t High = 0;
        for (size_t P = I * Run.Points.size() / Width;
             P < (I + 1) * Run.Points.size() / Width; ++P)
          High = std::max(High, Run.Points[P].Resident);
        Heights.push_back(High);
      }
      // The same scale for all.
      Heights.push_back(Most);
      std::string Line = drawnLine(Style, Heights);
      OS << "  " << cut(R->Allocator, Label);
      OS.indent(unsigned(Label - std::min(Label, R->Allocator.size()) + 1));
      OS << withoutLast(Line) << "  ";
      const uint64_t Unused =
          Run.Sparsest.Resident -
          std::min(Run.Sparsest.Resident, Run.Sparsest.LiveBytes);
      OS << "+ " << formatBytes(Unused) << '\n';
    }
  }

  void keptPages() {
    for (const ReplayRow *R : measured()) {
      const ReplayResult &Run = R->Runs.front();
      if (!isWorthTelling(Run))
        continue;
      OS << '\n';
      heading(R->Allocator + ": pages with few live bytes",
              formatNumberOf(Run.PagesAtSparsest.NearlyEmpty, "page",
                             Style.Numbers) +
                  " of " + Style.count(Run.PagesAtSparsest.Pages) +
                  " have fewer than " + utostr(PageUse::FewBytes) + ", when " +
                  formatBytes(Run.Sparsest.Allocated) + " were allocated");
      keptPagesOf(Run);
    }
  }

  /// Requested against handed out.
  void sizes() {
    std::vector<std::pair<BlockShape, uint64_t>> Sizes(
        S.Summary.AllocationsByShape.begin(),
        S.Summary.AllocationsByShape.end());
    llvm::stable_sort(Sizes, [](const auto &A, const auto &B) {
      return A.first.Size * A.second > B.first.Size * B.second;
    });
    const size_t Shown = Limit ? std::min(Limit, Sizes.size()) : Sizes.size();
    OS << '\n';
    heading("What is handed out for a size",
            utostr(Shown) + " of " + formatNumberOf(Sizes.size(), "size"));
    TextTable Table;
    Table.addColumn("requested");
    const bool HasAlignments =
        any_of(ArrayRef(Sizes).take_front(Shown),
               [](const auto &Each) { return Each.first.AlignmentBits; });
    if (HasAlignments)
      Table.addColumn("aligned");
    Table.addColumn("allocations");
    unsigned Rank = 100;
    std::vector<const ReplayRow *> Rows = measured();
    for (const ReplayRow *R : Rows)
      Table.addColumn(R->Allocator, Align::Right, Rank--);
    for (const auto &[Shape, Allocations] : ArrayRef(Sizes).take_front(Shown)) {
      std::vector<TextTable::Cell> Cells = {Style.count(Shape.Size)};
      if (HasAlignments)
        Cells.push_back(Shape.AlignmentBits ? Style.count(Shape.alignment())
                                            : std::string());
      Cells.push_back(Style.count(Allocations));
      for (const ReplayRow *R : Rows) {
        auto It = R->Runs.front().Usable.find(Shape);
        Cells.push_back(It == R->Runs.front().Usable.end()
                            ? std::string("?")
                            : Style.count(It->second));
      }
      Table.addRow(std::move(Cells));
    }
    Table.print(OS, Style);
  }

private:
  void heading(const Twine &Title, const Twine &Remark) {
    Style.print(OS, Title, Paint::Heading);
    Style.print(OS, "   " + Remark, Paint::Dim);
    OS << '\n';
  }

  /// Each allocator once: with the fewest copies.
  std::vector<const ReplayRow *> measured() const {
    std::vector<const ReplayRow *> Result;
    for (const ReplayRow &R : S.Rows)
      if (!R.Runs.empty() && R.Copies == S.Rows.front().Copies)
        Result.push_back(&R);
    return Result;
  }

  /// Whether nearly empty pages are a twentieth of what is resident.
  static bool isWorthTelling(const ReplayResult &R) {
    return R.PagesAtSparsest.NearlyEmpty * PageUse::PageSize >=
               R.Sparsest.Resident / 20 &&
           R.PagesAtSparsest.NearlyEmpty;
  }

  static std::string cut(StringRef Text, size_t Width) {
    return Text.take_front(Width).str();
  }
  /// Without the last character, which may be of several bytes.
  static StringRef withoutLast(StringRef Line) {
    size_t End = Line.size();
    while (End && (uint8_t(Line[End - 1]) & 0xc0) == 0x80)
      --End;
    return Line.take_front(End ? End - 1 : 0);
  }

  void row(TextTable &Table, const ReplayRow &R, bool HasCopies,
           bool HasSpread) {
    std::vector<TextTable::Cell> Cells = {R.Allocator};
    if (HasCopies)
      Cells.push_back(utostr(R.Copies));
    if (R.Runs.empty()) {
      Cells.push_back("failed");
      Table.addRow(std::move(Cells), Paint::Warning);
      return;
    }
    const ReplayResult &Run = R.Runs.front();
    const uint64_t Events = S.Summary.Events * R.Copies;
    Cells.push_back(formatDuration(R.Nanoseconds.Value));
    if (HasSpread)
      Cells.push_back(formatPercent(R.Nanoseconds.Most - R.Nanoseconds.Least,
                                    R.Nanoseconds.Value));
    Cells.push_back(ratio(R.Nanoseconds.Value, Events, 1));
    Cells.push_back(formatDuration(R.TouchNanoseconds.Value));
    Cells.push_back(formatBytes(R.PeakResident.Value));
    Cells.push_back(
        ratio(R.PeakResident.Value, S.Summary.PeakBytes * R.Copies, 2));
    Cells.push_back(formatBytes(R.MeanResident.Value));
    Cells.push_back(R.AtPeak.Requested
                        ? formatPercent(R.AtPeak.HandedOut - R.AtPeak.Requested,
                                        R.AtPeak.HandedOut)
                        : std::string());
    Cells.push_back(Style.count(Run.PagesAtPeak.Pages));
    Cells.push_back(Style.count(Run.PagesAtPeak.HugePages));
    Cells.push_back(Style.count(Run.PagesAtPeak.Lines));
    Table.addRow(std::move(Cells), Paint::Strong);
  }

  void keptPagesOf(const ReplayResult &Run) {
    std::vector<uint32_t> Order;
    for (uint32_t I = 0; I != Run.KeptAtSparsest.size(); ++I)
      if (Run.KeptAtSparsest[I].NearlyEmpty)
        Order.push_back(I);
    llvm::stable_sort(Order, [&](uint32_t A, uint32_t B) {
      const GroupPages &X = Run.KeptAtSparsest[A], &Y = Run.KeptAtSparsest[B];
      return std::tie(X.NearlyEmpty, X.Alone) >
             std::tie(Y.NearlyEmpty, Y.Alone);
    });
    const size_t Shown =
        std::min<size_t>(Limit ? Limit : Order.size(), Order.size());
    TextTable Table;
    for (const char *Name :
         {"nearly empty", "alone", "pages", "blocks", "bytes"})
      Table.addColumn(Name);
    for (uint32_t I : ArrayRef(Order).take_front(Shown)) {
      const GroupPages &G = Run.KeptAtSparsest[I];
      Table.addRow({Style.count(G.NearlyEmpty), Style.count(G.Alone),
                    Style.count(G.Pages), Style.count(G.Blocks),
                    formatBytes(G.Bytes)},
                   Paint::Strong);
      Table.addNote(4, placeOf(I), Paint::Plain);
    }
    Table.print(OS, Style);
  }

  std::string placeOf(uint32_t Group) const {
    if (!S.Model || Group >= S.Owners.size())
      return "blocks of " + formatBytes(S.Summary.Keys[Group].Size);
    const ReplayStudy::Owner &O = S.Owners[Group];
    if (O.Site)
      return anomalloc::placeOf(S.Model->site(*O.Site), Style, 4);
    if (!O.Dark)
      return "?";
    const DarkOrigin &D = S.Model->dark(*O.Dark);
    return darkPlace(D.Function, D.Library, Style, 4);
  }

  raw_ostream &OS;
  const ReplayStudy &S;
  const TextStyle &Style;
  const size_t Limit;
};

} // namespace

void writeTextReplay(raw_ostream &To, const ReplayStudy &S,
                     const TextStyle &Style, size_t Limit) {
  PrintableStream OS(To, Style.documentKind());
  ReplayText Text(OS, S, Style, Limit);
  Text.headline();
  Text.allocators();
  if (!S.Summary.Events || !Text.hasMeasured())
    return;
  Text.memory();
  Text.keptPages();
  Text.sizes();
}

} // namespace anomalloc
