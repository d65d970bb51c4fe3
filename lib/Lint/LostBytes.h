//===- LostBytes.h - what clang-tidy's YAML does not carry ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's YAML ends a text at its first byte that is not UTF-8. A finding in
/// "/src/caf\xE9/a.cpp" arrives from "/src/caf\uFFFD". What clang-tidy prints
/// has all bytes, and the same findings in the same order.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_LOSTBYTES_H
#define ANOMALLOC_LINT_LOSTBYTES_H

#include "Lint/Units.h"
#include "clang/Tooling/Core/Diagnostic.h"

namespace anomalloc::lint {

/// Gives \p Diagnostics of \p U, read from YAML, the paths and messages that
/// clang-tidy \p Printed. A fix is kept only if it is certain which file it
/// changes and to what; returns the places of those taken away.
std::vector<std::string>
restoreLostBytes(std::vector<clang::tooling::Diagnostic> &Diagnostics,
                 llvm::StringRef Printed, const Unit &U);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_LOSTBYTES_H
