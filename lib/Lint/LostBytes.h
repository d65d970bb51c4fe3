//===- LostBytes.h - what clang-tidy's YAML does not carry ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's YAML ends a text at its first byte that is not UTF-8. So a finding in
/// "/src/caf\xE9/a.cpp" has the path "/src/caf\uFFFD". The printed output of
/// clang-tidy has all bytes, and has the same findings in the same order.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_LOSTBYTES_H
#define ANOMALLOC_LINT_LOSTBYTES_H

#include "Lint/Units.h"
#include "clang/Tooling/Core/Diagnostic.h"

namespace anomalloc::lint {

/// Repairs \p Diagnostics of \p U, which were read from YAML. They get the
/// paths and messages of \p Printed, the output of clang-tidy. A fix is kept
/// only if its file and its new text are certain. Returns the places
/// ("a.cpp:3:10") of the findings whose fixes were removed.
std::vector<std::string>
restoreLostBytes(std::vector<clang::tooling::Diagnostic> &Diagnostics,
                 llvm::StringRef Printed, const Unit &U);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_LOSTBYTES_H
