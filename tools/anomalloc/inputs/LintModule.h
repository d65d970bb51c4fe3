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

/// Loads the shared library \p Path and runs the request \p R in it. Returns
/// the exit code. The library brings in clang's, with which every command would
/// start more slowly. So it is loaded only here, for 'lint'.
llvm::Expected<int> runLintModule(const std::string &Path,
                                  const lint::Request &R);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_LINTMODULE_H
