//===- Replay.cpp ---------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay/Replay.h"
#include "Replay/Feeder.h"
#include "Support/Errors.h"
#include "Support/Numbers.h"
#include <chrono>
#include <ctime>

using namespace llvm;

namespace anomalloc {
namespace {

uint64_t timeOf(const timeval &T) {
  return uint64_t(T.tv_sec) * 1000000000 + uint64_t(T.tv_usec) * 1000;
}

uint64_t processorTime() {
  timespec T;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &T);
  return uint64_t(T.tv_sec) * 1000000000 + uint64_t(T.tv_nsec);
}

uint64_t atLeastZero(uint64_t A, uint64_t B) { return A > B ? A - B : 0; }

/// One replay.
class Session {
public:
  Session(const TraceSummary &Summary, const ReplayRequest &Request,
          const ServedPlan &Plan, ReplayProcess &P, uint64_t Own,
          ReplayResult &R)
      : Summary(Summary), Request(Request), P(P), Own(Own), R(R),
        Feeds(P, Summary, Plan) {}

  Error play(TraceReader &Reader) {
    P.resetPeak();
    const auto Start = std::chrono::steady_clock::now();
    const uint64_t DriverStart = processorTime();
    NextPoint = pointAfter(0);
    while (true) {
      Expected<ArrayRef<TraceEvent>> Events = Reader.next();
      if (!Events)
        return Events.takeError();
      if (Events->empty())
        break;
      for (const TraceEvent &E : *Events) {
        if (Error Failure = Feeds.note(E))
          return Failure;
        if (Feeds.allocated() >= NextPoint)
          if (Error Failure = measure())
            return Failure;
        if (Feeds.events() == Summary.PeakEvent && !WasAtPeak)
          if (Error Failure = measurePeak())
            return Failure;
      }
    }
    if (Error Failure = Feeds.rest())
      return Failure;
    R.WallNanoseconds = uint64_t(
        std::chrono::nanoseconds(std::chrono::steady_clock::now() - Start)
            .count());
    R.DriverNanoseconds = processorTime() - DriverStart;
    return finish();
  }

private:
  bool wantsAll() const { return !Request.IsNull && !Request.OnlyTotals; }

  /// Where on the allocation clock the next measurement is due.
  uint64_t pointAfter(unsigned Done) const {
    if (Done >= Request.Points)
      return UINT64_MAX;
    return uint64_t(double(Summary.AllocatedBytes) / Request.Points *
                    (Done + 1));
  }

  Expected<ReplayPoint> point() {
    if (Error Failure = Feeds.rest())
      return std::move(Failure);
    ReplayPoint Now;
    Now.Allocated = Feeds.allocated();
    Now.LiveBytes = Feeds.liveBytes() * Request.Copies;
    Now.LiveBlocks = Feeds.liveBlocks() * Request.Copies;
    Now.Resident = atLeastZero(P.memory().Anonymous, Own);
    Highest = std::max(Highest, Now.Resident);
    return Now;
  }

  Error measure() {
    Expected<ReplayPoint> Now = point();
    if (!Now)
      return Now.takeError();
    R.Points.push_back(*Now);
    while (Feeds.allocated() >= NextPoint)
      NextPoint = pointAfter(++Points);
    if (!wantsAll())
      return Error::success();
    const uint64_t Unused = atLeastZero(Now->Resident, Now->LiveBytes);
    if (Unused > atLeastZero(R.Sparsest.Resident, R.Sparsest.LiveBytes)) {
      R.Sparsest = *Now;
      std::vector<PlacedBlock> Blocks = Feeds.placedBlocks();
      R.KeptAtSparsest.clear();
      R.PagesAtSparsest = computePageUse(Blocks, &R.KeptAtSparsest);
    }
    return Error::success();
  }

  Error measurePeak() {
    WasAtPeak = true;
    Expected<ReplayPoint> Now = point();
    if (!Now)
      return Now.takeError();
    R.AtPeak = *Now;
    if (!wantsAll())
      return Error::success();
    std::vector<PlacedBlock> Blocks = Feeds.placedBlocks();
    R.PagesAtPeak = computePageUse(Blocks, nullptr);
    for (const PlacedBlock &B : Blocks)
      if (!B.IsServed)
        ++R.BlocksAtPeak[{B.Size, B.AlignmentBits}];
    return askStatistics(R.SaidAtPeak);
  }

  Error askStatistics(ReplayResult::Statistics &To) {
    if (Error E = P.ask(replay::Command::Statistics))
      return E;
    P.state().Text[replay::TextSize - 1] = 0;
    StringRef Text = P.state().Text;
    while (!Text.empty()) {
      StringRef Line;
      std::tie(Line, Text) = Text.split('\n');
      auto [Name, Value] = Line.split(' ');
      uint64_t Number;
      if (!Value.getAsInteger(10, Number))
        To.push_back({Name.str(), Number});
    }
    return Error::success();
  }

