//===- TopCommand.cpp - anomalloc top -------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/text/WholeFile.h"
#include "cli/Command.h"
#include "cli/Messages.h"
#include "cli/Screen.h"
#include "cli/Terminal.h"
#include "record/TopSampler.h"
#include "llvm/Support/raw_ostream.h"
#include <poll.h>

using namespace llvm;

namespace anomalloc {
namespace {

constexpr size_t DefaultRows = 10;
/// What + and - choose from, in seconds.
constexpr double Intervals[] = {0.1, 0.25, 0.5, 1, 2, 5, 10, 30};
constexpr double Shortest = 0.01, Longest = 3600;

template <typename E> std::vector<std::string> wordsOf() {
  std::vector<std::string> Words;
  for (size_t I = 0; I <= size_t(E::Last); ++I)
    Words.push_back(nameOf(E(I)).str());
  return Words;
}

class TopCommand : public Command {
public:
  CommandInfo info() const override {
    return {
        "top", "show what a running program allocates now", "PID|PROFILE",
        "Shows how many blocks and bytes a program asks for each second, and "
        "at which sites, in which sections, of which sizes, in which threads "
        "and from which stacks, if they are recorded. The program runs on as "
        "before: its counters are read in "
        "the profile that it writes anyhow.\n\n"
        "PID is a process that records (anomalloc record, or instrumented and "
        "with ANOMALLOC_OPTIONS), or one that started it. Its end and its "
        "exec are noticed.\n\n"
        "Keys: q quits, 1 to 5 and Tab choose the table, r, b, c and t sort "
        "it, p holds the picture, + and - change the interval, ? shows all "
        "keys.\n\n"
        "Without a terminal, one picture is printed, as with --once.",
        "anomalloc top 4711\n"
        "anomalloc top --once --view=sizes 4711\n"
        "anomalloc top --json --interval=5 solver.4711.anomalloc > "
        "rates.jsonl"};
  }

  void addOptions(OptionSet &O) override {
    O.flag("once", "print one picture, of one interval, and end", Once);
    O.flag(
        "json",
        "print a JSON document, one line, at each refresh until the program "
        "ends, as 'anomalloc schema top' describes; with --once a single one",
        Json);
    O.custom("interval", "SECONDS", "time between two refreshes (1)",
             [this](StringRef Text) -> Error {
               if (Text.getAsDouble(Choice.Interval) ||
                   !(Choice.Interval >= Shortest && Choice.Interval <= Longest))
                 return usageError("'" + Text +
                                   "' is no number of seconds from 0.01 to "
                                   "3600");
               return Error::success();
             });
    O.choice("view", wordsOf<LiveView>(), "the table to begin with (sites)",
             Choice.View);
    O.choice("sort", wordsOf<LiveSort>(),
             "what comes first: most allocations or bytes a second, or of the "
             "whole run (rate)",
             Choice.Sort);
    O.number("limit",
             "rows of a table, without a screen; 0: all (10; all "
             "with --json)",
             Limit);
    Terminal.addTextOptions(O);
    Terminal.WidthElsewhere = TextStyle().Width;
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    if (Arguments.size() != 1)
      return usageError("name one process, or one profile");
    Expected<std::unique_ptr<FollowedProgram>> P =
        FollowedProgram::find(Arguments[0]);
    if (!P)
      return P.takeError();
    TopSampler Sampler(std::move(*P));
    if (Error E = Sampler.look(wantsStacks()))
      return std::move(E);
    Error E = Json                   ? printDocuments(Sampler)
              : Once                 ? printPicture(Sampler)
              : Screen::isPossible() ? showPictures(Sampler)
                                     : printPicture(Sampler);
    if (E)
      return std::move(E);
    return ExitSuccess;
  }

private:
  Screen::Time afterInterval() const {
    return std::chrono::steady_clock::now() +
           std::chrono::duration_cast<Screen::Time::duration>(
               std::chrono::duration<double>(Choice.Interval));
  }
  /// Until the next look, or the program's end.
  void waitForNext(TopSampler &S) const {
    pollfd Poll = {S.program().endDescriptor(), POLLIN, 0};
    poll(&Poll, 1, int(Choice.Interval * 1000));
  }
  void renew(TopSampler &S) {
    Choice.State = S.program().state();
    Choice.RunTime = S.program().runTime();
  }
  bool wantsStacks() const { return Choice.View == LiveView::Stacks; }
  static bool mayGoOn(TopSampler &S) { return !S.program().isOver(); }

