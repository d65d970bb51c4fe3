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

/// Extends the selection \p S, which is not whole. Finds the chains of at least
/// \p Least allocations that pass through \p S. Adds the units that have other
/// lines of these chains, up to the line to change, so that they are checked,
/// too. \p ResourceFolder holds clang's own headers.
void followHotChains(Selection &S, const Database &D, const Project &P,
                     const MeasuredWeights &Weights, Measurer &Measure,
                     uint64_t Least, llvm::StringRef ResourceFolder,
                     unsigned Jobs);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_HOTCHAINS_H
