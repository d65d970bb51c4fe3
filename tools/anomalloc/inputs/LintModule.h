//===- LintModule.h - AnomallocLint.so, loaded on demand --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_INPUTS_LINTMODULE_H
#define ANOMALLOC_ANOMALLOC_INPUTS_LINTMODULE_H

#include "Lint/Request.h"

namespace anomalloc {

/// Runs the request \p R in the module \p Path. Only 'lint' needs clang's
/// library. If the library were loaded at every start, each verb would be
/// slower.
llvm::Expected<int> runLintModule(const std::string &Path,
                                  const lint::Request &R);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_LINTMODULE_H
