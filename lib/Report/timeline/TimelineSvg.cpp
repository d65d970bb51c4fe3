//===- TimelineSvg.cpp - live memory as a picture -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/SitePlace.h"
#include "Report/text/Names.h"
#include "Report/timeline/SvgPlot.h"
#include "Report/timeline/TimelineViews.h"
#include "Support/PrintableStream.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

// In pixels.
constexpr unsigned Width = 960, Left = 84, Right = 24, PlotHeight = 220,
                   Head = 62, PanelGap = 66, LegendGap = 52, LegendLine = 20;
constexpr unsigned PlotWidth = Width - Left - Right;

const char *colourOfBand(size_t Band) {
  static_assert(std::size(SeriesColours) == LiveBands::Others);
  return Band == LiveBands::Others ? "#bbbbbb" : SeriesColours[Band];
}

class TimelinePicture {
public:
  TimelinePicture(raw_ostream &OS, const TraceTimeline &T) : OS(OS), T(T) {}

  /// Live bytes over one axis; \p Text tells a value of it.
  void panel(unsigned Top, const LiveTrackOf<LiveBands> &Track, uint64_t End,
             uint64_t PeakAt, std::string (*Text)(uint64_t), TickBase Base,
             const Twine &Title) {
    Y0 = Top + PlotHeight;
    this->End = std::max<uint64_t>(End, 1);
    svgText(OS, Left, Top - 8, Title, " font-weight=\"bold\"");
    grid(Text, Base);
    std::vector<uint64_t> Below(Track.points().size());
    for (size_t Band = LiveBands::Others + 1; Band-- != 0;)
      band(Track, Band, Below);
    const unsigned X = x(PeakAt);
    OS << "<path d=\"M" << X << ' ' << Top << "V" << Y0
       << "\" stroke=\"#000\" stroke-dasharray=\"4 3\" fill=\"none\"/>\n";
  }

  /// \p HasBands: whether the colours mean something.
  void legend(unsigned Top, const TextStyle &Style, bool HasSections,
              bool HasBands) {
    for (size_t I = 0; I != std::min(T.Holders.size(), LiveBands::Others + 1);
         ++I) {
      const unsigned Y = Top + unsigned(I) * LegendLine;
      if (HasBands)
        OS << "<rect x=\"" << Left << "\" y=\"" << Y - 11
           << "\" width=\"13\" height=\"13\" fill=\"" << colourOfBand(I)
           << "\"/>\n";
      if (I == LiveBands::Others) {
        uint64_t Bytes = 0;
        for (const TraceTimeline::Holder &H : drop_begin(T.Holders, I))
          Bytes += H.AtPeak.Bytes;
        share(Y, Bytes);
        svgText(OS, Left + 156, Y, "all others");
        break;
      }
      const TraceTimeline::Holder &H = T.Holders[I];
      share(Y, H.AtPeak.Bytes);
      std::string Section = HasSections ? sectionOf(H, *T.Model) + ": " : "";
      svgText(OS, Left + 156, Y,
              Section + placeOf(H, *T.Model, Style, Section.size()));
    }
  }

private:
  unsigned x(uint64_t At) const {
    return Left + unsigned(double(std::min(At, End)) / double(End) * PlotWidth);
  }
  unsigned y(uint64_t Bytes) const {
    return Y0 -
           unsigned(double(Bytes) /
                    double(std::max<uint64_t>(T.Peak.Bytes, 1)) * PlotHeight);
  }

  void grid(std::string (*Text)(uint64_t), TickBase Base) {
    for (double Tick : roundTicks(double(T.Peak.Bytes), TickBase::Two)) {
      const unsigned Y = y(uint64_t(Tick));
      OS << "<path d=\"M" << Left << ' ' << Y << "h" << PlotWidth
         << "\" stroke=\"#ddd\"/>\n";
      svgText(OS, Left - 6, Y + 4,
              withoutTrailingZeros(formatBytes(uint64_t(Tick))),
              " text-anchor=\"end\"");
    }
    for (double Tick : roundTicks(double(End), Base)) {
      const uint64_t At = uint64_t(Tick);
      svgText(OS, x(At), Y0 + 16, withoutTrailingZeros(Text(At)),
              " text-anchor=\"middle\"");
    }
  }

  /// \p Below: what the bands under this one hold; then with this one.
  void band(const LiveTrackOf<LiveBands> &Track, size_t Band,
            std::vector<uint64_t> &Below) {
    const auto &Points = Track.points();
    std::string Up, Down;
    raw_string_ostream Forth(Up), Back(Down);
    std::vector<uint64_t> Above = Below;
    bool IsEmpty = true;
    for (size_t I = 0; I != Points.size(); ++I) {
      Above[I] += Points[I].Parts[Band];
      IsEmpty &= !Points[I].Parts[Band];
      Forth << (I ? "H" : "M") << x(uint64_t(I) << Track.shift())
            << (I ? "V" : " ") << y(Above[I]);
    }
    if (IsEmpty)
      return;
    Forth << "H" << x(uint64_t(Points.size()) << Track.shift());
    for (size_t I = Points.size(); I-- != 0;)
      Back << "V" << y(Below[I]) << "H" << x(uint64_t(I) << Track.shift());
    OS << "<path fill=\"" << colourOfBand(Band) << "\" d=\"" << Up << Down
       << "Z\"/>\n";
    Below = std::move(Above);
  }

  void share(unsigned Y, uint64_t Bytes) {
    svgText(OS, Left + 146, Y,
            formatBytes(Bytes) + "  " + formatPercent(Bytes, T.Peak.Bytes),
            " text-anchor=\"end\"");
  }

  raw_ostream &OS;
  const TraceTimeline &T;
  unsigned Y0 = 0;
  uint64_t End = 1;
};

} // namespace

/// A track of which only the sums are known.
static LiveTrackOf<LiveBands> asOneBand(const LiveTrack &Track) {
  std::vector<LiveBands> Points;
  for (const LiveAmount &P : Track.points()) {
    LiveBands &Band = Points.emplace_back();
    static_cast<LiveAmount &>(Band) = P;
    Band.Parts[LiveBands::Others] = P.Bytes;
  }
  return {std::move(Points), Track.shift()};
}

void writeSvgTimeline(raw_ostream &To, const TraceTimeline &T,
                      const TraceBands *Bands) {
  PrintableStream OS(To, PrintableStream::Kind::Text);
  TextStyle Style;
  const unsigned Second = Head + PlotHeight + PanelGap;
  const unsigned Legend = (Bands ? Second : Head) + PlotHeight + LegendGap;
  const size_t Rows = std::min(T.Holders.size(), LiveBands::Others + 1);
  beginSvg(OS, Width, Legend + unsigned(Rows) * LegendLine);
  TimelinePicture P(OS, T);
  svgText(OS, Left, 22, "Live memory: peak " + peakText(T, Style),
          " font-size=\"14\" font-weight=\"bold\"");
  P.panel(
      Head, Bands ? Bands->ByClock : asOneBand(T.ByClock), T.Allocated.Bytes,
      T.PeakClock, [](uint64_t Bytes) { return formatBytes(Bytes); },
      TickBase::Two, "over what was allocated so far");
  if (Bands)
    P.panel(Second, Bands->ByTime, T.Nanoseconds, T.PeakTime, formatDuration,
            TickBase::Ten, "over time");
  P.legend(Legend, Style, T.Model->Sections.size() > 1, Bands);
  OS << "</svg>\n";
}

} // namespace anomalloc
