//===- EstimateText.h - estimated numbers for people ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is exact stands as ever. An estimate has a "~" before it and its 95 %
/// interval behind it, with no more digits than it is worth. If the interval is
/// wide, both of its ends are given.
/// \code
///   ~1,230,000 ± 3 %        ~1,400 (520 to 3,900)
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_TEXT_ESTIMATETEXT_H
#define ANOMALLOC_REPORT_TEXT_ESTIMATETEXT_H

#include "Analysis/estimate/Estimate.h"
#include "Support/Numbers.h"
#include <string>

namespace anomalloc {

std::string formatEstimate(const Estimate &E,
                           NumberStyle Style = NumberStyle::Full);
std::string formatEstimatedBytes(const Estimate &E);
/// The same with the interval by its ends: "~8.000 KiB (4.000 KiB to 16.00
/// KiB)". Without one, if both are Value.
std::string formatBytesBetween(const Estimate &E);
/// \p E as a part of \p Whole: "~83.1 ± 2.0 %".
std::string formatEstimatedPercent(const Estimate &E, uint64_t Whole);
/// "~" before \p Text, if \p P is a sample and \p Text is not empty.
std::string aboutIf(const Profile &P, std::string Text);

/// What an estimated profile is, in a sentence: "~: estimated from 4,711
/// blocks, drawn one block in 512 KiB; ...". "" if \p P is no sample.
std::string estimateNote(const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_TEXT_ESTIMATETEXT_H
