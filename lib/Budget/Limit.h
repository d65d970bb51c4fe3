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
///   1,000     at most so many
///   64 MiB    at most so much, of bytes
///   0.5       at most that rate
///   5 %       at most that share, of what Measures.def says
///   +100      at most so many more than the base has
///   +1 %      at most that much more than the base has
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
  /// In the unit of the measure. Millionths, of a rate and of a per cent.
  uint64_t Number = 0;
  std::string Text; ///< As it was written.

  /// Whether it is told beside a base.
  bool needsBase() const {
    return Kind == LimitKind::Growth || Kind == LimitKind::GrowthShare;
  }
};

/// Reads \p Text as a limit of \p M. The error says what was expected.
llvm::Expected<Limit> parseLimit(Measure M, llvm::StringRef Text);

/// The most that \p L allows; \p Reference is what a share is of, or the base's
/// value.
Value mostOf(const Limit &L, Measure M, uint64_t Reference);

/// The share \p Part of \p Whole as a limit says it, not less: "4.7 %".
std::string shareScalar(uint64_t Part, uint64_t Whole);

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_LIMIT_H
