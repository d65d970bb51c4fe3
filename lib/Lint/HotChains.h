//===- HotChains.h - where the causes of hot lines may lie ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_HOTCHAINS_H
#define ANOMALLOC_LINT_HOTCHAINS_H

#include "Lint/Measure.h"
#include "Lint/Selection.h"

namespace anomalloc::lint {

/// Of a selection that is not whole: finds the chains of at least \p Least
/// allocations that pass it, and adds the units of their other lines, up to the
/// line to change, to be checked. \p ResourceFolder holds clang's own headers.
void followHotChains(Selection &S, const Database &D, const Project &P,
                     const MeasuredWeights &Weights, Measurer &Measure,
                     uint64_t Least, llvm::StringRef ResourceFolder,
                     unsigned Jobs);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_HOTCHAINS_H
