//===- PassEntry.cpp - what a pass plugin exports -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loader.h"
#include <cstdint>
#include <dlfcn.h>

namespace {

/// llvm::PassPluginLibraryInfo. Its length differs between the majors (four
/// members in LLVM 19, five in LLVM 22), so it is never touched here: only that
/// it is returned in memory of the caller's counts.
struct PassPluginLibraryInfo {
  uint32_t APIVersion;
  void *Members[3];
};

} // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  using Entry = PassPluginLibraryInfo();
  void *Loaded = anomalloc::loader::loaded();
  auto *Real =
      Loaded ? reinterpret_cast<Entry *>(dlsym(Loaded, "llvmGetPassPluginInfo"))
             : nullptr;
  if (!Real)
    return {}; // no version of the interface: refused by every LLVM
  // The caller's memory goes on to the real one, of whatever length it is.
  [[clang::musttail]] return Real();
}
