//===- Comparison.h - runs of a program, side by side -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_COMPARE_COMPARISON_H
#define ANOMALLOC_COMPARE_COMPARISON_H

#include "Analysis/estimate/Estimate.h"
#include "Analysis/filter/Filter.h"
#include "Compare/SiteMatch.h"
#include "Compare/Spread.h"
#include <array>
#include <map>

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

/// The runs of one build. If there are several, they repeat the same run, and
/// so show which numbers vary.
struct Side {
  std::string Label;
  std::vector<const Profile *> Runs;
};

/// One level of a stack trace type.
struct ComparedLevel {
  llvm::StringRef Function; ///< Linkage name; "" if unknown.
  llvm::StringRef Library;
  uint64_t Offset = 0; ///< In Library, if Function is unknown.
  llvm::StringRef File;
  uint32_t Line = 0;
};

/// The numbers of one thing, such as a site or a section, in all runs. The
/// table decides which of the first fields are set.
struct ComparedRow {
  std::string Name; ///< Of a sum, or of a section.
  uint64_t Size = 0;
  /// The place of the line to change, of the function, or of the first user
  /// frame of the site: in the first side that has the thing, and in the last
  /// side that has it.
  std::optional<Frame> Place, NewPlace;
  const Site *Its = nullptr; ///< The site in the first side that has it.
  /// By side: the id of the site, or the ids of several sites at one place in
  /// the source.
  std::vector<std::set<uint64_t>> Ids;
  llvm::StringRef Library, Function; ///< Of dark allocations.
  std::vector<ComparedLevel> Levels; ///< Innermost first.
  /// How the thing was found again. None if it need not be found because it has
  /// a name.
  std::optional<MatchedBy> How;
  bool ByOrder = false;

  /// By measure: one number for each run, in the order of the sides and of
  /// their runs.
  std::array<std::vector<uint64_t>, NumMeasures> Values;
  /// By measure and run: the intervals of the numbers that are estimates.
  std::map<std::pair<Measure, size_t>, Estimate> Estimates;
  /// What these rest on, while runs are being added up.
  std::map<std::pair<Measure, size_t>, SampleSum> Samples;
  /// By side: whether the thing is in the code or in the runs of the side.
  std::vector<bool> InSide;
};

struct ComparedTable {
  /// Changed ones first, by the size of the change; then those that vary by
  /// themselves; then the others.
  std::vector<ComparedRow> Rows;
  std::vector<Measure> Measures; ///< The measures that are known.
  uint64_t Changed = 0, Varying = 0, Same = 0;
};

/// Counts how the sites of one side were found in an earlier side, with their
/// allocations on average over runs. Sites that made nothing do not count.
struct MatchSums {
  struct Sum {
    uint64_t Sites = 0, Allocations = 0;
    void add(uint64_t More) {
      ++Sites;
      Allocations = llvm::SaturatingAdd(Allocations, More);
    }
  };
  std::array<Sum, 3> By; ///< By MatchedBy, without Unmatched.
  Sum ByOrder;           ///< The sites in By that only order tells apart.
  Sum Added;             ///< Sites of this side that the first lacks.
  Sum Gone;              ///< Sites of the first side that this one lacks.
  bool anyMatched() const { return By[0].Sites || By[1].Sites || By[2].Sites; }
};

struct CompareOptions {
  anomalloc::Filter Filter;
  Measure Sort = Measure::Allocations;
};

/// Plain data for renderers. Refers to the profiles, which must outlive it.
struct Comparison {
  std::vector<Side> Sides;
  /// By side: its runs in ComparedRow::Values, as [first, end).
  std::vector<std::pair<size_t, size_t>> RunsOf;
  bool Filtered = false;
  Measure Sort = Measure::Allocations;
  ComparedTable Totals; ///< In a fixed order.
  ComparedTable Sections, Sizes, Functions, Lines, Sites, Stacks;
  std::vector<MatchSums> Matches; ///< By side; the first is empty.
  std::vector<std::string> Notes; ///< What cannot be compared, and why.

  /// The measure whose largest change comes first in \p T: Sort, or Bytes if
  /// the table does not know that.
  Measure sortOf(const ComparedTable &T) const {
    return llvm::is_contained(T.Measures, Sort) ? Sort : Measure::Bytes;
  }
  Spread spread(const ComparedRow &R, Measure M, size_t Side) const;
  /// The difference between \p Side and the first side.
  Difference difference(const ComparedRow &R, Measure M, size_t Side) const {
    return compare(spread(R, M, 0), spread(R, M, Side));
  }
  /// The greatest difference over all sides: a number that changed in one side
  /// is Changed.
  Difference difference(const ComparedRow &R, Measure M) const;
  /// The greatest difference over all measures of \p T, a table of this
  /// comparison. PeakBytes counts for the rows of Totals only.
  Difference difference(const ComparedRow &R, const ComparedTable &T) const;
  /// The side that changed most from the side before it. None if no number
  /// changed from one side to the next by more than it varies by itself.
  std::optional<size_t> largestStep(const ComparedRow &R, Measure M) const;
};

/// Compares at least two sides with at least one run each. The profiles and
/// their stacks should be symbolized.
Comparison compareRuns(std::vector<Side> Sides, const CompareOptions &Options);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_COMPARISON_H
