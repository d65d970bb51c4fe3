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

/// What \p P counted, by chain of the user's lines. Exact calling stacks go
/// before inline chains, where the profile has them; stacks should be
/// symbolized. Blocks that makers made are there twice where no stack tells:
/// by the makers' own lines, and by the line to change that called these.
Measurements measure(const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_WEIGHTS_MEASURE_H
