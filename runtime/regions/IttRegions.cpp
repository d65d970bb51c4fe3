//===- IttRegions.cpp - tasks of Intel's ITT API --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program with the static part of the ITT API loads the library that
// INTEL_LIBITTNOTIFY64 names, and calls its __itt_api_init. That puts functions
// of its own into the program's list. Tasks nest within a thread, and become
// scopes.
//
//===----------------------------------------------------------------------===//

#include "regions/KeptNames.h"
#include "regions/OpenRegions.h"
#include <pthread.h>

namespace anomalloc::runtime::regions {

/// One function of the program's list.
struct IttFunction {
  const char *Name;
  void **Called; ///< The program calls it by this pointer.
  void *Initial;
  void *Nothing; ///< To be called if no tool wants to hear; may be null.
  uint32_t Group;
};

/// The program's state.
struct IttProgram {
  unsigned char Magic[8];
  unsigned long Major, Minor, Build;
  long Initialized, MutexInitialized, Counter;
  pthread_mutex_t Mutex;
  void *Library, *ErrorHandler, *LibraryPath;
  const IttFunction *Functions; ///< The last one has no name.
};
constexpr unsigned char IttMagic[] = {0xed, 0xab, 0xab, 0xec,
                                      0x0d, 0xee, 0xda, 0x30};
constexpr unsigned long IttMajor = 3;

/// As __itt_domain.
struct IttDomain {
  int Enabled;
  const char *Name;
  void *Unused[4];
};
/// One for all: tasks of whatever domain are heard.
static IttDomain AnyDomain = {1, "", {}};

/// As __itt_id.
struct IttId {
  uint64_t Words[3];
};

static IttDomain *domain(const char *) { return &AnyDomain; }
static KeptName *handle(const char *Name) { return keepName(Name); }
static void taskBegins(const IttDomain *, IttId, IttId, const KeptName *Name) {
  begin(keyOf(Interface::Itt), Name ? Name->Text : nullptr);
}
static void taskEnds(const IttDomain *) { end(keyOf(Interface::Itt)); }

static const struct {
  const char *Name;
  void *By;
} IttReplacements[] = {
    {"__itt_domain_create", reinterpret_cast<void *>(domain)},
    {"__itt_string_handle_create", reinterpret_cast<void *>(handle)},
    {"__itt_task_begin", reinterpret_cast<void *>(taskBegins)},
    {"__itt_task_end", reinterpret_cast<void *>(taskEnds)},
};

} // namespace anomalloc::runtime::regions

using namespace anomalloc::runtime::regions;

ANOMALLOC_EXPORT void __itt_api_init(IttProgram *Program, uint32_t) {
  if (__builtin_memcmp(Program->Magic, IttMagic, sizeof(IttMagic)) != 0 ||
      Program->Major != IttMajor)
    return;
  for (const IttFunction *F = Program->Functions; F && F->Name; ++F) {
    void *By = F->Nothing;
    for (const auto &R : IttReplacements)
      if (!__builtin_strcmp(F->Name, R.Name))
        By = R.By;
    *F->Called = By;
  }
}
