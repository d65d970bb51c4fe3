//===- ChangeLines.h - the lines to change ----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the line that is to blame for the blocks of a site. The *line to
/// change* is the line in the first function above all makers (Makers.h),
/// counted outwards from the allocation.
/// \code
///   operator new                        the allocation function
///   std::vector<int>::assign            a maker: library code
///   Element::Element @ element.cpp:14   a maker: a constructor
///   Mesh::operator[] @ mesh.cpp:18      a maker: an operator
///   squaredErrors @ post.cpp:22         the line to change
///   Simulation::post @ simulation.cpp:58
/// \endcode
/// No other code decides which line that is; reports, findings and weights ask
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

struct FortranStatement;

/// A line to change, with the allocations that come through one of its callees.
struct ChangeLine {
  /// The line to change, then the program's own levels that lead to it. Never
  /// empty, at most MaxLevels.
  std::vector<Frame> Levels;
  /// The program's own makers between the line and the allocation, the
  /// outermost first. Empty: the line calls a library, or the allocation
  /// function.
  std::vector<Frame> Makers;
  /// The function that the line calls: the outermost maker (a library's or the
  /// program's), or the allocation function. Linkage name; "" if it is not
  /// known.
  llvm::StringRef Callee;
  /// Where the blocks lie, if Callee is the allocation function. What it takes
  /// from the heap to make a block elsewhere is of another ChangeLine.
  MemorySpace Space = MemorySpace::Host;
  /// If the line calls through a pointer: the name of the callee in the source
  /// ("" if not known), and whether the callee is a virtual function.
  llvm::StringRef PointerName;
  bool IsVirtual = false;
  /// If the outermost of Makers is a constructor: whether an object of its
  /// class can be filled again, if known.
  std::optional<ClassRefill> Refill;
  /// The outermost of Makers is a constructor or an assignment that makes at
  /// least a tenth of all blocks. Many lines call it, and none of them has more
  /// than half of its blocks.
  bool OfSharedMaker = false;
  /// What the source says there, if it is of Fortran and at hand; else null.
  const FortranStatement *Statement = nullptr;
  /// Linkage names of all makers, the outermost first.
  std::vector<llvm::StringRef> MakerNames;
  /// Linkage names of makers that are only on some ways from the line to the
  /// allocation. They are not in Makers. Nobody counted which way the blocks
  /// took.
  std::set<llvm::StringRef> OnSomeWays;
  /// If IsCounted, exactly the blocks of this line. If not, the line is one of
  /// several that may have made some blocks, and nobody counted which line did.
  /// Sum is then without these blocks.
  Amount Sum;
  Amount Dark; ///< The part of Sum that no site made.
  bool IsCounted = true;
  /// The maker calls of the line were counted, but nobody knows how many of
  /// their blocks pass the filters.
  bool IsMixed = false;
  /// Some loops around a site or a call of the line are not known, so Depth is
  /// the least that it can be.
  bool DepthIsLeast = false;
  uint64_t Depth = 0; ///< Effective loop depth, of the deepest site.
  /// The part of Depth that is inside Makers, around the allocation, as far as
  /// it is known. It is told for the heaviest site.
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

  /// The file, line number and function of the line, the callee and the space.
  /// LinesToChange has each key once.
  using Key = std::tuple<llvm::StringRef, uint32_t, llvm::StringRef,
                         llvm::StringRef, llvm::StringRef, MemorySpace>;
  Key key() const {
    return {line().File, line().Line, line().Function,
            Callee,      PointerName, Space};
  }
};

/// One way that blocks of a line came: an inline chain, a calling stack, or a
/// call of a maker.
struct ChangeWay {
  std::vector<Frame> Levels, Makers; ///< As in ChangeLine.
  /// Linkage names of the makers that Call leads to, whatever the way.
  std::vector<llvm::StringRef> CalledMakers;
  /// Set if a maker call was counted. The call may have made blocks at any of
  /// Sites, so the sizes are not known for this way alone.
  std::optional<MakerCallIndex> Call;
  /// Several ways may have made the blocks of Sites, and nobody counted which
  /// way did. This is one of these ways, and Sum has all of the blocks.
  bool IsShared = false;
  /// Includes sites that made nothing. Empty: code without sites.
  std::set<SiteIndex> Sites;
  Amount Sum;
  std::map<uint64_t, uint64_t> Sizes; ///< Allocations by size.
  uint64_t Depth = 0;                 ///< As in ChangeLine.
  /// Index of LinesToChange::Lines. None: the line made nothing.
  std::optional<uint32_t> Line;
};

/// How much findLinesToChange tells.
enum class LineDetail {
  Lines,
  Ways, ///< Also the ways, and sites that never ran.
};

/// The lines that made the blocks of the sites, and of dark code with stacks.
struct LinesToChange {
  std::vector<ChangeLine> Lines; ///< The most allocations first.
  /// Only with LineDetail::Ways. All ways that are not shared have together the
  /// same sum as all lines.
  std::vector<ChangeWay> Ways;
  /// With LineDetail::Ways: sites in makers that several lines, or counted
  /// calls, lead to. The counts of these sites are added to no element of Ways
  /// but shared ones.
  std::vector<SiteIndex> InMakers;
  /// By site: indices of Lines. Empty if the site made nothing.
  std::vector<std::vector<uint32_t>> OfSite;
  /// Allocations of sites that no line is known to have made.
  Amount Unknown;
  /// Maker calls were counted. So lines that are neither IsCounted nor IsMixed
  /// made nothing.
  bool CallsCounted = false;
  /// Every block of a site in makers has a stack, and the lines of these sites
  /// were read off the stacks.
  bool StacksRead = false;

  llvm::ArrayRef<uint32_t> of(SiteIndex Site) const {
    return OfSite[uint32_t(Site)];
  }
};

/// \p Counts, \p Stacks and \p Calls are those that pass the filters. The
/// inline chain of a site tells its line, if one of the levels is no maker's.
/// For sites whose levels are all makers, the stacks tell, if stacks were
/// recorded for all of these sites. Else the counters of maker calls tell.
/// Without these counters, a line is known only if a single line leads to the
/// site.
LinesToChange findLinesToChange(const Profile &P, llvm::ArrayRef<Count> Counts,
                                llvm::ArrayRef<StackCount> Stacks,
                                const MakerShares &Calls,
                                const LoopDepths &Depths,
                                LineDetail Detail = LineDetail::Lines);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_CHANGELINES_H
