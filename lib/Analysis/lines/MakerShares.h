//===- MakerShares.h - what of maker calls passes the filters ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A maker call counts the blocks of all sites that it leads to in one sum. A
/// filter of sizes, files or functions lets only some of these blocks pass. How
/// many blocks of the call pass can be told exactly in these cases:
/// * All sites that the call leads to pass with all their sizes, or none does.
/// * The sites have two sizes: the numbers of blocks and of bytes then have one
///   solution.
/// * The numbers of all other calls that lead to the same sites are known.
///
/// This holds only where the sums of the calls and the sums of the sites agree.
/// If they do not, the calls have counted blocks of other sites, behind
/// pointers.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LINES_MAKERSHARES_H
#define ANOMALLOC_ANALYSIS_LINES_MAKERSHARES_H

#include "Profile/Profile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <set>

namespace anomalloc {

/// The blocks that maker calls counted and that pass the filters.
struct MakerShares {
  std::vector<MakerCount> Known;
  /// Calls that may have made some of the blocks that pass; nobody can tell how
  /// many. These calls have no row in Known.
  std::set<MakerCallIndex> Unknown;
};

/// Finds out how many blocks of each maker call pass the filters. \p InScope
/// tells whether a section and a lane pass. \p Passes tells whether a count in
/// such a section and lane passes.
MakerShares
shareMakers(const Profile &P,
            llvm::function_ref<bool(SectionIndex, LaneIndex)> InScope,
            llvm::function_ref<bool(const Count &)> Passes);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_MAKERSHARES_H
