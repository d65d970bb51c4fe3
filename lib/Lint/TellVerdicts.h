//===- TellVerdicts.h - what the compiler proved of findings ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_TELLVERDICTS_H
#define ANOMALLOC_LINT_TELLVERDICTS_H

#include "Lint/Request.h"
#include "Review/Finding.h"

namespace anomalloc::lint {

/// Adds a note to each finding for each of \p Verdicts that is of its line.
void tellVerdicts(const std::vector<LineVerdict> &Verdicts,
                  std::vector<Finding> &Findings);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_TELLVERDICTS_H
