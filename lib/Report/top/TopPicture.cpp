//===- TopPicture.cpp - what 'anomalloc top' shows ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
/// ./solver input.dat                          pid 4711, running for 1 min 23 s
/// allocations  1,234,567/s     123,456,789  _.-:=+*#*+=:-._
/// bytes        45.20 MiB/s       682.3 MiB  _.-:=+*#*+=:-._
/// 99.9 % at sites (2.1 % through libraries), <0.1 % dark; 4 threads
///
/// [sites]  sections  sizes  threads           1-12 of 103, sorted by rate
///  allocations/s      bytes/s       %  line
///      1,234,567    45.20 MiB  37.4 %  create() @ fespace.cpp:19
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/top/TopPicture.h"
#include "Report/text/Columns.h"
#include "Report/text/EstimateText.h"
#include "Support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// Lines above the rows, and below them.
constexpr size_t HeadLines = 7, KeyLines = 1;

std::string padRight(StringRef Text, size_t Width) {
  size_t Has = columnsOf(Text);
  return Text.str() + std::string(Has < Width ? Width - Has : 0, ' ');
}

/// \p Left and, at the other end of the line, \p Right.
std::string spread(StringRef Left, StringRef Right, size_t Width) {
  std::string End = cutEnd(Right, Width);
  size_t Room = Width - std::min(Width, columnsOf(End) + 2);
  return padRight(cutEnd(Left, Room), Width - columnsOf(End)) + End;
}

/// The newest rates at the right end.
std::string sparkline(const std::deque<uint64_t> &Rates, size_t Width,
                      bool Unicode) {
  static const char *const Blocks[] = {" ",      "\u2581", "\u2582",
                                       "\u2583", "\u2584", "\u2585",
                                       "\u2586", "\u2587", "\u2588"};
  static const char *const Letters[] = {" ", ".", ":", "-", "=",
                                        "+", "*", "%", "#"};
  size_t Shown = std::min(Width, Rates.size());
  auto Begin = Rates.end() - Shown;
  uint64_t Largest = Shown ? *std::max_element(Begin, Rates.end()) : 0;
  std::string Line;
  for (auto I = Begin; I != Rates.end(); ++I) {
    // Anything at all is more than nothing.
    unsigned Step =
        *I ? 1 + unsigned(7.0 * (double(*I) / double(Largest)) + 0.5) : 0;
    Line += (Unicode ? Blocks : Letters)[std::min(Step, 8u)];
  }
  return Line;
}

std::string stateLine(const Profile &P, const TopChoice &Choice) {
  std::string Text = "pid " + P.Processes[0].info("pid").value_or("?").str();
  std::string For = formatDuration(Choice.RunTime);
  switch (Choice.State) {
  case ProgramState::Running:
    return Text + ", running for " + For;
  case ProgramState::Ended:
    return Text + ", ended after " + For;
  case ProgramState::Gone:
    return Text + ", gone without its exit handlers";
  case ProgramState::Replaced:
    return Text + ", now a program without a profile";
  case ProgramState::Unknown:
    break;
  }
  return Text + ", not to be seen from here";
}

/// A column of numbers.
struct Column {
  const char *Heading;
  size_t Width;
  LiveSort Sort; ///< It is what this sorts by.
};
constexpr Column RateColumn = {"allocations/s", 13, LiveSort::Rate};
constexpr Column ByteRateColumn = {"bytes/s", 10, LiveSort::ByteRate};
constexpr Column CountColumn = {"all of the run", 15, LiveSort::Count};
constexpr Column BytesColumn = {"its bytes", 10, LiveSort::Bytes};

