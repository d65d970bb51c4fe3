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

#ifndef ANOMALLOC_ANALYSIS_CHANGELINES_H
#define ANOMALLOC_ANALYSIS_CHANGELINES_H

#include "Analysis/Amount.h"
#include "Analysis/LoopDepth.h"
#include "Analysis/MakerShares.h"
#include "Analysis/SizeShare.h"
#include "llvm/ADT/ArrayRef.h"

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
  /// Linkage names of all makers, the outermost first.
  std::vector<llvm::StringRef> MakerNames;
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
  const Frame &line() const { return Levels.front(); }
};

/// Who made the blocks of the sites, and of dark code with stacks.
struct LinesToChange {
  std::vector<ChangeLine> Lines; ///< The most allocations first.
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
                                const LoopDepths &Depths);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGELINES_H
