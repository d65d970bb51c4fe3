//===- Advice.cpp ---------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Advice/Advice.h"
#include "Advice/Judge.h"
#include "Allocators/RankTest.h"
#include "Replay/Replay.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>
#include <tuple>

using namespace llvm;

namespace anomalloc {

std::string Candidate::name() const {
  std::string Name = With.Name;
  for (const AllocatorSetting *S : Settings)
    Name += (", " + S->Id).str();
  if (!PoolSizes.empty() || !ArenaSections.empty())
    Name += ", " + nameOfServed(PoolSizes, ArenaSections);
  return Name;
}

double CandidateRuns::median(AdviceMeasure M) const {
  return medianOf(Numbers[size_t(M)]);
}

namespace {

class Advisor {
public:
  Advisor(const AdviceRequest &Request, MeasureCandidates Measure)
      : Request(Request), Measure(Measure) {}

  Expected<AllocatorAdvice> run() {
    if (Error E = tryAll())
      return std::move(E);
    for (AdviceMeasure M : AdviceMeasures)
      if (Error E = combine(M))
        return std::move(E);
    if (Error E = measureFinalists())
      return std::move(E);
    A.RepeatNeeded = judgeChanges(Request, A.Base, A.Finalists);
    choose();
    return std::move(A);
  }

private:
  Error tryThese(std::vector<Candidate> These) {
    Expected<std::vector<CandidateRuns>> Numbers =
        Measure(These, Request.Screening);
    if (!Numbers)
      return Numbers.takeError();
    for (auto [Its, Found] : zip_equal(These, *Numbers))
      A.Tried.push_back({std::move(Its), std::move(Found)});
    return Error::success();
  }

  Error baseFailed(StringRef Why) const {
    return createStringError(inconvertibleErrorCode(),
                             "nothing to compare with: the replay under " +
                                 Request.Allocators.front().Name +
                                 " failed: " + Why);
  }

  Error tryAll() {
    std::vector<Candidate> All;
    for (const Allocator &Each : Request.Allocators)
      All.push_back({Each, {}, {}, {}});
    for (const Allocator &Each : Request.Allocators)
      for (const AllocatorSetting &S : allocatorSettings())
        if (Each.Known && Each.Known->Id == S.Allocator &&
            (Request.HasThreads ||
             S.When != AllocatorSetting::Condition::Threads))
          All.push_back({Each, {&S}, {}, {}});
    if (Error E = tryThese(std::move(All)))
      return E;
    const std::string &Failure = A.Tried.front().second.Failure;
    return Failure.empty() ? Error::success() : baseFailed(Failure);
  }

  /// The candidate with the least of \p M that \p Counts; null: there is none.
  const std::pair<Candidate, CandidateRuns> *
  least(AdviceMeasure M, function_ref<bool(const Candidate &)> Counts) const {
    const std::pair<Candidate, CandidateRuns> *Best = nullptr;
    for (const auto &Each : A.Tried)
      if (Each.second.Failure.empty() && Counts(Each.first) &&
          (!Best || Each.second.median(M) < Best->second.median(M)))
        Best = &Each;
    return Best;
  }

  Error combine(AdviceMeasure M) {
    const auto *Start = least(M, [](const Candidate &) { return true; });
    const std::string Name = Start->first.With.Name;
    const auto *Plain = least(M, [&](const Candidate &C) {
      return C.With.Name == Name && C.Settings.empty();
    });
    if (!Plain)
      return Error::success();
    const double Without = Plain->second.median(M);
    std::vector<std::pair<double, const AllocatorSetting *>> Helpful;
    for (const auto &[What, Found] : A.Tried)
      if (What.With.Name == Name && What.Settings.size() == 1 &&
          Found.Failure.empty() && Found.median(M) < Without)
        Helpful.push_back({Found.median(M), What.Settings.front()});
    llvm::sort(Helpful); // As the table stands where numbers are equal.
    Candidate Best = Start->first;
    double Least = Start->second.median(M);
    for (auto [Number, Setting] : Helpful) {
      Candidate More = Best;
      if (!all_of(More.Settings, [S = Setting](const AllocatorSetting *Has) {
            return goTogether(*Has, *S);
          }))
        continue;
      More.Settings.push_back(Setting);
      // In one order, so that other measures find what was tried.
      llvm::sort(More.Settings);
      if (none_of(A.Tried,
                  [&](const auto &Each) { return Each.first == More; }))
        if (Error E = tryThese({More}))
          return E;
      const auto *Its = least(M, [&](const Candidate &C) { return C == More; });
      if (Its &&
          Its->second.median(M) < Least - AllocatorAdvice::AsGood * Without) {
        Best = More;
        Least = Its->second.median(M);
      }
    }
    return Error::success();
  }