/// The columns that fit, what is sorted by always among them.
std::vector<Column> chooseColumns(size_t Width, LiveSort Sort) {
  if (Width >= 100)
    return {RateColumn, ByteRateColumn, CountColumn, BytesColumn};
  bool ByNow = Sort == LiveSort::Rate || Sort == LiveSort::ByteRate;
  if (Width >= 60)
    return ByNow ? std::vector<Column>{RateColumn, ByteRateColumn}
                 : std::vector<Column>{CountColumn, BytesColumn};
  switch (Sort) {
  case LiveSort::Rate:
    return {RateColumn};
  case LiveSort::ByteRate:
    return {ByteRateColumn};
  case LiveSort::Count:
    return {CountColumn};
  case LiveSort::Bytes:
    break;
  }
  return {BytesColumn};
}

/// \p E, a number of the time of \p R, for each second of it.
Estimate perSecond(const LiveRates &R, Estimate E) {
  for (uint64_t *Number : {&E.Value, &E.Low, &E.High})
    *Number = R.perSecond(*Number);
  return E;
}

/// Rates that cannot be told yet are "".
std::string cellOf(LiveSort Which, const LiveStack &S, const LiveRates &R) {
  switch (Which) {
  case LiveSort::Rate:
    return R.NewStacksUnknown ? ""
                              : formatEstimate(perSecond(R, S.NewAllocations));
  case LiveSort::ByteRate:
    return R.NewStacksUnknown ? ""
                              : formatEstimatedBytes(perSecond(R, S.NewBytes));
  case LiveSort::Count:
    return formatEstimate(S.Allocations);
  case LiveSort::Bytes:
    break;
  }
  return formatEstimatedBytes(S.Bytes);
}

std::string cellOf(LiveSort Which, const Amount &Whole, const Amount &Now,
                   const LiveRates &R) {
  switch (Which) {
  case LiveSort::Rate:
    return formatCount(R.perSecond(Now.Allocations));
  case LiveSort::ByteRate:
    return formatBytes(R.perSecond(Now.Bytes));
  case LiveSort::Count:
    return formatCount(Whole.Allocations);
  case LiveSort::Bytes:
    break;
  }
  return formatBytes(Whole.Bytes);
}

uint64_t numberOf(LiveSort Which, const Amount &Whole, const Amount &Now) {
  switch (Which) {
  case LiveSort::Rate:
    return Now.Allocations;
  case LiveSort::ByteRate:
    return Now.Bytes;
  case LiveSort::Count:
    return Whole.Allocations;
  case LiveSort::Bytes:
    break;
  }
  return Whole.Bytes;
}

class TopPicture {
public:
  TopPicture(const Profile &P, const LiveRates &R, const RateHistory &History,
             LiveNames &Names, const TopChoice &Choice, size_t Height,
             const TextStyle &Style)
      : P(P), R(R), History(History), Names(Names), Choice(Choice),
        Height(Height), Style(Style) {}

  std::vector<std::string> draw() {
    drawHead();
    if (Choice.Help)
      drawHelp();
    else
      drawTable();
    if (Choice.Keys) {
      while (Lines.size() + KeyLines < Height)
        line("");
      Lines.resize(std::min(Lines.size(), Height - std::min(Height, KeyLines)));
      drawKeys();
    }
    Lines.resize(std::min(Lines.size(), Height));
    return std::move(Lines);
  }

private:
  void line(StringRef Text, Paint How = Paint::Plain) {
    std::string Painted;
    raw_string_ostream OS(Painted);
    Style.print(OS, cutEnd(Text, Style.Width), How);
    Lines.push_back(OS.str());
  }
  void drawHead();
  void drawSum(const char *Name, std::string Rate, std::string Whole,
               const std::deque<uint64_t> &Rates);
  void drawTabs();
  void drawTable();
  void drawHelp();
  void drawKeys();

  const Profile &P;
  const LiveRates &R;
  const RateHistory &History;
  LiveNames &Names;
  const TopChoice &Choice;
  const size_t Height;
  const TextStyle &Style;
  std::vector<std::string> Lines;
};

void TopPicture::drawSum(const char *Name, std::string Rate, std::string Whole,
                         const std::deque<uint64_t> &Rates) {
  std::string Text =
      padRight(Name, 11) + " " + padLeft(Rate, 13) + padLeft(Whole, 16) + "  ";
  size_t Room = Style.Width - std::min(Style.Width, columnsOf(Text));
  line(Text + sparkline(Rates, Room, Style.Unicode), Paint::Strong);
}

