//===- Comparison.h - runs of a program, side by side -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_COMPARE_COMPARISON_H
#define ANOMALLOC_COMPARE_COMPARISON_H

#include "Analysis/filter/Filter.h"
#include "Compare/SiteMatch.h"
#include "Compare/Spread.h"
#include <array>

namespace anomalloc {

enum class Measure : uint8_t {
#define ANOMALLOC_MEASURE(Name, Key, Heading, IsBytes, OfLifetimes) Name,
#include "Compare/Measures.def"
};

struct MeasureInfo {
  llvm::StringRef Key, Heading;
  bool IsBytes, OfLifetimes;
};
inline constexpr size_t NumMeasures = 0
#define ANOMALLOC_MEASURE(Name, Key, Heading, IsBytes, OfLifetimes) +1
#include "Compare/Measures.def"
    ;
const MeasureInfo &infoOf(Measure M);
llvm::ArrayRef<Measure> allMeasures();

/// Runs of one build. Several are repeated runs: they tell what varies.
struct Side {
  std::string Label;
  std::vector<const Profile *> Runs;
};

/// One level of a stack trace type.
struct ComparedLevel {
  llvm::StringRef Function; ///< Linkage name; "" if unknown.
  llvm::StringRef Library;
  uint64_t Offset = 0; ///< Into it, if there is no name.
  llvm::StringRef File;
  uint32_t Line = 0;
};

/// What one thing did in all runs. Which of the first fields are set depends on
/// the table.
struct ComparedRow {
  std::string Name; ///< Of a sum, or of a section.
  uint64_t Size = 0;
  /// The line to change, the function, or the site's first user frame: in the
  /// first side that has it, and in the last one.
  std::optional<Frame> Place, NewPlace;
  const Site *Its = nullptr; ///< In the first side that has it.
  /// Of each side: one site, or several of one place in the source.
  std::vector<std::set<uint64_t>> Ids;
  llvm::StringRef Library, Function; ///< Of dark allocations.
  std::vector<ComparedLevel> Levels; ///< Innermost first.
  /// How it was found again. None: it is not looked for but named.
  std::optional<MatchedBy> How;
  bool ByOrder = false;

  /// By measure: one number a run, in the order of all sides' runs.
  std::array<std::vector<uint64_t>, NumMeasures> Values;
  std::vector<bool> InSide; ///< Whether the side's code or runs have it.
};

struct ComparedTable {
  /// Changed ones first, by the size of the change; then those that vary by
  /// themselves; then the others.
  std::vector<ComparedRow> Rows;
  std::vector<Measure> Measures; ///< What is known of its rows.
  uint64_t Changed = 0, Varying = 0, Same = 0;
};

/// How the sites of one side were found in an earlier one: only those that made
/// something, and their allocations, on average over runs.
struct MatchSums {
  struct Sum {
    uint64_t Sites = 0, Allocations = 0;
    void add(uint64_t More) {
      ++Sites;
      Allocations = llvm::SaturatingAdd(Allocations, More);
    }
  };
  std::array<Sum, 3> By; ///< By MatchedBy, without Unmatched.
  Sum ByOrder;           ///< A part of these.
  Sum Added;             ///< Of this side, not in the first.
  Sum Gone;              ///< Of the first side, not in this one.
  bool anyMatched() const { return By[0].Sites || By[1].Sites || By[2].Sites; }
};

struct CompareOptions {
  anomalloc::Filter Filter;
  Measure Sort = Measure::Allocations;
};

/// Plain data for renderers. Refers to the profiles, which must outlive it.
struct Comparison {
  std::vector<Side> Sides;
  std::vector<std::pair<size_t, size_t>> RunsOf; ///< By side: first, behind.
  bool Filtered = false;
  Measure Sort = Measure::Allocations;
  ComparedTable Totals; ///< In a fixed order.
  ComparedTable Sections, Sizes, Functions, Lines, Sites, Stacks;
  std::vector<MatchSums> Matches; ///< By side; the first is empty.
  std::vector<std::string> Notes; ///< What cannot be compared, and why.

  Spread spread(const ComparedRow &R, Measure M, size_t Side) const;
  /// Of a side and the first one.
  Difference difference(const ComparedRow &R, Measure M, size_t Side) const {
    return compare(spread(R, M, 0), spread(R, M, Side));
  }
  /// Over all sides: what is changed in one of them is changed.
  Difference difference(const ComparedRow &R, Measure M) const;
  /// Over all measures of \p T, a table of this comparison; of its rows but the
  /// sums, without PeakBytes.
  Difference difference(const ComparedRow &R, const ComparedTable &T) const;
  /// The side whose number is furthest from the one before; none if all are
  /// the same or vary by themselves.
  std::optional<size_t> largestStep(const ComparedRow &R, Measure M) const;
};

/// At least two sides with at least one run each. The profiles should be
/// symbolized, their stacks too.
Comparison compareRuns(std::vector<Side> Sides, const CompareOptions &Options);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_COMPARISON_H
