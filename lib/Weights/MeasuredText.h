//===- MeasuredText.h - what was measured, in words -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_WEIGHTS_MEASUREDTEXT_H
#define ANOMALLOC_WEIGHTS_MEASUREDTEXT_H

#include "Weights/MeasuredWeights.h"

namespace anomalloc {

/// \p Allocations in percent of all allocations of \p Run. None: the number of
/// all allocations is not known.
std::optional<double> shareOf(uint64_t Allocations, const Measurements &Run);

/// "37.4 % of all allocations, 3 loops deep"; a part may be missing.
std::string shareAndDepth(const Measured &Sum, std::optional<double> Share);

/// "3.000 MiB written, none of it read".
std::string usesText(const MeasuredUses &Its);

/// The details that a message gives beside Measured::phrase(): " (37.4 % of all
/// allocations, 3 loops deep, 217.0 MiB in all)"; "" if nothing is known. With
/// the mode access also "217.0 MiB written, none of it read".
std::string detailsText(const Measured &Sum, const Measurements &Run);

/// "12 allocations per call (3,600 in 300 calls)", or, if they cannot be
/// divided evenly, "2.5 allocations per call on average (5 in 2 calls)".
/// \p Calls is not 0.
std::string perCallText(uint64_t Allocations, uint64_t Calls);

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_MEASUREDTEXT_H
