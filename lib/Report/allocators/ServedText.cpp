//===- ServedText.cpp - which pool, which arena, as text ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/allocators/AdviceParts.h"
#include "Report/report/SitePlace.h"
#include "Report/text/Paragraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr size_t MostPlaces = 5;

class ServedText {
public:
  ServedText(raw_ostream &OS, const AdviceView &V, const TextStyle &Style)
      : OS(OS), V(V), Served(V.Served), Style(Style) {}

  void measured() {
    heading("Pools and arenas",
            replaysOf(V.Request.Repeat) +
                " of each, in turn; medians, and what changes beyond chance");
    std::vector<const Finalist *> Finalists;
    for (const ServedCandidate &C : Served.Candidates)
      Finalists.push_back(&C.Its);
    printMeasured(OS, Style, V.Request.Allocators.front().Name, Served.Base,
                  Finalists);
    if (Served.RepeatNeeded)
      Paragraph(2)
          .add("! with " + replaysOf(V.Request.Repeat) +
                   " of each, chance cannot be told from so many differences: "
                   "--repeat=" +
                   utostr(Served.RepeatNeeded) + " or more can",
               Paint::Warning)
          .print(OS, Style);
    if (none_of(Served.Candidates,
                [](const ServedCandidate &C) { return !C.For.empty(); }))
      Paragraph(2).add("None of these is worth a change.").print(OS, Style);
  }

  void advice() {
    for (const ServedCandidate &C : Served.Candidates)
      if (!C.For.empty())
        piece(C);
  }

  void impossible() {
    for (const NoArena &No : Served.Impossible)
      Paragraph(2)
          .add("no arena for " + No.Section + ": " + No.Why, Paint::Dim)
          .print(OS, Style);
  }

private:
  void heading(const Twine &Title, const Twine &Remark) {
    Style.print(OS, Title, Paint::Heading);
    Style.print(OS, "   " + Remark, Paint::Dim);
    OS << '\n';
  }

  static std::string wayOf(const ServedCandidate &C) {
    if (!C.Its.What.ArenaSections.empty())
      return "a std::pmr::monotonic_buffer_resource that lives as long as the "
             "section, in a buffer that the thread keeps; its containers are "
             "those of std::pmr";
    if (C.IsShared)
      return "a list of free slots for each thread, and a way back for what "
             "another thread frees: in operator new and delete of the class, "
             "or in the allocator of the container";
    return "a list of free slots for each thread, such as boost::pool: in "
           "operator new and delete of the class, or in the allocator of the "
           "container; threads do not free blocks of each other here";
  }

  void piece(const ServedCandidate &C) {
    std::vector<std::string> For;
    for (AdviceMeasure M : C.For)
      For.push_back(titleOf(M).str());
    OS << '\n';
    heading(nameOfServed(C.Its.What.PoolSizes, C.Its.What.ArenaSections),
            "for " + join(For, " and ") + "; the allocator stays for all else");
    printChanges(OS, Style, C.Its.Changes, V.Run.Nanoseconds);
    Paragraph(2).add(wayOf(C), Paint::Dim).print(OS, Style);
    Paragraph(2)
        .add(formatNumberOf(C.Blocks, "block", Style.Numbers) +
             (C.Places.empty() ? std::string(" would come from there")
                               : " would come from there, made by"))
        .print(OS, Style);
    for (const ServedCandidate::Place &P :
         ArrayRef(C.Places).take_front(MostPlaces))
      place(P);
    if (C.Places.size() > MostPlaces) {
      uint64_t Others = 0;
      for (const auto &P : ArrayRef(C.Places).drop_front(MostPlaces))
        Others += P.Blocks;
      Paragraph(4)
          .add(Style.count(Others) + "  in " +
               formatNumberOf(C.Places.size() - MostPlaces, "more place"))
          .print(OS, Style);
    }
  }

  void place(const ServedCandidate::Place &P) {
    const std::string Number = Style.count(P.Blocks) + "  ";
    const Profile &Model = *V.Run.Names.Model;
    const size_t Indent = 4 + Number.size();
    OS << "    " << Number;
    if (P.Site) {
      OS << placeOf(Model.site(*P.Site), Style, Indent);
    } else if (P.Dark) {
      const DarkOrigin &D = Model.dark(*P.Dark);
      OS << darkPlace(D.Function, D.Library, Style, Indent);
    } else {
      OS << '?';
    }
    OS << '\n';
  }

  raw_ostream &OS;
  const AdviceView &V;
  const ServedAdvice &Served;
  const TextStyle &Style;
};

} // namespace

void printServed(raw_ostream &OS, const AdviceView &V, const TextStyle &Style) {
  if (V.Served.Candidates.empty() && V.Served.Impossible.empty())
    return;
  OS << '\n';
  ServedText Text(OS, V, Style);
  if (!V.Served.Candidates.empty()) {
    Text.measured();
    Text.impossible();
    Text.advice();
  } else {
    Style.print(OS, "Pools and arenas", Paint::Heading);
    OS << '\n';
    Text.impossible();
  }
}

} // namespace anomalloc
