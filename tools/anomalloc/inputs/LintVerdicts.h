//===- LintVerdicts.h - what the compiler proved, by line -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_INPUTS_LINTVERDICTS_H
#define ANOMALLOC_ANOMALLOC_INPUTS_LINTVERDICTS_H

#include "Lint/Request.h"

namespace anomalloc {

/// What the compiler proved of the blocks of each line of the user's, as the
/// site tables of \p Objects say: objects, archives, libraries, programs. Lines
/// of files that changed since are left out, with a warning.
llvm::Expected<std::vector<lint::LineVerdict>>
readLineVerdicts(const std::vector<std::string> &Objects);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_LINTVERDICTS_H
