//===- ReserveAdvice.h - what to reserve before a loop ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_RESERVEADVICE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_RESERVEADVICE_H

#include "missing-reserve/LoopGrowth.h"

namespace clang::tidy::anomalloc {

/// Whether a reserve() is not worth while: few elements, or a short string.
bool staysSmall(const Growth &G, const TripCount &Count);

/// What is told of the containers that grow in one loop.
struct ReserveAdvice {
  std::string Names, Reserves, Lines;
  unsigned Containers = 0;
  bool Certain = true; ///< The lines may be inserted as they are.
  bool Hashed = false;
  /// Only a profile shows that there is no room: a reserve() before each of
  /// many loops would defeat the growth.
  bool IsMeasured = false;
  std::string Check; ///< Of what the elements do when they go elsewhere.
  const Growth *First = nullptr;

  /// Adds the container of \p G, which outlives this. \p HasElements: it may
  /// have some before the loop.
  void add(const Growth &G, const TripCount &Count, bool HasElements,
           const Stmt &Loop, ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_RESERVEADVICE_H