/// The command without the folder of its program.
std::string commandOf(const Process &Its) {
  StringRef Command = Its.info("command").value_or("");
  if (Command.empty())
    return printable(Its.info("program").value_or("(unknown program)"));
  // A folder's name may hold spaces: then the word stands in quotes.
  StringRef Quote = Command.starts_with("'") ? "'" : "";
  StringRef Rest = Command.drop_front(Quote.size());
  StringRef Program = Rest.take_until(
      [&](char C) { return C == (Quote.empty() ? ' ' : '\''); });
  StringRef Name = Program.drop_front(Program.rfind('/') + 1);
  Rest = Rest.drop_front(Program.size());
  if (!Name.contains(' '))
    Rest.consume_front(Quote), Quote = "";
  return printable((Quote + Name + Rest).str());
}

void TopPicture::drawHead() {
  const Process &Its = P.Processes[0];
  std::string Command = commandOf(Its);
  std::string State = printable(stateLine(P, Choice));
  if (Choice.Paused)
    State = "display paused; " + State;
  line(spread(Command, State, Style.Width), Paint::Heading);
  drawSum("allocations", formatCount(R.perSecond(R.Now.All.Allocations)) + "/s",
          formatCount(R.Whole.All.Allocations), History.allocations());
  drawSum("bytes", formatBytes(R.perSecond(R.Now.All.Bytes)) + "/s",
          formatBytes(R.Whole.All.Bytes), History.bytes());
  uint64_t All = R.Whole.All.Allocations;
  std::string Text =
      formatPercent(R.Whole.AtSites.Allocations, All) + " at sites";
  if (R.Whole.Leading.Allocations)
    Text += " (" + formatPercent(R.Whole.Leading.Allocations, All) +
            " through libraries)";
  Text += ", " + formatPercent(R.Whole.Dark.Allocations, All) + " dark";
  uint64_t Threads = 0;
  for (const Lane &L : P.Lanes)
    Threads += L.Threads;
  Text += "; " + formatNumberOf(Threads, "thread") + " so far";
  if (Its.DroppedEvents)
    Text +=
        "; " + formatCount(Its.DroppedEvents) + " events could not be stored";
  line(Text, Its.DroppedEvents ? Paint::Warning : Paint::Plain);
  line("");
}

void TopPicture::drawTabs() {
  std::string Tabs;
  for (size_t I = 0; I != NumLiveViews; ++I) {
    std::string Name = nameOf(LiveView(I)).str();
    Tabs += (I ? "  " : "") +
            (LiveView(I) == Choice.View ? "[" + Name + "]" : Name);
  }
  size_t All = R.Rows[size_t(Choice.View)].size();
  size_t Last = std::min(All, Choice.First + rowsOfTop(Height, Choice.Keys));
  std::string Where = All ? formatv("{0}-{1} of {2}, by {3}", Choice.First + 1,
                                    Last, All, nameOf(Choice.Sort))
                                .str()
                          : "nothing yet";
  Where += R.OfWholeRun ? ", of the whole run"
                        : ", last " + formatDuration(uint64_t(R.Seconds * 1e9));
  if (columnsOf(Tabs) + columnsOf(Where) + 2 > Style.Width)
    Tabs = ("[" + nameOf(Choice.View) + "]").str();
  line(spread(Tabs, Where, Style.Width));
}

