//===- Fragments.h - what clang wrote of each compilation -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_FRAGMENTS_H
#define ANOMALLOC_LINT_FRAGMENTS_H

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace anomalloc::lint {

/// Whether the folder \p Folder has a file as clang's option
/// -gen-cdb-fragment-path writes it for each compilation.
bool hasFragments(llvm::StringRef Folder);

/// Reads the fragments of \p Folder. Each build adds some, so of each way to
/// compile a file the newest is taken. What compiled a file that is no more,
/// as a configure script does, is left out. Returns an error if a fragment was
/// cut off.
llvm::Expected<std::vector<clang::tooling::CompileCommand>>
readFragments(llvm::StringRef Folder);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_FRAGMENTS_H
