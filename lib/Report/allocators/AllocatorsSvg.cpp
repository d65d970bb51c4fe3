//===- AllocatorsSvg.cpp - a study of allocators as a picture -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/RankTest.h"
#include "Report/allocators/AllocatorsViews.h"
#include "Report/timeline/SvgPlot.h"
#include "Support/Printable.h"
#include "Support/PrintableStream.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <functional>

using namespace llvm;

namespace anomalloc {
namespace {

const char *colourOfAllocator(size_t Allocator) {
  return SeriesColours[Allocator % std::size(SeriesColours)];
}

TickBase baseOf(StudyUnit Unit) {
  return Unit == StudyUnit::Bytes ? TickBase::Two : TickBase::Ten;
}

std::string tickText(StudyUnit Unit, double Number) {
  return Number > 0 ? withoutTrailingZeros(studyNumber(Unit, Number)) : "0";
}

class Picture {
public:
  // In pixels.
  static constexpr unsigned Width = 960, Left = 96, Right = 24,
                            PlotHeight = 200, Head = 70, PanelGap = 64,
                            LegendLine = 20;
  static constexpr unsigned PlotWidth = Width - Left - Right;

  Picture(raw_ostream &OS, const Study &S) : OS(OS), S(S) {}

  void text(double X, double Y, const Twine &Text, StringRef More = "") {
    svgText(OS, X, Y, printable(Text.str()), More);
  }

  void panel(unsigned Top, const Twine &Title, StudyUnit Unit, double Most) {
    Y0 = Top + PlotHeight;
    this->Most = Most > 0 ? Most : 1;
    text(Left, Top - 10, Title, " font-weight=\"bold\"");
    for (double Number : roundTicks(this->Most, baseOf(Unit))) {
      OS << "<path d=\"M" << Left << ' ' << unsigned(y(Number)) << "h"
         << PlotWidth << "\" stroke=\"#ddd\"/>\n";
      text(Left - 6, y(Number) + 4, tickText(Unit, Number),
           " text-anchor=\"end\"");
    }
  }

  /// All runs as dots, a column for each series; their medians as lines.
  void measure(unsigned Top, const StudyMeasureInfo &Info) {
    double Largest = 0;
    for (const StudySeries &Its : S.Series)
      for (double Number : Its.numbers(Info.Measure))
        Largest = std::max(Largest, Number);
    panel(Top, Info.Title, Info.Unit, Largest);
    const double Column = double(PlotWidth) / double(S.Series.size());
    for (auto [I, Its] : enumerate(S.Series)) {
      const double X = Left + (double(I) + 0.5) * Column;
      const char *Colour = colourOfAllocator(Its.Allocator);
      std::vector<double> Numbers = Its.numbers(Info.Measure);
      if (Numbers.empty())
        continue;
      const double Half = std::min(Column * 0.3, 30.0);
      const double Top = y(medianOf(Numbers));
      OS << "<rect x=\"" << unsigned(X - Half) << "\" y=\"" << unsigned(Top)
         << "\" width=\"" << unsigned(2 * Half) << "\" height=\""
         << Y0 - unsigned(Top) << "\" fill=\"" << Colour
         << "\" fill-opacity=\"0.35\"/>\n";
      for (auto [Run, Number] : enumerate(Numbers))
        OS << "<circle cx=\""
           << unsigned(X - Half / 2 +
                       Half * double(Run) /
                           double(std::max<size_t>(Numbers.size() - 1, 1)))
           << "\" cy=\"" << unsigned(y(Number)) << "\" r=\"2\" fill=\""
           << Colour << "\"/>\n";
    }
    names(Column);
  }

