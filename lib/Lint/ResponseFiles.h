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

/// Puts the arguments that response files (`@file`, as GCC and clang read them)
/// hold in their place in \p Arguments; a name is relative to \p Directory. A
/// file that does not exist stays as it is written, as for the compilers.
///
/// Response files may name each other, and a compilation database may come from
/// anywhere. So only regular files are read, at most 4,096 of them and 64 MiB
/// for one command. After an error \p Arguments have no response file.
llvm::Error expandResponseFiles(std::vector<std::string> &Arguments,
                                llvm::StringRef Directory);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_RESPONSEFILES_H
