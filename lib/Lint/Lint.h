//===- Lint.h - the whole way from a request to an exit code ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_LINT_H
#define ANOMALLOC_LINT_LINT_H

#include "Lint/Request.h"

namespace anomalloc::lint {

/// Runs the request \p R and returns an ExitCode. The caller turns an error
/// into CannotRun.
llvm::Expected<int> lint(const Request &R);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_LINT_H