  void rss(unsigned Top) {
    const std::optional<uint64_t> Threads = S.Series.back().Threads;
    uint64_t Largest = 0, Longest = 1;
    forTypicalRuns(Threads, [&](size_t, const RssTrack &Rss) {
      Longest = std::max(Longest, Rss.Step * Rss.Points.size());
      for (uint64_t Bytes : Rss.Points)
        Largest = std::max(Largest, Bytes);
    });
    panel(Top,
          Twine("RSS over time, of the run in the middle") +
              (Threads ? ", " + formatNumberOf(*Threads, "thread") : ""),
          StudyUnit::Bytes, double(Largest));
    auto X = [&](double At) { return Left + At / double(Longest) * PlotWidth; };
    forTypicalRuns(Threads, [&](size_t Allocator, const RssTrack &Rss) {
      OS << "<path fill=\"none\" stroke-width=\"1.5\" stroke=\""
         << colourOfAllocator(Allocator) << "\" d=\"";
      for (size_t I = 0; I != Rss.Points.size(); ++I)
        OS << (I ? 'L' : 'M')
           << unsigned(X(double(Rss.Step) * (double(I) + 0.5))) << ' '
           << unsigned(y(double(Rss.Points[I])));
      OS << "\"/>\n";
    });
    for (double At : roundTicks(double(Longest), TickBase::Ten))
      text(X(At), Y0 + 16, tickText(StudyUnit::Time, At),
           " text-anchor=\"middle\"");
  }

  void legend(unsigned Top) {
    for (auto [I, One] : enumerate(S.Allocators)) {
      const unsigned Y = Top + unsigned(I) * LegendLine;
      OS << "<rect x=\"" << Left << "\" y=\"" << Y - 11
         << "\" width=\"13\" height=\"13\" fill=\"" << colourOfAllocator(I)
         << "\"/>\n";
      text(Left + 20, Y, One.Name);
    }
  }

private:
  double y(double Number) const { return Y0 - Number / Most * PlotHeight; }

  /// \p Name, cut to what \p Room pixels hold.
  static std::string fitted(StringRef Name, double Room) {
    constexpr double Letter = 7;
    const size_t Letters = size_t(std::max(Room / Letter, 4.0));
    return Name.size() <= Letters
               ? Name.str()
               : (Name.take_front(Letters - 3) + "...").str();
  }

  /// Below the columns: the allocator of each, or how many threads each group
  /// has.
  void names(double Column) {
    const size_t Size = S.Allocators.size();
    for (size_t Begin = 0; Begin < S.Series.size(); Begin += Size)
      if (!S.Series[Begin].Threads)
        for (size_t I = 0; I != Size; ++I)
          text(Left + (double(Begin + I) + 0.5) * Column, Y0 + 16,
               fitted(S.Allocators[S.Series[Begin + I].Allocator].Name, Column),
               " text-anchor=\"middle\"");
      else
        text(Left + (double(Begin) + double(Size) / 2) * Column, Y0 + 16,
             formatNumberOf(*S.Series[Begin].Threads, "thread"),
             " text-anchor=\"middle\"");
  }

  void forTypicalRuns(std::optional<uint64_t> Threads,
                      function_ref<void(size_t, const RssTrack &)> Do) {
    for (const StudySeries &Its : S.Series)
      if (const StudyRun *Run = Its.typicalRun();
          Run && Its.Threads == Threads && !Run->Rss.Points.empty())
        Do(Its.Allocator, Run->Rss);
  }

  raw_ostream &OS;
  const Study &S;
  unsigned Y0 = 0;
  double Most = 1;
};

} // namespace

void writeSvgAllocators(raw_ostream &To, const Study &S) {
  PrintableStream OS(To, PrintableStream::Kind::Text);
  std::vector<const StudyMeasureInfo *> Shown;
  for (const StudyMeasureInfo &Info : studyMeasures())
    if (Info.Judged && S.has(Info.Measure))
      Shown.push_back(&Info);
  const unsigned Panels = unsigned(Shown.size()) + 1;
  const unsigned Legend =
      Picture::Head + Panels * (Picture::PlotHeight + Picture::PanelGap);
  beginSvg(OS, Picture::Width,
           Legend + unsigned(S.Allocators.size()) * Picture::LegendLine);
  Picture P(OS, S);
  std::string Title = join(S.CommandLine, " ");
  constexpr size_t Longest = 100;
  if (Title.size() > Longest)
    Title = Title.substr(0, Longest - 3) + "...";
  P.text(Picture::Left, 22,
         Title + ": " + formatNumberOf(S.Repeat, "run") +
             " each; dots are runs, bars medians",
         " font-size=\"14\" font-weight=\"bold\"");
  unsigned Top = Picture::Head;
  for (const StudyMeasureInfo *Info : Shown) {
    P.measure(Top, *Info);
    Top += Picture::PlotHeight + Picture::PanelGap;
  }
  P.rss(Top);
  P.legend(Legend);
  OS << "</svg>\n";
}

} // namespace anomalloc
