//===- Measure.h - profile to lint weights ----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_WEIGHTS_MEASURE_H
#define ANOMALLOC_ANALYSIS_WEIGHTS_MEASURE_H

#include "Profile/Profile.h"
#include "Weights/Measurements.h"

namespace anomalloc {

/// Returns the counts of \p P by chain of the user's lines. Where the profile
/// has exact calling stacks, they are used in place of inline chains; they
/// should be symbolized. Where no stack tells, the blocks of makers are there
/// twice: at the makers' own lines, and at the line to change that called the
/// makers.
Measurements measure(const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_WEIGHTS_MEASURE_H