  bool isOfBase(const Candidate &C) const {
    return C.With.Name == Request.Allocators.front().Name;
  }

  Error measureFinalists() {
    const Candidate &Base = A.Tried.front().first;
    std::vector<Candidate> These = {Base};
    for (AdviceMeasure M : AdviceMeasures) {
      const double Before = A.Tried.front().second.median(M);
      auto Add = [&](function_ref<bool(const Candidate &)> Counts) {
        const auto *Best = least(M, Counts);
        if (Best && Best->second.median(M) < Before &&
            !is_contained(These, Best->first))
          These.push_back(Best->first);
      };
      Add([](const Candidate &) { return true; });
      // What changes less, so that people can choose.
      Add([](const Candidate &C) { return C.Settings.empty(); });
      Add([&](const Candidate &C) { return isOfBase(C); });
    }
    Expected<std::vector<CandidateRuns>> Numbers =
        Measure(These, Request.Repeat);
    if (!Numbers)
      return Numbers.takeError();
    A.Base = std::move(Numbers->front());
    if (!A.Base.Failure.empty())
      return baseFailed(A.Base.Failure);
    for (size_t I = 1; I != These.size(); ++I)
      A.Finalists.push_back(
          {std::move(These[I]), std::move((*Numbers)[I]), {}});
    return Error::success();
  }

  /// What \p F saves, as a share of what there is.
  double share(const Finalist &F, AdviceMeasure M) const {
    const MeasureChange &C = F.Changes[size_t(M)];
    const double Whole = M == AdviceMeasure::Time && Request.RunTime
                             ? double(Request.RunTime)
                             : C.Base;
    return Whole > 0 ? C.saved() / Whole : 0;
  }

  void note(size_t Index, AdviceMeasure M) {
    auto It =
        find_if(A.Best, [&](const Advice &B) { return B.Finalist == Index; });
    if (It == A.Best.end())
      A.Best.push_back({Index, {M}});
    else if (!is_contained(It->For, M))
      It->For.push_back(M);
  }

  /// Whether \p L changes less than \p R.
  bool changesLess(const Finalist &L, const Finalist &R) const {
    return std::tuple(!isOfBase(L.What), L.What.Settings.size()) <
           std::tuple(!isOfBase(R.What), R.What.Settings.size());
  }

  void choose() {
    for (AdviceMeasure M : AdviceMeasures)
      for (bool OnlyBase : {false, true}) {
        std::vector<size_t> Worth;
        double Least = A.Base.median(M);
        for (auto [I, F] : enumerate(A.Finalists))
          if (const MeasureChange &C = F.Changes[size_t(M)];
              C.IsWorth && (!OnlyBase || isOfBase(F.What))) {
            Worth.push_back(I);
            Least = std::min(Least, C.Median);
          }
        std::optional<size_t> Best;
        for (size_t I : Worth) {
          const Finalist &F = A.Finalists[I];
          const MeasureChange &C = F.Changes[size_t(M)];
          if (C.Median - Least <= AllocatorAdvice::AsGood * C.Base &&
              (!Best || changesLess(F, A.Finalists[*Best])))
            Best = I;
        }
        if (Best)
          note(*Best, M);
      }
    auto Largest = [&](const Advice &B) {
      double Most = 0;
      for (AdviceMeasure M : B.For)
        Most = std::max(Most, share(A.Finalists[B.Finalist], M));
      return Most;
    };
    llvm::sort(A.Best, [&](const Advice &L, const Advice &R) {
      const double OfL = Largest(L), OfR = Largest(R);
      return OfL != OfR ? OfL > OfR : L.Finalist < R.Finalist;
    });
  }

  const AdviceRequest &Request;
  MeasureCandidates Measure;
  AllocatorAdvice A;
};

} // namespace

Expected<AllocatorAdvice> adviseAllocator(const AdviceRequest &Request,
                                          MeasureCandidates Measure) {
  return Advisor(Request, Measure).run();
}

} // namespace anomalloc
