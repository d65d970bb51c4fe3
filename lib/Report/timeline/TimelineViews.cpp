//===- TimelineViews.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/timeline/TimelineViews.h"
#include "Report/csv/CsvRow.h"
#include "Report/report/JsonParts.h"
#include "Report/report/SitePlace.h"
#include "Report/text/DrawnLine.h"
#include "Report/text/Names.h"
#include "Report/text/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// The axes that live memory is shown over.
struct Axis {
  const char *Name;
  LiveTrack TraceTimeline::*Track;
  LiveTrackOf<LiveBands> TraceBands::*Bands;
  uint64_t (*End)(const TraceTimeline &T);
  std::string (*Text)(uint64_t Value);
};
const Axis Axes[] = {
    {"bytes_allocated", &TraceTimeline::ByClock, &TraceBands::ByClock,
     [](const TraceTimeline &T) { return T.Allocated.Bytes; },
     [](uint64_t Bytes) { return formatBytes(Bytes) + " of allocations"; }},
    {"nanoseconds", &TraceTimeline::ByTime, &TraceBands::ByTime,
     [](const TraceTimeline &T) { return T.Nanoseconds; }, formatDuration},
};

/// Those that are known.
ArrayRef<Axis> axesOf(const TraceTimeline &T) {
  return ArrayRef(Axes).take_front(T.IsOfTrace ? 2 : 1);
}

/// The bytes of the points, in \p Width columns.
std::vector<uint64_t> heightsOf(const LiveTrack &Track, size_t Width) {
  ArrayRef<LiveAmount> All = Track.points();
  Width = std::min(Width, All.size());
  std::vector<uint64_t> Heights;
  for (size_t I = 0; I != Width; ++I) {
    uint64_t Most = 0;
    for (size_t P = I * All.size() / Width; P < (I + 1) * All.size() / Width;
         ++P)
      Most = std::max(Most, All[P].Bytes);
    Heights.push_back(Most);
  }
  return Heights;
}

void writeHeading(raw_ostream &OS, const TextStyle &Style, const Twine &Title,
                  const Twine &Remark) {
  Style.print(OS, Title, Paint::Heading);
  Style.print(OS, "   " + Remark, Paint::Dim);
  OS << '\n';
}

void drawTracks(raw_ostream &OS, const TraceTimeline &T,
                const TextStyle &Style) {
  size_t Label = 0;
  for (const Axis &A : axesOf(T))
    Label = std::max(Label, A.Text(A.End(T)).size() + strlen("over : "));
  constexpr size_t Least = 24;
  const bool Below = Style.Width < 2 + Label + Least;
  const size_t Room =
      std::min<size_t>(Style.Width - (Below ? 4 : 2 + Label), 160);
  for (const Axis &A : axesOf(T)) {
    std::string Text = "over " + A.Text(A.End(T)) + ":";
    OS << "  " << Text;
    if (Below)
      OS << "\n    ";
    else
      OS.indent(unsigned(Label - Text.size()));
    OS << drawnLine(Style, heightsOf(T.*A.Track, Room)) << '\n';
  }
}

} // namespace

std::string placeOf(const TraceTimeline::Holder &H, const Profile &P,
                    const TextStyle &Style, size_t Indent) {
  if (H.Site)
    return placeOf(P.site(*H.Site), Style, Indent);
  if (!H.Dark)
    return "?";
  const DarkOrigin &D = P.dark(*H.Dark);
  return darkPlace(D.Function, D.Library, Style, Indent);
}

std::string peakText(const TraceTimeline &T, const TextStyle &Style) {
  return formatBytes(T.Peak.Bytes) + " in " +
         formatNumberOf(T.Peak.Blocks, "block", Style.Numbers) + ", when " +
         (T.IsOfTrace ? "" : "at least ") + formatBytes(T.PeakClock) +
         " were allocated" +
         (T.IsOfTrace ? ", at " + formatDuration(T.PeakTime) : "");
}

std::string sectionOf(const TraceTimeline::Holder &H, const Profile &P) {
  return H.Section == SectionIndex{} ? "outside" : P.section(H.Section);
}

