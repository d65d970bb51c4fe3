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

/// The clang or clang++ to run; the first of these:
///   1. ANOMALLOC_CLANG or ANOMALLOC_CLANGXX in the environment
///   2. CC or CXX in the environment, if it is clang-<major> or
///      clang++-<major>, and the pass is installed for that major
///   3. the one that this Anomalloc was built with
///   4. any of a major that the pass is installed for, the newest first
/// A path, or a name to be looked up in PATH. It need not exist.
std::string clangPath(const Layout &L, bool CPlusPlus);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_COMPILE_FINDCLANG_H