void TopPicture::drawTable() {
  drawTabs();
  std::vector<Column> Columns = chooseColumns(Style.Width, Choice.Sort);
  const std::vector<LiveRow> &Rows = R.Rows[size_t(Choice.View)];
  size_t End =
      std::min(Rows.size(), Choice.First + rowsOfTop(Height, Choice.Keys));
  const bool OfStacks = Choice.View == LiveView::Stacks;
  if (OfStacks && Rows.empty())
    return line("no stacks are recorded: 'anomalloc record --mode=stacks', or "
                "--sample=512KiB with it");
  auto Cell = [&](const LiveRow &Row, LiveSort Which) {
    return OfStacks ? cellOf(Which, R.Stacks[Row.Key], R)
                    : cellOf(Which, Row.Whole, Row.Now, R);
  };
  for (Column &C : Columns) // Intervals are wide.
    for (size_t I = Choice.First; OfStacks && I < End; ++I)
      C.Width = std::max(C.Width, columnsOf(Cell(Rows[I], C.Sort)));
  std::string Heading;
  size_t Taken = 0;
  for (const Column &C : Columns) {
    Heading += padLeft(C.Heading, C.Width) + " ";
    Taken += C.Width + 1;
  }
  Taken += 9;
  static const char *const Names[] = {"line", "section", "size", "thread",
                                      "stack"};
  line(Heading + "      %  " + Names[size_t(Choice.View)], Paint::Dim);
  uint64_t Whole = numberOf(Choice.Sort, R.Whole.All, R.Now.All);
  for (size_t I = Choice.First; I < End; ++I) {
    const LiveRow &Row = Rows[I];
    std::string Text;
    for (const Column &C : Columns)
      Text += padLeft(Cell(Row, C.Sort), C.Width) + " ";
    const uint64_t Part = numberOf(Choice.Sort, Row.Whole, Row.Now);
    const bool IsAbout = OfStacks && !R.Stacks[Row.Key].Allocations.IsExact;
    Text +=
        padLeft((IsAbout ? "~" : "") + formatPercent(Part, Whole), 7) + "  ";
    const size_t Room = Style.Width - std::min(Style.Width, Taken);
    Text += OfStacks ? stackName(R.Stacks[Row.Key], Room)
                     : this->Names.shortName(Choice.View, Row.Key, Room);
    line(Text, Row.Now.Allocations ? Paint::Plain : Paint::Dim);
  }
}

void TopPicture::drawHelp() {
  for (const char *Text :
       {"Keys", "  1 2 3 4 5, Tab  sites, sections, sizes, threads, stacks",
        "  r b c t         sort by allocations/s, bytes/s, allocations, bytes",
        "  up, down, page up, page down, home   other rows",
        "  p, space        hold the picture; counting goes on",
        "  + -             refresh more, or less often",
        "  q               quit", "",
        "Rates are of the time between two refreshes. A site in library code",
        "is shown with the program's lines that lead there. The program is",
        "not touched: its counters are read where it keeps them."})
    line(Text);
}

void TopPicture::drawKeys() {
  line(Style.Width >= 76
           ? "q quit  1-5 view  r/b/c/t sort  p pause  +/- every " +
                 formatDuration(uint64_t(Choice.Interval * 1e9)) + "  ? help"
           : "q quit  1-5 view  ? help",
       Paint::Dim);
}

} // namespace

StringRef nameOf(LiveView V) {
  static const char *const Names[] = {"sites", "sections", "sizes", "threads",
                                      "stacks"};
  return Names[size_t(V)];
}

StringRef nameOf(LiveSort S) {
  static const char *const Names[] = {"rate", "byte-rate", "count", "bytes"};
  return Names[size_t(S)];
}

StringRef nameOf(ProgramState S) {
  static const char *const Names[] = {"running", "ended", "gone", "replaced",
                                      "unknown"};
  return Names[size_t(S)];
}

size_t rowsOfTop(size_t Height, bool Keys) {
  size_t Others = HeadLines + (Keys ? KeyLines : 0);
  return Height > Others ? Height - Others : 0;
}

std::vector<std::string> drawTop(const Profile &P, const LiveRates &R,
                                 const RateHistory &History, LiveNames &Names,
                                 const TopChoice &Choice, size_t Height,
                                 const TextStyle &Style) {
  return TopPicture(P, R, History, Names, Choice, Height, Style).draw();
}

} // namespace anomalloc
