//===- Measure.h - what a budget can limit ----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_BUDGET_MEASURE_H
#define ANOMALLOC_BUDGET_MEASURE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace anomalloc::budget {

enum class Measure {
#define ANOMALLOC_BUDGET_MEASURE(Name, Key, Unit, Share, Grows, Needs, Noun,   \
                                 Help)                                         \
  Name,
#include "Budget/Measures.def"
};

enum class MeasureUnit { Number, Bytes, Rate };
enum class MeasureShare { None, OfRun, OfScope };

/// What a measure needs: something in the profile, or a base.
enum class MeasureNeed {
  Counts,
  Dark,      ///< Dark allocations were seen.
  Lifetimes, ///< A lifetime mode.
  End,       ///< A lifetime mode, and each process ended in order.
  Base,      ///< A profile to compare with.
};

struct MeasureRow {
  Measure Which;
  llvm::StringRef Key;
  MeasureUnit Unit;
  MeasureShare Share;
  bool Grows;
  MeasureNeed Needs;
  llvm::StringRef Noun;
  llvm::StringRef Help;
};

llvm::ArrayRef<MeasureRow> measures();
const MeasureRow &rowOf(Measure M);

/// The value of a measure. For MeasureUnit::Rate, the value is Number divided
/// by Per. For all other units, it is Number.
struct Value {
  uint64_t Number = 0;
  uint64_t Per = 1;
};

/// Compares exactly, without rounding.
bool operator<(const Value &A, const Value &B);

/// The number of parts that a limit divides 1 into: "0.5" is 500,000 parts.
inline constexpr uint64_t Millionths = 1000000;

/// "1,675,041 allocations", "0.25 allocations per iteration".
std::string wordsOf(Measure M, const Value &V);
/// The value as a file of budgets has it: "1675041", "0.25". A rate is rounded
/// up to the next millionth.
std::string scalarOf(Measure M, const Value &V);
/// \p Parts millionths as a decimal number: "0.25" for 250,000.
std::string decimalOf(uint64_t Parts);

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_MEASURE_H
