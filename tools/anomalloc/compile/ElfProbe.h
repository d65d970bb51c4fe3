//===- ElfProbe.h - does a program carry the runtime? -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_COMPILE_ELFPROBE_H
#define ANOMALLOC_ANOMALLOC_COMPILE_ELFPROBE_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace anomalloc {

enum class Carries {
  Nothing,       ///< Dynamic and without the runtime: preload it.
  SharedRuntime, ///< Linked with the shared runtime.
  StaticRuntime, ///< Has the runtime inside: never preload a second one.
  OwnAllocator,  ///< Dynamic, with its own malloc, which we do not see.
  Unknown,       ///< Not an ELF file (a script): preload.
  Hopeless,      ///< Statically linked without the runtime: no way in.
  OtherMachine,  ///< An ELF file for another machine or word size: no way in.
  OtherLibrary,  ///< Dynamic, but not by glibc: no way in.
};

/// Whether preloading the runtime does any good.
inline bool canPreload(Carries C) {
  return C != Carries::StaticRuntime && C != Carries::Hopeless &&
         C != Carries::OtherMachine && C != Carries::OtherLibrary;
}

/// Looks at the file \p Path. Never fails: what cannot be read is Unknown.
Carries probeProgram(llvm::StringRef Path);

/// Whether the file \p Path is a program that loads no library. Never fails.
bool isStatic(llvm::StringRef Path);

/// The name of the object format of \p Path, as "elf32-i386".
std::string formatOf(const std::string &Path);

/// The libraries that ld.so(8) would load with \p Program here and now.
/// \p Program is not run. Paths are as the program is linked: some may be
/// relative to the current folder. The list is empty if it is no dynamic
/// program.
std::vector<std::string> librariesOf(const std::string &Program);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_COMPILE_ELFPROBE_H
