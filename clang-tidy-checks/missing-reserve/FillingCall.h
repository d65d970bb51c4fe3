//===- FillingCall.h - algorithms that fill a container ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_FILLINGCALL_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_FILLINGCALL_H

#include "missing-reserve/LoopGrowth.h"

namespace clang::tidy::anomalloc {

/// A call that fills a container through a back_inserter, such as
/// `std::transform(V.begin(), V.end(), std::back_inserter(W), f)`.
struct FillingCall {
  const CallExpr *Call;
  llvm::StringRef Name; ///< The name of the algorithm.
  Growth Grown;         ///< The container grows by one element each time.
  TripCount Count;      ///< How often the container grows.
};

/// The call of an algorithm of std that gets \p Inserter, a call of
/// back_inserter. Nothing if the arguments do not tell the number of elements
/// that the algorithm adds, or a bound of this number.
std::optional<FillingCall> fillingCall(const CallExpr &Inserter,
                                       const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_RESERVE_FILLINGCALL_H
