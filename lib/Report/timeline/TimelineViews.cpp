//===- TimelineViews.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/timeline/TimelineViews.h"
#include "Document/Document.h"
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

namespace {

/// The most that lived in a stretch of a run.
struct TrackPoint : LiveAmount {
  IfThere<ArrayRef<uint64_t>> Parts;
};
void describe(Keys<TrackPoint> &K) {
  K.add("bytes", &TrackPoint::Bytes);
  K.add("blocks", &TrackPoint::Blocks);
  K.add("parts",
        "of these bytes, what each of the first seven holders had, then what "
        "all others had; only of a trace",
        &TrackPoint::Parts);
}

struct ShownTrack {
  uint64_t Step;
  std::vector<TrackPoint> Points;
};
void describe(Keys<ShownTrack> &K) {
  K.name("track");
  K.add("step", "what one point is for", &ShownTrack::Step);
  K.add("points",
        "point I: the most that lived in [I * step, (I + 1) * step); where "
        "nothing happened, what lived before",
        &ShownTrack::Points);
}

BlockAmount blocksOf(const LiveAmount &A) { return {{A.Blocks, A.Bytes}}; }

struct ShownPeak {
  BlockAmount Its;
  uint64_t Clock;
  IfThere<uint64_t> Nanoseconds;
};
void describe(Keys<ShownPeak> &K) {
  K.include(&ShownPeak::Its);
  K.add("bytes_allocated", "until then; without a trace, at least so many",
        &ShownPeak::Clock);
  K.add("nanoseconds", &ShownPeak::Nanoseconds);
}

struct ShownHolder {
  const Profile &Model;
  const TraceTimeline::Holder &Its;
};
void describe(Keys<ShownHolder> &K) {
  using Shown = const ShownHolder &;
  K.add("at_peak", [](Shown H) { return blocksOf(H.Its.AtPeak); });
  K.add("at_end", [](Shown H) { return blocksOf(H.Its.AtEnd); });
  K.add("section", "empty: outside of every section",
        [](Shown H) { return StringRef(H.Model.section(H.Its.Section)); });
  K.include([](Shown H) { return Origin{H.Model, H.Its.Site, H.Its.Dark}; });
}

struct TimelineDocument {
  const TraceTimeline &T;
  const TraceBands *Bands;

  ShownTrack track(const Axis &A) const {
    const LiveTrack &Its = T.*A.Track;
    ShownTrack R{uint64_t(1) << Its.shift(), {}};
    for (const auto &[I, P] : enumerate(Its.points())) {
      R.Points.push_back({P, {}});
      if (Bands)
        R.Points.back().Parts = ArrayRef((Bands->*A.Bands).points()[I].Parts);
    }
    return R;
  }
  template <typename V> IfThere<V> ofTrace(V Value) const {
    return ifThere(T.IsOfTrace, std::move(Value));
  }
};
void describe(Keys<TimelineDocument> &K) {
  using Shown = const TimelineDocument &;
  K.constant("schema", "anomalloc-timeline");
  K.constant("version", 1);
  K.add("allocated", "in the whole run",
        [](Shown D) { return blocksOf(D.T.Allocated); });
  K.add("freed", "in the whole run",
        [](Shown D) { return blocksOf(D.T.Freed); });
  K.add("nanoseconds",
        "of the last event, since the trace began; only of a trace, as all "
        "that is in nanoseconds",
        [](Shown D) { return D.ofTrace(D.T.Nanoseconds); });
  K.add("missing", "what the trace does not tell; empty if it tells everything",
        [](Shown D) { return StringRef(D.T.Missing); });
  K.add("peak", "the moment with the most live bytes, the first of several",
        [](Shown D) {
          return ShownPeak{blocksOf(D.T.Peak), D.T.PeakClock,
                           D.ofTrace(D.T.PeakTime)};
        });
  K.add("by_bytes_allocated", "over the allocation clock",
        [](Shown D) { return D.track(Axes[0]); });
  K.add("by_nanoseconds", "over time",
        [](Shown D) { return D.ofTrace(D.track(Axes[1])); });
  K.add("holders",
        "sites, or dark code, by section: the most bytes at the peak first",
        [](Shown D) {
          return each(D.T.Holders,
                      [&P = *D.T.Model](const TraceTimeline::Holder &H) {
                        return ShownHolder{P, H};
                      });
        });
}

} // namespace

void writeJsonTimeline(raw_ostream &To, const TraceTimeline &T,
                       const TraceBands *Bands) {
  writeDocument(To, TimelineDocument{T, Bands});
}

const JsonObject &timelineObject() {
  return keysOf<TimelineDocument>().object();
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