  LiveRates rates(TopSampler &S) const {
    LiveRates R = S.rates();
    sortRows(R, Choice.Sort);
    return R;
  }
  /// A picture of a program that has ended is of its whole run.
  LiveRates ratesOfPicture(TopSampler &S) const {
    LiveRates R = S.program().isOver() ? S.ratesOfRun() : S.rates();
    sortRows(R, Choice.Sort);
    return R;
  }

  Error printDocuments(TopSampler &S);
  Error printPicture(TopSampler &S);
  Error showPictures(TopSampler &S);
  void draw(Screen &On, TopSampler &S, const LiveRates &R);
  /// False: the user wants to leave.
  bool obey(int Key, size_t Rows, size_t Fit);
  void changeInterval(bool Longer);

  TopChoice Choice;
  bool Once = false, Json = false;
  std::optional<uint64_t> Limit;
  TerminalOptions Terminal;
};

Error TopCommand::printDocuments(TopSampler &S) {
  if (Once && mayGoOn(S)) {
    waitForNext(S);
    if (Error E = S.look(wantsStacks()))
      return E;
  }
  while (true) {
    renew(S);
    writeJsonTop(outs(), S.model(), rates(S), S.names(), Choice,
                 Limit.value_or(0));
    if (Error E = flushStandardOutput())
      return E;
    if (Once || !mayGoOn(S) || outs().has_error())
      return Error::success();
    waitForNext(S);
    if (Error E = S.look(wantsStacks()))
      return E;
  }
}

Error TopCommand::printPicture(TopSampler &S) {
  if (!Once)
    tell("no terminal: one picture, as with --once; --json goes on");
  if (mayGoOn(S)) {
    waitForNext(S);
    if (Error E = S.look(wantsStacks()))
      return E;
  }
  renew(S);
  Choice.Keys = false;
  LiveRates R = ratesOfPicture(S);
  size_t Rows = R.Rows[size_t(Choice.View)].size();
  if (uint64_t Most = Limit.value_or(DefaultRows))
    Rows = std::min<size_t>(Rows, Most);
  TextStyle Style = Terminal.style();
  PrintableStream OS(outs(), Style.documentKind());
  size_t Height = SIZE_MAX - rowsOfTop(SIZE_MAX, false) + Rows;
  for (const std::string &Line :
       drawTop(S.model(), R, RateHistory(), S.names(), Choice, Height, Style))
    OS << StringRef(Line).rtrim(' ') << '\n';
  return Error::success();
}

void TopCommand::changeInterval(bool Longer) {
  double Next = Choice.Interval;
  for (double I : Intervals)
    if (Longer ? I > Choice.Interval && Next == Choice.Interval
               : I < Choice.Interval)
      Next = I;
  Choice.Interval = Next;
}

bool TopCommand::obey(int Key, size_t Rows, size_t Fit) {
  size_t LastFirst = Rows > Fit ? Rows - Fit : 0;
  auto Look = [this](size_t View) {
    Choice.View = LiveView(View % NumLiveViews);
    Choice.First = 0;
    Choice.Help = false;
  };
  auto SortBy = [this](LiveSort Sort) {
    Choice.Sort = Sort;
    Choice.First = 0;
  };
  switch (Key) {
  case 'q':
  case 'Q':
    return false;
  case '1':
  case '2':
  case '3':
  case '4':
  case '5':
    Look(size_t(Key - '1'));
    break;
  case '\t':
  case KeyRight:
    Look(size_t(Choice.View) + 1);
    break;
  case KeyLeft:
    Look(size_t(Choice.View) + NumLiveViews - 1);
    break;
  case 'r':
    SortBy(LiveSort::Rate);
    break;
  case 'b':
    SortBy(LiveSort::ByteRate);
    break;
  case 'c':
    SortBy(LiveSort::Count);
    break;
  case 't':
    SortBy(LiveSort::Bytes);
    break;
  case KeyUp:
    Choice.First -= Choice.First != 0;
    break;
  case KeyDown:
    Choice.First = std::min(Choice.First + 1, LastFirst);
    break;
  case KeyPageUp:
    Choice.First -= std::min(Choice.First, Fit);
    break;
  case KeyPageDown:
    Choice.First = std::min(Choice.First + Fit, LastFirst);
    break;
  case KeyHome:
    Choice.First = 0;
    break;
  case KeyEnd:
    Choice.First = LastFirst;
    break;
  case 'p':
  case ' ':
    Choice.Paused = !Choice.Paused;
    break;
  case '+':
  case '=':
    changeInterval(/*Longer=*/false);
    break;
  case '-':
    changeInterval(/*Longer=*/true);
    break;
  case '?':
  case 'h':
    Choice.Help = !Choice.Help;
    break;
  }
  return true;
}

void TopCommand::draw(Screen &On, TopSampler &S, const LiveRates &R) {
  Screen::Size Size = On.size();
  TextStyle Style = Terminal.style();
  // Terminals may be narrower than any text.
  Style.Width = Size.Columns;
  size_t Fit = rowsOfTop(Size.Lines, Choice.Keys);
  size_t Rows = R.Rows[size_t(Choice.View)].size();
  Choice.First = std::min(Choice.First, Rows > Fit ? Rows - Fit : 0);
  std::vector<std::string> Lines =
      drawTop(S.model(), R, S.history(), S.names(), Choice, Size.Lines, Style);
  for (std::string &Line : Lines) {
    std::string Safe;
    raw_string_ostream To(Safe);
    {
      PrintableStream(To, Style.documentKind()) << Line;
    }
    Line = To.str();
  }
  On.show(Lines);
}

Error TopCommand::showPictures(TopSampler &S) {
  Expected<std::unique_ptr<Screen>> On = Screen::open();
  if (!On)
    return On.takeError();
  Screen::Time Next = afterInterval();
  renew(S);
  LiveRates Shown = ratesOfPicture(S);
  draw(**On, S, Shown);
  while (true) {
    bool IsOver = S.program().isOver();
    // Nothing will change: only the user is waited for.
    Screen::Event E = (*On)->wait(IsOver ? Screen::Time::max() : Next,
                                  IsOver ? -1 : S.program().endDescriptor());
    if (E.Closed)
      return Error::success();
    if (E.Key && !obey(E.Key, Shown.Rows[size_t(Choice.View)].size(),
                       rowsOfTop((*On)->size().Lines, Choice.Keys)))
      return Error::success();
    // Stacks are read from now on.
    const bool LacksStacks = wantsStacks() && !S.hasStacks();
    if (LacksStacks ||
        (!IsOver && (E.Readable || std::chrono::steady_clock::now() >= Next))) {
      if (Error Failed = S.look(wantsStacks())) {
        On->reset(); // The terminal is given back before the message.
        return Failed;
      }
      Next = afterInterval();
      renew(S);
      // Rows of another profile would have other names.
      if (!Choice.Paused || S.program().isAnother() || LacksStacks)
        Shown = ratesOfPicture(S);
    }
    sortRows(Shown, Choice.Sort);
    draw(**On, S, Shown);
  }
}

RegisterCommand<TopCommand> RegisterTop;

} // namespace
} // namespace anomalloc
