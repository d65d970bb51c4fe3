//===- GrowthChains.h - how containers got to their size --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks that took the place of smaller ones, from GrowthCounters
/// (LifetimeFormat.h): those that realloc made, and those of twice the size
/// that a growing function of a C++ library's container asked for.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_GROWTHCHAINS_H
#define ANOMALLOC_ANALYSIS_CHANGES_GROWTHCHAINS_H

#include "Profile/Profile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>

namespace anomalloc {

/// Whether \p Function, a linkage name, is of a C++ library and moves what a
/// container or a string holds to another block. A container that is empty gets
/// its first block there, too.
bool movesToMoreRoom(llvm::StringRef Function);

/// The innermost function of \p Chain that \p Moves a container, if it made the
/// container's own block; else "". An element is made there, too: it is copied
/// or constructed in the new room, and its blocks are others.
llvm::StringRef moverOf(llvm::ArrayRef<Frame> Chain,
                        llvm::function_ref<bool(llvm::StringRef)> Moves);
/// Likewise of linkage names, the outermost first.
llvm::StringRef moverOf(llvm::ArrayRef<llvm::StringRef> OutermostFirst,
                        llvm::function_ref<bool(llvm::StringRef)> Moves);

struct GrowthChains {
  static constexpr uint32_t MaxSteps = format::GrowthCounters::MaxSteps;
  /// Blocks that had so many steps behind them; 0 says nothing.
  std::array<uint64_t, MaxSteps + 1> Steps = {};
  uint64_t More = 0;       ///< Blocks with more steps than that.
  uint64_t MovedBytes = 0; ///< Of the smaller blocks.
  /// Blocks that realloc made smaller, and what it gave back.
  uint64_t Shrunk = 0, ShrunkBytes = 0;

  void add(const Profile &P, const Lifetime &L);

  /// How often a block took the place of a smaller one.
  uint64_t moves() const;
  /// Containers that came to a larger block in these lines, at least: exact,
  /// unless some did their first steps elsewhere.
  uint64_t chains() const;
  /// Those whose last block had so many steps behind it; for MaxSteps, so many
  /// or more.
  uint64_t endedWith(uint32_t Number) const;
  /// The most steps of one chain, up to MaxSteps.
  uint32_t longest() const;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_GROWTHCHAINS_H
