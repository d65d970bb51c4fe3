//===- CompilerFlags.h - what a compiler is told ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_COMPILE_COMPILERFLAGS_H
#define ANOMALLOC_ANOMALLOC_COMPILE_COMPILERFLAGS_H

#include "compile/FindClang.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace anomalloc {

/// How the runtime gets into a program.
enum class RuntimeKind {
  Shared,
  Static, ///< Inside the program, which still uses shared libraries.
  Sites,  ///< Inside a fully static program: nothing can be interposed there.
};

/// Flags that load the pass into clang, and let it find anomalloc/anomalloc.h.
std::vector<std::string> compileFlags(const Layout &L);

/// Flags around the user's arguments.
struct FlagPlaces {
  std::vector<std::string> First;
  std::vector<std::string> Last;
  std::string RuntimeDir; ///< Of the runtime that flagsFor() links; or "".
};

/// The flags that link the runtime. The program keeps the allocator that it
/// would have without the runtime. The shared runtime goes first, so that
/// ld.so(8) finds its malloc before the malloc of a shared allocator. The
/// linker sees no malloc in it (runtime/CMakeLists.txt, anomalloc_rt_link). A
/// static runtime goes last, as a whole archive. So the linker takes its malloc
/// only if no other archive has one.
///
/// With \p Ranks, also those that link what puts the profiles of MPI ranks
/// together. It goes before the MPI library.
FlagPlaces linkFlags(const Layout &L, RuntimeKind Kind, bool Ranks = false);

/// The flags that \p Arguments, those of the user, need around them. Queries,
/// and commands that compile nothing, need none. Commands that compile need the
/// pass. Commands that link a program or library need the runtime: that of the
/// machine that the user compiles for. \p Arguments may hold response files,
/// which are read, too. If \p Fragments is a folder, clang writes there how it
/// compiles each file.
FlagPlaces flagsFor(const Layout &L, llvm::ArrayRef<llvm::StringRef> Arguments,
                    bool StaticRuntime, llvm::StringRef Fragments,
                    Compiler For);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_COMPILE_COMPILERFLAGS_H
