//===- CompilerWrappers.h - what stands before a compiler -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A compilation database holds the commands that the build ran. With
/// CXX="anomalloc c++" and launchers, a command is more than a compiler:
///
///   env LANG=C ccache /opt/bin/anomalloc c++ -O2 -c a.cpp
///   ->  /usr/lib/llvm-19/bin/clang++ -idirafter/opt/include -O2 -c a.cpp
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_COMPILERWRAPPERS_H
#define ANOMALLOC_LINT_COMPILERWRAPPERS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace anomalloc::lint {

/// The compiler that 'anomalloc cc' and 'anomalloc c++' run, and the folder in
/// which it finds anomalloc/anomalloc.h.
struct WrappedCompiler {
  std::string Programs; ///< The folder of clang and clang++; "": in PATH.
  std::string IncludeDir;
};

/// Removes variables and launchers from the front of \p Command, and replaces
/// Anomalloc's wrapper by \p Compiler. From the rest, removes the flags that
/// instrument: plugins and options of LLVM. Such flags change no diagnostic,
/// and may belong to a compiler that is not installed. \p Directory is the
/// folder that the command runs in. Thread-safe.
void unwrapCompiler(std::vector<std::string> &Command,
                    llvm::StringRef Directory, const WrappedCompiler &Compiler);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_COMPILERWRAPPERS_H
