//===- Weights.h - the checks' names for lib/Weights ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_WEIGHTS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_WEIGHTS_H

#include "Weights/Level.h"
#include "Weights/MeasuredWeights.h"

namespace clang::tidy::anomalloc {

using ::anomalloc::Certainty;
using ::anomalloc::ChainsOfCode;
using ::anomalloc::CodeOwner;
using ::anomalloc::CodeSpan;
using ::anomalloc::FileToday;
using ::anomalloc::Level;
using ::anomalloc::Measured;
using ::anomalloc::MeasuredWeights;
using ::anomalloc::Weight;

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_WEIGHTS_H
