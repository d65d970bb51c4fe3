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
#include <stdio.h>
#include <unistd.h>

namespace anomalloc::runtime {

void findPlace(RegionPlace &Its, const void *Address) {
  Dl_info Info;
  link_map *Object = nullptr;
  Its = {uintptr_t(Address), {}};
  if (!dladdr1(Address, &Info, reinterpret_cast<void **>(&Object),
               RTLD_DL_LINKMAP) ||
      !Object)
    return;
  Its.Offset -= Object->l_addr;
  // The name is copied: it goes with the object. The loader calls the program
  // itself "".
  if (*Object->l_name)
    snprintf(Its.File, sizeof(Its.File), "%s", Object->l_name);
  else if (readlink("/proc/self/exe", Its.File, sizeof(Its.File) - 1) < 0)
    *Its.File = 0;
}

bool beginRegion(const RegionPlace &Its, unsigned Threads) {
  if (!__anomalloc_scope_begin)
    return false;
  char Name[256];
  snprintf(Name, sizeof(Name), ANOMALLOC_REGION_FORMAT, Threads,
           Threads == 1 ? "" : "s", (unsigned long)Its.Offset, Its.File);
  anomalloc_scope_begin(Name);
  return true;
}

void endRegion() { anomalloc_scope_end(); }

} // namespace anomalloc::runtime
