//===- MakerShares.h - what of maker calls passes the filters ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A maker call counts the blocks of all sites that it leads to in one sum. A
/// filter of sizes, files or functions lets some of these pass. How many of the
/// call's can often be told exactly:
/// * all sites that it leads to pass with all their sizes, or none does;
/// * they have two sizes: so many blocks of so many bytes have one solution;
/// * it is the only call that is left of those that lead to some sites.
///
/// This holds only where the calls' sums and those of the sites agree: else
/// blocks of other sites, behind pointers, are among them.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LINES_MAKERSHARES_H
#define ANOMALLOC_ANALYSIS_LINES_MAKERSHARES_H

#include "Profile/Profile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <set>

namespace anomalloc {

/// What passes of the blocks that maker calls counted.
struct MakerShares {
  std::vector<MakerCount> Known;
  /// Calls that made some of the blocks that pass, perhaps: nobody can tell how
  /// many. They have no row in Known.
  std::set<MakerCallIndex> Unknown;
};

/// \p InScope: whether a section and a lane pass. \p Passes: whether a count in
/// scope does.
MakerShares
shareMakers(const Profile &P,
            llvm::function_ref<bool(SectionIndex, LaneIndex)> InScope,
            llvm::function_ref<bool(const Count &)> Passes);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_MAKERSHARES_H