void writeTextTimeline(raw_ostream &To, const TraceTimeline &T,
                       const TextStyle &Style, size_t Limit) {
  PrintableStream OS(To, Style.documentKind());
  writeHeading(OS, Style, "Live memory",
               formatNumberOf(T.Allocated.Blocks, "allocation", Style.Numbers) +
                   ", " +
                   formatNumberOf(T.Freed.Blocks, "free", Style.Numbers));
  OS << "  peak " << peakText(T, Style) << '\n';
  drawTracks(OS, T, Style);

  const size_t Shown =
      Limit ? std::min(Limit, T.Holders.size()) : T.Holders.size();
  OS << '\n';
  writeHeading(OS, Style, "Who held the peak",
               utostr(Shown) + " of " +
                   formatNumberOf(T.Holders.size(), "row", Style.Numbers));
  TextTable Table;
  constexpr unsigned Stays = TextTable::Stays;
  for (auto [Heading, Rank] :
       {std::pair("#", Stays), std::pair("bytes", Stays), std::pair("%", 4u),
        std::pair("blocks", 3u), std::pair("at end", 2u)})
    Table.addColumn(Heading, TextTable::Align::Right, Rank);
  const bool HasSections = T.Model->Sections.size() > 1;
  if (HasSections)
    Table.addColumn("section", TextTable::Align::Left, 1);
  const size_t Indent = 4 + utostr(Shown).size();
  for (size_t I = 0; I != Shown; ++I) {
    const TraceTimeline::Holder &H = T.Holders[I];
    std::vector<TextTable::Cell> Cells = {
        utostr(I + 1), formatBytes(H.AtPeak.Bytes),
        formatPercent(H.AtPeak.Bytes, T.Peak.Bytes),
        Style.count(H.AtPeak.Blocks), formatBytes(H.AtEnd.Bytes)};
    if (HasSections)
      Cells.push_back(sectionOf(H, *T.Model));
    Table.addRow(std::move(Cells), Paint::Strong);
    Table.addNote(Indent, placeOf(H, *T.Model, Style, Indent), Paint::Plain);
  }
  Table.print(OS, Style);
}

void writeJsonTimeline(raw_ostream &To, const TraceTimeline &T,
                       const TraceBands *Bands) {
  PrintableStream OS(To, PrintableStream::Kind::Json);
  json::OStream J(OS, 2);
  auto Write = [&](StringRef Key, const LiveAmount &A) {
    J.attributeObject(Key, [&] {
      J.attribute("blocks", A.Blocks);
      J.attribute("bytes", A.Bytes);
    });
  };
  J.object([&] {
    J.attribute("schema", "anomalloc-timeline");
    J.attribute("version", 1);
    Write("allocated", T.Allocated);
    Write("freed", T.Freed);
    if (T.IsOfTrace)
      J.attribute("nanoseconds", T.Nanoseconds);
    J.attribute("missing", T.Missing);
    J.attributeObject("peak", [&] {
      J.attribute("blocks", T.Peak.Blocks);
      J.attribute("bytes", T.Peak.Bytes);
      J.attribute("bytes_allocated", T.PeakClock);
      if (T.IsOfTrace)
        J.attribute("nanoseconds", T.PeakTime);
    });
    for (const Axis &A : axesOf(T))
      J.attributeObject(std::string("by_") + A.Name, [&] {
        const LiveTrack &Track = T.*A.Track;
        J.attribute("step", uint64_t(1) << Track.shift());
        J.attributeArray("points", [&] {
          for (const auto &[I, P] : enumerate(Track.points()))
            J.object([&, I = I, &P = P] {
              J.attribute("bytes", P.Bytes);
              J.attribute("blocks", P.Blocks);
              if (Bands)
                J.attribute("parts",
                            json::Array((Bands->*A.Bands).points()[I].Parts));
            });
        });
      });
    J.attributeArray("holders", [&] {
      for (const TraceTimeline::Holder &H : T.Holders)
        J.object([&] {
          Write("at_peak", H.AtPeak);
          Write("at_end", H.AtEnd);
          writeJsonString(J, "section", T.Model->section(H.Section));
          if (H.Site) {
            const Site &S = T.Model->site(*H.Site);
            J.attribute("site", hexId(S.Id));
            J.attributeObject("place",
                              [&] { writeJsonFrame(J, S.userFrame()); });
          }
          if (H.Dark) {
            const DarkOrigin &D = T.Model->dark(*H.Dark);
            J.attributeObject("dark", [&] {
              writeJsonString(J, "library", D.Library);
              J.attribute("offset", D.Offset);
              writeJsonString(J, "function", fullFunctionName(D.Function));
            });
          }
        });
    });
  });
  OS << '\n';
}

void writeCsvTimeline(raw_ostream &OS, const TraceTimeline &T) {
  auto WriteRow = [&](const Axis &A, uint64_t I, unsigned Shift,
                      const LiveAmount &P, CsvForm Form) {
    CsvRow(OS, Form)
        .add("axis", A.Name)
        .add("from", I << Shift)
        .add("to", (I + 1) << Shift)
        .add("live_bytes", P.Bytes)
        .add("live_blocks", P.Blocks);
  };
  WriteRow(Axes[0], 0, 0, {}, CsvForm::Names);
  for (const Axis &A : axesOf(T)) {
    const LiveTrack &Track = T.*A.Track;
    for (const auto &[I, P] : enumerate(Track.points()))
      WriteRow(A, I, Track.shift(), P, CsvForm::Values);
  }
}

} // namespace anomalloc
