//===- Regions.cpp - the scope of a parallel region -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "openmp/Regions.h"
#include "anomalloc/RegionNames.h"
#include "anomalloc/anomalloc.h"
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

namespace anomalloc::runtime {
namespace {

/// Where the code of a region stands in its file.
struct Place {
  const void *Return; ///< Set last. Null: the row is free.
  uintptr_t Offset;
  const char *File; ///< The loader keeps it while the object is loaded.
};

} // namespace

/// Regions that were seen already: the loader takes a lock. A region that finds
/// no row asks it again each time.
static Place Known[256];

/// The path of the program itself, which the loader calls "".
static const char *programPath() {
  static char Path[4096];
  static char Known;
  if (!__atomic_load_n(&Known, __ATOMIC_ACQUIRE)) {
    // Whoever comes at the same time writes the same.
    const ssize_t Size = readlink("/proc/self/exe", Path, sizeof(Path) - 1);
    (void)Size; // It was zeroed.
    __atomic_store_n(&Known, char(1), __ATOMIC_RELEASE);
  }
  return Path;
}

static Place lookUp(const void *Return) {
  Dl_info Info;
  link_map *Object = nullptr;
  // The return address may be the first one behind the function.
  const char *Call = static_cast<const char *>(Return) - 1;
  if (!dladdr1(Call, &Info, reinterpret_cast<void **>(&Object),
               RTLD_DL_LINKMAP) ||
      !Object)
    return {Return, uintptr_t(Call), ""};
  return {Return, uintptr_t(Call) - Object->l_addr,
          *Object->l_name ? Object->l_name : programPath()};
}

static Place placeOf(const void *Return) {
  constexpr unsigned Rows = sizeof(Known) / sizeof(Known[0]);
  Place &Row = Known[(uintptr_t(Return) >> 2) % Rows];
  const void *Its = __atomic_load_n(&Row.Return, __ATOMIC_ACQUIRE);
  if (Its == Return)
    return Row;
  const Place Found = lookUp(Return);
  static char Busy;
  if (!Its && !__atomic_test_and_set(&Busy, __ATOMIC_ACQUIRE)) {
    if (!__atomic_load_n(&Row.Return, __ATOMIC_RELAXED)) {
      Row.Offset = Found.Offset;
      Row.File = Found.File;
      __atomic_store_n(&Row.Return, Return, __ATOMIC_RELEASE);
    }
    __atomic_clear(&Busy, __ATOMIC_RELEASE);
  }
  return Found;
}

bool beginRegion(const void *Return, unsigned Threads) {
  if (!__anomalloc_scope_begin)
    return false;
  const Place Its = placeOf(Return);
  char Name[256];
  snprintf(Name, sizeof(Name), ANOMALLOC_REGION_FORMAT, Threads,
           Threads == 1 ? "" : "s", (unsigned long)Its.Offset, Its.File);
  anomalloc_scope_begin(Name);
  return true;
}

void endRegion() { anomalloc_scope_end(); }

} // namespace anomalloc::runtime
