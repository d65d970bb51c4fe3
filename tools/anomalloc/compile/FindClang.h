//===- FindClang.h - the compiler that the pass goes with -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_COMPILE_FINDCLANG_H
#define ANOMALLOC_ANOMALLOC_COMPILE_FINDCLANG_H

#include "cli/Layout.h"

namespace anomalloc {

/// The compilers of LLVM that the pass runs in.
enum class Compiler { Clang, ClangXX, Flang };

/// The compiler to run; the first of these:
///   1. ANOMALLOC_CLANG, ANOMALLOC_CLANGXX or ANOMALLOC_FLANG in the environment
///   2. CC, CXX or FC in the environment, if it is clang-<major>,
///      clang++-<major> or flang-new-<major>, and the pass is installed for that
///      major
///   3. the clang that this Anomalloc was built with
///   4. any of a major that the pass is installed for, the newest first
/// A path, or a name to be looked up in PATH. It need not exist.
std::string compilerPath(const Layout &L, Compiler Which);
/// The variable of the first of these.
llvm::StringRef variableOf(Compiler Which);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_COMPILE_FINDCLANG_H
