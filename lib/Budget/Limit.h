//===- Limit.h - how much a budget allows -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A limit as a person writes it:
/// \code
///   1,000     at most 1,000
///   64 MiB    at most 64 MiB, for a measure in bytes
///   0.5       at most this rate
///   5 %       at most this share; Measures.def says of which whole
///   +100      at most 100 more than the base has
///   +1 %      at most 1 % more than the base has
/// \endcode
/// All comparisons are exact.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_BUDGET_LIMIT_H
#define ANOMALLOC_BUDGET_LIMIT_H

#include "Budget/Measure.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace anomalloc::budget {

enum class LimitKind { Most, Share, Growth, GrowthShare };

struct Limit {
  LimitKind Kind = LimitKind::Most;
  /// In the unit of the measure. A rate is in millionths, a percentage in
  /// millionths of a per cent.
  uint64_t Number = 0;
  std::string Text; ///< As it stands in the file.

  /// Whether the limit is relative to a base.
  bool needsBase() const {
    return Kind == LimitKind::Growth || Kind == LimitKind::GrowthShare;
  }
};

/// Reads \p Text as a limit of \p M. The error says what was expected.
llvm::Expected<Limit> parseLimit(Measure M, llvm::StringRef Text);

/// The largest value that \p L allows. \p Reference is the whole that a share
/// belongs to, or the base's value.
Value mostOf(const Limit &L, Measure M, uint64_t Reference);

/// The share of \p Part in \p Whole, as a limit is written: "4.7 %". It is
/// rounded up.
std::string shareScalar(uint64_t Part, uint64_t Whole);

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_LIMIT_H
