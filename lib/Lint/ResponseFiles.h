//===- ResponseFiles.h - arguments that stand in files ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_RESPONSEFILES_H
#define ANOMALLOC_LINT_RESPONSEFILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace anomalloc::lint {

/// Replaces each response file (`@file`) in \p Arguments by the arguments in
/// the file, as GCC and clang do. A name is relative to \p Directory. The name
/// of a file that does not exist stays, as the compilers leave it.
///
/// Response files may name each other, and a compilation database may come from
/// anywhere. So only regular files are read, at most 4,096 of them and 64 MiB
/// for one command. After an error, the names of response files are removed
/// from \p Arguments.
llvm::Error expandResponseFiles(std::vector<std::string> &Arguments,
                                llvm::StringRef Directory);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_RESPONSEFILES_H