  /// The rings have room for the questions: they are empty.
  Error askUsableSizes() {
    replay::SharedState &S = P.state();
    const uint64_t Room = uint64_t(S.Lanes) * S.RingWords * sizeof(uint64_t) /
                          sizeof(replay::Question);
    const auto End = Summary.AllocationsByShape.end();
    auto It = Summary.AllocationsByShape.begin();
    while (It != End) {
      S.Questions = 0;
      for (; It != End && S.Questions != Room; ++It)
        if (const BlockShape &Its = It->first; Its.Size <= LargestAsked)
          S.questions()[S.Questions++] = {Its.Size, Its.AlignmentBits, 0};
      if (Error E = P.ask(replay::Command::UsableSizes))
        return E;
      for (uint32_t I = 0; I != S.Questions; ++I)
        if (const replay::Question &Q = S.questions()[I]; Q.Usable)
          R.Usable[{Q.Size, unsigned(Q.AlignmentBits)}] = Q.Usable;
    }
    return Error::success();
  }

  Error finish() {
    Expected<ReplayPoint> Last = point();
    if (!Last)
      return Last.takeError();
    const ProcessMemoryUse M = P.memory();
    // What files and shared memory hold does not shrink.
    R.PeakResident =
        std::max(Highest, atLeastZero(M.Peak, M.File + M.Shared + Own));
    // A large block may pass over several points.
    double Sum = 0;
    uint64_t Until = 0;
    for (const ReplayPoint &Each : R.Points) {
      Sum += double(Each.Resident) * double(Each.Allocated - Until);
      Until = Each.Allocated;
    }
    R.MeanResident = Until ? uint64_t(Sum / double(Until)) : 0;
    const replay::SharedState &S = P.state();
    for (uint64_t I = 0; I != uint64_t(S.Lanes) * S.Copies; ++I) {
      const replay::Worker &W = P.state().workers()[I];
      R.Operations += W.Operations;
      R.Nanoseconds += W.Nanoseconds;
      R.TouchNanoseconds += W.TouchNanoseconds;
      R.Waits += W.Waits;
    }
    R.Served = Feeds.served();
    if (wantsAll()) {
      if (Error E = askStatistics(R.SaidAtEnd))
        return E;
      if (Error E = askUsableSizes())
        return E;
    }
    Expected<rusage> Used = P.leave();
    if (!Used)
      return Used.takeError();
    R.UserNanoseconds = timeOf(Used->ru_utime);
    R.SystemNanoseconds = timeOf(Used->ru_stime);
    R.PageFaults = uint64_t(Used->ru_minflt);
    return Error::success();
  }

  static constexpr uint64_t LargestAsked = uint64_t(256) << 20;

  const TraceSummary &Summary;
  const ReplayRequest &Request;
  ReplayProcess &P;
  const uint64_t Own; ///< Anonymous memory of the replayer.
  ReplayResult &R;
  Feeder Feeds;
  uint64_t Highest = 0;
  uint64_t NextPoint = 0;
  unsigned Points = 0;
  bool WasAtPeak = false;
};

/// Anonymous memory of a replayer with \p Lanes that does nothing.
Expected<uint64_t> ownMemory(ReplayRequest Request, uint32_t Lanes) {
  Request.IsNull = true;
  Request.Library.clear();
  Request.Environment.clear();
  Expected<std::unique_ptr<ReplayProcess>> P =
      ReplayProcess::start(Request, {}, Lanes, /*Slots=*/1);
  if (!P)
    return P.takeError();
  return (*P)->memory().Anonymous;
}

Error play(const ReplayInput &Input, const TraceSummary &Summary,
           const ReplayRequest &Request, ReplayResult &R) {
  if (Summary.LargestBlock > replay::AddressMask)
    return makeError(Input.path() + ": a block of " +
                     formatBytes(Summary.LargestBlock) +
                     " is in the trace, which no machine has; record the "
                     "program again");
  const uint64_t Lanes = std::max<uint64_t>(Summary.LaneNumbers.size(), 1);
  // Realloc's old blocks are there besides. Room to spare: lanes wait less.
  const uint64_t Slots =
      Summary.MostBlocks + Lanes + (Lanes == 1 ? 0 : Summary.MostBlocks / 4);
  if (Slots > UINT32_MAX)
    return makeError(Input.path() +
                     ": more than 4 billion blocks live at once");
  Expected<std::unique_ptr<TraceReader>> Reader = Input.trace();
  if (!Reader)
    return Reader.takeError();
  Expected<ServedPlan> Plan = planServed(Input, Summary, Request);
  if (!Plan)
    return Plan.takeError();
  Expected<uint64_t> Own = ownMemory(Request, uint32_t(Lanes));
  if (!Own)
    return Own.takeError();
  Expected<std::unique_ptr<ReplayProcess>> P =
      ReplayProcess::start(Request, *Plan, uint32_t(Lanes), Slots);
  if (!P)
    return P.takeError();
  return Session(Summary, Request, *Plan, **P, *Own, R).play(**Reader);
}

} // namespace

Expected<ReplayResult> replayTrace(const ReplayInput &Input,
                                   const TraceSummary &Summary,
                                   const ReplayRequest &Request) {
  ReplayResult R;
  Error E = handleErrors(play(Input, Summary, Request, R),
                         [&](const ReplayFailure &F) {
                           R.Failure = toString(make_error<ReplayFailure>(F));
                         });
  if (E)
    return std::move(E);
  return std::move(R);
}

} // namespace anomalloc
