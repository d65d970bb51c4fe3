//===- Judge.cpp ----------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Advice/Judge.h"
#include "Allocators/RankTest.h"

using namespace llvm;

namespace anomalloc {

static bool isWorth(const AdviceRequest &Request, AdviceMeasure M,
                    const MeasureChange &C) {
  if (!C.Differs || C.saved() <= 0)
    return false;
  if (M != AdviceMeasure::Time)
    return C.saved() >= AllocatorAdvice::LeastBytes &&
           C.saved() >= AllocatorAdvice::LeastOfMemory * C.Base;
  return Request.RunTime ? C.saved() >= AllocatorAdvice::LeastOfRun *
                                            double(Request.RunTime)
                         : C.saved() >= AllocatorAdvice::LeastOfTime * C.Base;
}

unsigned judgeChanges(const AdviceRequest &Request, const CandidateRuns &Base,
                      MutableArrayRef<Finalist> Finalists) {
  std::vector<double> P;
  for (Finalist &F : Finalists)
    for (AdviceMeasure M : AdviceMeasures) {
      MeasureChange &C = F.Changes[size_t(M)];
      if (!F.Fresh.Failure.empty())
        continue;
      C.Base = Base.median(M);
      C.Median = F.Fresh.median(M);
      C.P = rankTest(Base.Numbers[size_t(M)], F.Fresh.Numbers[size_t(M)]);
      P.push_back(C.P);
    }
  const std::vector<double> Corrected = correctByHolm(P);
  const double *Next = Corrected.data();
  for (Finalist &F : Finalists)
    for (AdviceMeasure M : AdviceMeasures) {
      MeasureChange &C = F.Changes[size_t(M)];
      if (!F.Fresh.Failure.empty())
        continue;
      C.Corrected = *Next++;
      C.Differs = C.Corrected <= AllocatorAdvice::Level;
      C.IsWorth = isWorth(Request, M, C);
    }
  for (unsigned N = Request.Repeat; N <= LargestSample; ++N)
    if (leastOfRankTest(N) * double(P.size()) <= AllocatorAdvice::Level)
      return N == Request.Repeat ? 0 : N;
  return 0;
}

} // namespace anomalloc
