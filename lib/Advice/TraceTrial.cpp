//===- TraceTrial.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Advice/TraceTrial.h"
#include "Replay/Study.h"
#include "Replay/TraceNames.h"

using namespace llvm;

namespace anomalloc {

Expected<TracedRun> TracedRun::look(StringRef Path) {
  Expected<ReplayInput> Input = ReplayInput::open(Path);
  if (!Input)
    return Input.takeError();
  Expected<TraceSummary> Summary = summarize(*Input);
  if (!Summary)
    return Summary.takeError();
  TracedRun Run;
  Run.Path = Path.str();
  Run.Events = Summary->Events;
  Run.Threads = Summary->Threads;
  Run.PeakBytes = Summary->PeakBytes;
  Run.Missing = Summary->Missing;
  Run.Summary = std::move(*Summary);
  if (!Input->profile())
    return std::move(Run);
  Expected<TracedProfile::Names> Names =
      Input->profile()->resolve(Run.Summary.Keys);
  if (!Names)
    return Names.takeError();
  Run.HasProfile = true;
  nameSections(Run.Summary, *Names);
  Run.Names = std::move(*Names);
  for (const Process &P : Run.Names.Model->Processes) {
    Run.Command = P.info("command").value_or("").str();
    Run.Library = P.info("allocator").value_or("").str();
    if (uint64_t RunTime = P.runTime())
      Run.Nanoseconds = RunTime;
  }
  return std::move(Run);
}

Expected<std::vector<CandidateRuns>> measureByReplay(StringRef Path,
                                                     const ReplayRequest &How,
                                                     ArrayRef<Candidate> These,
                                                     unsigned Repeat) {
  // A profile gives its names once.
  Expected<ReplayInput> Input = ReplayInput::open(Path);
  if (!Input)
    return Input.takeError();
  StudyRequest Request;
  Request.Repeat = Repeat;
  for (const Candidate &C : These) {
    ReplayRequest Its = How;
    Its.Library = C.With.Library;
    Its.OnlyTotals = true;
    Its.PoolSizes = C.PoolSizes;
    Its.ArenaSections = C.ArenaSections;
    for (std::string &Each : environmentOf(C.Settings))
      Its.Environment.push_back(std::move(Each));
    Request.Allocators.push_back({C.name(), std::move(Its)});
  }
  Expected<ReplayStudy> S = study(*Input, Request);
  if (!S)
    return S.takeError();
  const ReplayRow &Null = S->Own[1];
  if (!Null.Failure.empty())
    return createStringError(inconvertibleErrorCode(),
                             Path + ": the replay failed: " + Null.Failure);
  const double Own = double(Null.Nanoseconds.Value);
  std::vector<CandidateRuns> Result;
  for (const ReplayRow &Row : S->Rows) {
    CandidateRuns M;
    M.Failure = Row.Failure;
    for (const ReplayResult &R : Row.Runs) {
      M.Numbers[size_t(AdviceMeasure::Time)].push_back(
          std::max(double(R.Nanoseconds) - Own, 0.0));
      M.Numbers[size_t(AdviceMeasure::PeakResident)].push_back(
          double(R.PeakResident));
      M.Numbers[size_t(AdviceMeasure::MeanResident)].push_back(
          double(R.MeanResident));
    }
    Result.push_back(std::move(M));
  }
  return std::move(Result);
}

} // namespace anomalloc
