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

/// Whether \p Function, a linkage name, is a function of a C++ library that
/// moves the content of a container or of a string to another block. An empty
/// container gets its first block there, too.
bool movesToMoreRoom(llvm::StringRef Function);

/// The innermost function of \p Chain that moves a container, as \p Moves
/// tells, if it made the container's own block; else "". Such a function also
/// copies or constructs elements in the new room, and the blocks of these
/// elements do not count.
llvm::StringRef moverOf(llvm::ArrayRef<Frame> Chain,
                        llvm::function_ref<bool(llvm::StringRef)> Moves);
/// As the overload for frames, for a chain of linkage names, outermost first.
llvm::StringRef moverOf(llvm::ArrayRef<llvm::StringRef> OutermostFirst,
                        llvm::function_ref<bool(llvm::StringRef)> Moves);

struct GrowthChains {
  static constexpr uint32_t MaxSteps = format::GrowthCounters::MaxSteps;
  /// By number of steps: the blocks that had so many steps behind them. The
  /// element 0 is not used.
  std::array<uint64_t, MaxSteps + 1> Steps = {};
  uint64_t More = 0;       ///< Blocks with more than MaxSteps steps.
  uint64_t MovedBytes = 0; ///< Sum of the sizes of the smaller blocks.
  /// Blocks that realloc made smaller, and the bytes that it gave back.
  uint64_t Shrunk = 0, ShrunkBytes = 0;

  void add(const Profile &P, const Lifetime &L);

  /// How often a block took the place of a smaller one.
  uint64_t moves() const;
  /// A lower bound for the number of containers that got a larger block in
  /// these lines. It is exact, unless some containers did their first steps
  /// elsewhere.
  uint64_t chains() const;
  /// The number of containers whose last block had \p Number steps behind it;
  /// for MaxSteps, so many or more.
  uint64_t endedWith(uint32_t Number) const;
  /// The most steps of one chain, up to MaxSteps.
  uint32_t longest() const;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_GROWTHCHAINS_H
