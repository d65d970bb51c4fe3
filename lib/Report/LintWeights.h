//===- LintWeights.h - what each line allocated, for the checks -*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_LINTWEIGHTS_H
#define ANOMALLOC_REPORT_LINTWEIGHTS_H

#include "Analysis/LineWeights.h"
#include "llvm/Support/raw_ostream.h"

namespace anomalloc {

/// Writes what the option Profile of the checks reads, as
/// docs/lint-weights.schema.json describes.
/// \code
///   {"format": "anomalloc-lint-weights", "version": 1, "files": {"/src/a.cpp":
///   [
///     {"line": 12, "allocations": 53880000, "bytes": 646560000,
///      "sizes": [[12, 53880000]]}]}}
/// \endcode
void writeLintWeights(llvm::raw_ostream &OS, const LineWeights &Weights);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_LINTWEIGHTS_H
