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

/// One run: its profile, or the added-up profiles of its processes. Computes
/// once what several budgets need. The profile must outlive this object.
class Run {
public:
  explicit Run(const Profile &P);
  Run(const Run &) = delete;

  const Profile &P;
  const LoopDepths Depths;
  const IterationCounts Iterations;
  const Coverage Seen;
  const LifetimeState Lifetimes;
  const std::vector<Count> Counts; ///< All rows, with the lanes added up.
  const std::map<llvm::StringRef, uint64_t> Calls; ///< countCalls().
  /// By site: allocations of the whole run.
  std::vector<uint64_t> OfSite;
  /// For each site: the user's lines that lead to it, if it is in a library.
  std::vector<const UserLines *> Callers;

  /// A message that a process did not end in order, and what the user can do.
  /// "" if all processes ended in order.
  std::string cutShort() const;
  /// A message that some processes of the run left no profile, and what the
  /// user can do. "" if no profile is missing.
  std::string missingChildren() const;
  /// Why a measure that needs \p Need has no value in this run, and what the
  /// user can do. "" if it has a value.
  std::string missing(MeasureNeed Need) const;
  /// Why a measure of sites or of their loops has no value in this run, and
  /// what the user can do. "" if it has a value.
  std::string missingSites() const;

private:
  UserCallers Who;
};

/// The part of a run that is in a scope.
class InScope {
public:
  InScope(const budget::Run &R, const Scope &S);

  /// Whether the row \p C is in the scope. T is Count, StackCount, Lifetime or
  /// StackLifetime.
  template <typename T> bool has(const T &C) const {
    std::optional<DarkIndex> Dark;
    if constexpr (std::is_same_v<T, Count> || std::is_same_v<T, Lifetime>)
      Dark = C.Dark;
    return S.Globs.Sizes.contains(C.Size) && hasSection(C.Section) &&
           hasOrigin(C.Site, Dark);
  }
  bool hasSection(SectionIndex I) const { return Section[uint32_t(I)]; }

  /// A message about what the scope names but the run does not contain. The
  /// message also says what the user can do. It is "" if the run contains
  /// everything.
  const std::string &nothing() const { return Nothing; }

  const budget::Run &R;
  const Scope &S;

private:
  bool hasOrigin(std::optional<SiteIndex> I, std::optional<DarkIndex> D) const;
  void chooseSites();
  void chooseDark();
  void findNothing();

  std::vector<bool> Section, Site;
  /// For each site or dark origin: whether the file or function matches. All
  /// are true if the scope has no such key.
  std::vector<bool> SiteFile, SiteFunction, DarkFile, DarkFunction;
  std::string Nothing;
};

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_RUN_H
