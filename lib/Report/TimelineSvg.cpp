//===- TimelineSvg.cpp - live memory as a picture -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Names.h"
#include "Report/SitePlace.h"
#include "Report/TimelineViews.h"
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

/// Told apart by colour-blind people, too (Okabe and Ito); the last: all
/// others.
constexpr const char *Colours[LiveBands::Others + 1] = {
    "#0072b2", "#e69f00", "#009e73", "#cc79a7",
    "#56b4e9", "#d55e00", "#f0e442", "#bbbbbb"};

class Picture {
public:
  Picture(raw_ostream &OS, const TraceTimeline &T) : OS(OS), T(T) {}

  void text(unsigned X, unsigned Y, const Twine &Text, StringRef More = "") {
    std::string Plain = Text.str();
    OS << "<text x=\"" << X << "\" y=\"" << Y << '"' << More << '>';
    printHTMLEscaped(Plain, OS);
    OS << "</text>\n";
  }

  /// Live bytes over one axis; \p Text tells a value of it.
  void panel(unsigned Top, const LiveTrackOf<LiveBands> &Track, uint64_t End,
             uint64_t PeakAt, std::string (*Text)(uint64_t),
             const Twine &Title) {
    Y0 = Top + PlotHeight;
    this->End = std::max<uint64_t>(End, 1);
    text(Left, Top - 8, Title, " font-weight=\"bold\"");
    grid(Text);
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
           << "\" width=\"13\" height=\"13\" fill=\"" << Colours[I] << "\"/>\n";
      if (I == LiveBands::Others) {
        uint64_t Bytes = 0;
        for (const TraceTimeline::Holder &H : drop_begin(T.Holders, I))
          Bytes += H.AtPeak.Bytes;
        share(Y, Bytes);
        text(Left + 156, Y, "all others");
        break;
      }
      const TraceTimeline::Holder &H = T.Holders[I];
      share(Y, H.AtPeak.Bytes);
      std::string Section = HasSections ? sectionOf(H, *T.Model) + ": " : "";
      text(Left + 156, Y,
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

  void grid(std::string (*Text)(uint64_t)) {
    constexpr unsigned Lines = 4;
    for (unsigned I = 0; I <= Lines; ++I) {
      const uint64_t Bytes =
          T.Peak.Bytes / Lines * I + T.Peak.Bytes % Lines * I / Lines;
      const unsigned Y = Y0 - PlotHeight * I / Lines;
      OS << "<path d=\"M" << Left << ' ' << Y << "h" << PlotWidth
         << "\" stroke=\"#ddd\"/>\n";
      text(Left - 6, Y + 4, formatBytes(Bytes), " text-anchor=\"end\"");
      const uint64_t At = End / Lines * I + End % Lines * I / Lines;
      text(x(At), Y0 + 16, Text(At),
           I == Lines ? " text-anchor=\"end\"" : " text-anchor=\"middle\"");
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
    OS << "<path fill=\"" << Colours[Band] << "\" d=\"" << Up << Down
       << "Z\"/>\n";
    Below = std::move(Above);
  }

  void share(unsigned Y, uint64_t Bytes) {
    text(Left + 146, Y,
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
  OS << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << Width
     << "\" height=\"" << Legend + Rows * LegendLine
     << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
     << "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  Picture P(OS, T);
  P.text(Left, 22, "Live memory: peak " + peakText(T, Style),
         " font-size=\"14\" font-weight=\"bold\"");
  P.panel(
      Head, Bands ? Bands->ByClock : asOneBand(T.ByClock), T.Allocated.Bytes,
      T.PeakClock, [](uint64_t Bytes) { return formatBytes(Bytes); },
      "over what was allocated so far");
  if (Bands)
    P.panel(Second, Bands->ByTime, T.Nanoseconds, T.PeakTime, formatDuration,
            "over time");
  P.legend(Legend, Style, T.Model->Sections.size() > 1, Bands);
  OS << "</svg>\n";
}

} // namespace anomalloc
