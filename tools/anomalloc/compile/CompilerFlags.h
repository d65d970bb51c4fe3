//===- CompilerFlags.h - what a compiler is told ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_COMPILE_COMPILERFLAGS_H
#define ANOMALLOC_ANOMALLOC_COMPILE_COMPILERFLAGS_H

#include "cli/Layout.h"
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
};

/// Flags that link the runtime. The program keeps the allocator that it would
/// have had. The shared runtime goes first, so that ld.so(8) finds its malloc
/// before that of a shared allocator; the linker sees no malloc there
/// (runtime/CMakeLists.txt, anomalloc_rt_link). A static one goes last, as a
/// whole: its malloc is the linker's choice only if no archive has one.
FlagPlaces linkFlags(const Layout &L, RuntimeKind Kind);

/// Flags around the user's arguments, given what these ask for: none for
/// queries and where nothing is compiled, the pass where something is, the
/// runtime where a program or library is linked.
/// \p Arguments may hold response files; these are looked into.
FlagPlaces flagsFor(const Layout &L, llvm::ArrayRef<llvm::StringRef> Arguments,
                    bool StaticRuntime);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_COMPILE_COMPILERFLAGS_H
