//===- ChangeLines.h - the lines to change ----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Who is to blame for the blocks of a site: the *line to change* is that of
/// the first function above all makers (Makers.h), counted outwards from the
/// allocation.
/// \code
///   operator new                        the allocation function
///   std::vector<int>::assign            a maker: library code
///   Element::Element @ element.cpp:14   a maker: a constructor
///   Mesh::operator[] @ mesh.cpp:18      a maker: an operator
///   squaredErrors @ post.cpp:22         the line to change
///   Simulation::post @ simulation.cpp:58
/// \endcode
/// This is the one place that answers it; reports, findings and weights ask
/// here.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LINES_CHANGELINES_H
#define ANOMALLOC_ANALYSIS_LINES_CHANGELINES_H

#include "Analysis/lines/MakerShares.h"
#include "Analysis/sites/LoopDepth.h"
#include "Analysis/sites/SizeShare.h"
#include "Analysis/totals/Amount.h"
#include "llvm/ADT/ArrayRef.h"
#include <set>
#include <tuple>

namespace anomalloc {

/// A line to change, and what one callee of it allocates.
struct ChangeLine {
  /// The line to change, then the program's own levels that lead to it. Never
  /// empty, at most MaxLevels.
  std::vector<Frame> Levels;
  /// The program's own levels that the line calls: makers, the outermost
  /// first. Empty: the line calls a library, or the allocation function.
  std::vector<Frame> Makers;
  /// What the line calls: the outermost maker, a library's or the program's,
  /// or the allocation function. Linkage name; "" if it is not known.
  llvm::StringRef Callee;
  /// If a pointer leads to the callee: what the source calls it, and whether it
  /// is a virtual function. "": not known.
  llvm::StringRef PointerName;
  bool IsVirtual = false;
  /// If the outermost of Makers is a constructor: of its class, if known.
  std::optional<ClassRefill> Refill;
  /// The outermost of Makers is a constructor or an assignment that makes a
  /// tenth of all blocks, through so many lines that none has half of these.
  bool OfSharedMaker = false;
  /// Linkage names of all makers, the outermost first.
  std::vector<llvm::StringRef> MakerNames;
  /// Linkage names of makers that only some of its ways have, and that are not
  /// in Makers: which way its blocks took, nobody counted.
  std::set<llvm::StringRef> OnSomeWays;
  /// The line's own blocks, exactly, if IsCounted. If not, it is one of
  /// several lines that may have made some, and nobody counted which.
  Amount Sum;
  Amount Dark; ///< The part of Sum that no site made.
  bool IsCounted = true;
  /// Its maker calls were counted, but how many of their blocks pass the
  /// filters is not known.
  bool IsMixed = false;
  uint64_t Depth = 0; ///< Effective loop depth, of the deepest site.
  /// Of these loops, those around the allocation inside Makers, as far as they
  /// are known: of the heaviest site.
  uint64_t LoopsInMakers = 0;
  /// The sites that made these blocks; empty for code without sites.
  std::vector<SiteIndex> Sites;
  /// Allocations by size. Empty if nobody counted them for the line alone: the
  /// sizes are then among those of its sites.
  SizeCounts Sizes;

  static constexpr size_t MaxLevels = 4;
  /// Whether it is known what the line made.
  bool isKnown() const { return Sum.Allocations != 0; }
  const Frame &line() const { return Levels.front(); }

  /// File, line and function of the line, and callee: each stands once in
  /// LinesToChange.
  using Key = std::tuple<llvm::StringRef, uint32_t, llvm::StringRef,
                         llvm::StringRef, llvm::StringRef>;
  Key key() const {
    return {line().File, line().Line, line().Function, Callee, PointerName};
  }
};

/// One way that blocks of a line came: an inline chain, a calling stack, or a
/// call of a maker.
struct ChangeWay {
  std::vector<Frame> Levels, Makers; ///< As those of ChangeLine.
  /// Linkage names of the makers that Call leads to, whatever the way.
  std::vector<llvm::StringRef> CalledMakers;
  /// Set if the call was counted, of whatever of Sites. So their sizes are not
  /// known for this way alone.
  std::optional<MakerCallIndex> Call;
  /// It is one of several that may have made the blocks of Sites, and nobody
  /// counted which: Sum has them all.
  bool IsShared = false;
  /// Those that made nothing, too. Empty: code without sites.
  std::set<SiteIndex> Sites;
  Amount Sum;
  std::map<uint64_t, uint64_t> Sizes; ///< Allocations by size.
  uint64_t Depth = 0;                 ///< As ChangeLine's.
  /// Index of LinesToChange::Lines. None: the line made nothing.
  std::optional<uint32_t> Line;
};

/// What findLinesToChange tells.
enum class LineDetail {
  Lines,
  Ways, ///< The ways too, and what never ran.
};

/// Who made the blocks of the sites, and of dark code with stacks.
struct LinesToChange {
  std::vector<ChangeLine> Lines; ///< The most allocations first.
  /// With LineDetail::Ways. The sum over those that are not shared is that of
  /// the lines.
  std::vector<ChangeWay> Ways;
  /// With LineDetail::Ways: sites in makers that several lines, or counted
  /// calls, lead to. What they made themselves is in no way.
  std::vector<SiteIndex> InMakers;
  /// By site: indices of Lines. Empty if the site made nothing.
  std::vector<std::vector<uint32_t>> OfSite;
  /// Allocations of sites that no line is known to have made.
  Amount Unknown;
  /// Maker calls were counted: lines that are not IsCounted made nothing.
  bool CallsCounted = false;
  /// Every block of these sites has a stack, and lines were read off there.
  bool StacksRead = false;

  llvm::ArrayRef<uint32_t> of(SiteIndex Site) const {
    return OfSite[uint32_t(Site)];
  }
};

/// \p Counts, \p Stacks and \p Calls are those that pass the filters. A site's
/// inline chain tells, if one of its levels is no maker's. If not, the stacks
/// do where they were recorded of all such sites; else the counters of maker
/// calls; without these, a line is known if there is but one.
LinesToChange findLinesToChange(const Profile &P, llvm::ArrayRef<Count> Counts,
                                llvm::ArrayRef<StackCount> Stacks,
                                const MakerShares &Calls,
                                const LoopDepths &Depths,
                                LineDetail Detail = LineDetail::Lines);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_CHANGELINES_H
