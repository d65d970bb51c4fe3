//===- Savings.h - what a change saves, in words ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_REPORT_SAVINGS_H
#define ANOMALLOC_REPORT_REPORT_SAVINGS_H

#include "Support/Numbers.h"
#include "Weights/Measurements.h"

namespace anomalloc {

/// "saves 4 ms to 30 ms and 747,600 allocations": what \p C saves; "" if that
/// is not known.
std::string savedText(const MeasuredChange &C,
                      NumberStyle Style = NumberStyle::Full);

/// The remedy of \p C and what it saves: "return a reference; saves ...
/// allocations".
std::string remedyText(const MeasuredChange &C,
                       NumberStyle Style = NumberStyle::Full);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_SAVINGS_H
