//===- Run.h - a profile, and what budgets ask of it ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_BUDGET_RUN_H
#define ANOMALLOC_BUDGET_RUN_H

#include "Analysis/lifetimes/LifetimeTable.h"
#include "Analysis/lines/UserCallers.h"
#include "Analysis/sites/IterationCounts.h"
#include "Analysis/totals/Coverage.h"
#include "Budget/Budget.h"

namespace anomalloc::budget {

/// One run: a profile, or those of its processes added up. What several
/// budgets ask for is computed once. The profile must outlive it.
class Run {
public:
  explicit Run(const Profile &P);
  Run(const Run &) = delete;

  const Profile &P;
  const LoopDepths Depths;
  const IterationCounts Iterations;
  const Coverage Seen;
  const LifetimeState Lifetimes;
  const std::vector<Count> Counts; ///< As applyFilter() leaves them.
  const std::map<llvm::StringRef, uint64_t> Calls; ///< countCalls().
  /// By site: allocations of the whole run.
  std::vector<uint64_t> OfSite;
  /// By site: the user's lines that lead to it, if it is in a library.
  std::vector<const UserLines *> Callers;

  /// That a process did not end in order, and what to do; "" if all did.
  std::string cutShort() const;
  /// That the run had processes that left no profile, and what to do; "" if
  /// not.
  std::string missingChildren() const;
  /// Why a measure that needs \p Need has no number here, and what to do; "" if
  /// it has.
  std::string missing(MeasureNeed Need) const;
  /// The same for what is only known of sites: loops, and sites themselves.
  std::string missingSites() const;

private:
  UserCallers Who;
};

/// What of a run is in a scope.
class InScope {
public:
  InScope(const budget::Run &R, const Scope &S);

  /// For Count, StackCount, Lifetime and StackLifetime.
  template <typename T> bool has(const T &C) const {
    std::optional<DarkIndex> Dark;
    if constexpr (std::is_same_v<T, Count> || std::is_same_v<T, Lifetime>)
      Dark = C.Dark;
    return S.Globs.Sizes.contains(C.Size) && hasSection(C.Section) &&
           hasOrigin(C.Site, Dark);
  }
  bool hasSection(SectionIndex I) const { return Section[uint32_t(I)]; }
  bool hasSite(SiteIndex I) const { return Site[uint32_t(I)]; }

  /// What the scope names and the run has not, and what to do; "" if nothing.
  const std::string &nothing() const { return Nothing; }

  const budget::Run &R;
  const Scope &S;

private:
  bool hasOrigin(std::optional<SiteIndex> I, std::optional<DarkIndex> D) const;
  void chooseSites();
  void chooseDark();
  void findNothing();

  std::vector<bool> Section, Site;
  /// By site: it has the key, if the scope has it.
  std::vector<bool> SiteFile, SiteFunction, DarkFile, DarkFunction;
  std::string Nothing;
};

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_RUN_H
