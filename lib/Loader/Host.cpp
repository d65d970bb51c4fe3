//===- Host.cpp - the program that loads us -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host.h"
#include <cstdio>
#include <dlfcn.h>
#include <unistd.h>

namespace anomalloc::loader {
namespace {

/// llvm::LLVMContext's constructor: in every LLVM that compiles.
constexpr char AnyLLVM[] = "_ZN4llvm11LLVMContextC1Ev";
/// gcc offers it to its plugins.
constexpr char AnyGCC[] = "plugin_default_version_check";

/// void LLVMGetVersion(unsigned *Major, unsigned *Minor, unsigned *Patch) of
/// llvm-c/Core.h, since LLVM 16.
unsigned majorOfLLVM() {
  using GetVersion = void(unsigned *, unsigned *, unsigned *);
  auto *Get =
      reinterpret_cast<GetVersion *>(dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  unsigned Major = 0;
  if (Get)
    Get(&Major, nullptr, nullptr);
  return Major;
}

Host look() {
  Host H{};
  ssize_t Length = readlink("/proc/self/exe", H.Program, PATH_MAX - 1);
  if (Length <= 0)
    snprintf(H.Program, PATH_MAX, "this program");
  H.IsGCC = dlsym(RTLD_DEFAULT, AnyGCC);
  if (void *Symbol = dlsym(RTLD_DEFAULT, AnyLLVM)) {
    Dl_info Info;
    bool Known = dladdr(Symbol, &Info) && Info.dli_fname;
    snprintf(H.LLVM, PATH_MAX, "%s", Known ? Info.dli_fname : "LLVM");
    H.Major = majorOfLLVM();
  }
  return H;
}

} // namespace

const Host &host() {
  static const Host H = look();
  return H;
}

} // namespace anomalloc::loader
