//===- KokkosRegions.cpp - regions and kernels of Kokkos ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of Kokkos's tools interface that tells of regions. Kokkos calls these
// functions if KOKKOS_TOOLS_LIBS names this library. Its regions and kernels
// stand for the whole process, because its worker threads run the kernels.
// Kernels are sections only on request (the option kernels): a program may have
// thousands, with the names of instantiated templates.
//
//===----------------------------------------------------------------------===//

#include "regions/OpenRegions.h"
#include <dlfcn.h>

namespace anomalloc::runtime::regions {

/// As Kokkos passes it.
struct ToolSettings {
  /// Whether Kokkos waits for the device around each event. It does unless a
  /// tool says no.
  bool NeedsFences;
  bool Unused[255];
};

struct Space {
  char Name[64];
};

} // namespace anomalloc::runtime::regions

using namespace anomalloc::runtime::regions;

extern "C" int __anomalloc_kernels(void) __attribute__((weak));

static void beginKernel(const char *Name, uint64_t *Kernel) {
  *Kernel = 0; // Kokkos hands it back at the end.
  if (__anomalloc_kernels && __anomalloc_kernels())
    begin(keyOf(Interface::KokkosKernel), Name, Extent::Process);
}

ANOMALLOC_EXPORT void kokkosp_request_tool_settings(uint32_t, ToolSettings *S) {
  S->NeedsFences = false;
}

ANOMALLOC_EXPORT void kokkosp_push_profile_region(const char *Name) {
  begin(keyOf(Interface::Kokkos), Name, Extent::Process);
}
ANOMALLOC_EXPORT void kokkosp_pop_profile_region() {
  end(keyOf(Interface::Kokkos));
}

/// Kokkos loads one tool alone. What tells of memory goes on to the library for
/// accelerators (runtime/devices), if that was preloaded behind this one.
#define ANOMALLOC_OF_MEMORY(Name)                                              \
  ANOMALLOC_EXPORT void Name(Space Its, const char *Label, const void *Block,  \
                             uint64_t Size) {                                  \
    using Function = void (*)(Space, const char *, const void *, uint64_t);    \
    static Function Next;                                                      \
    Function Known = __atomic_load_n(&Next, __ATOMIC_RELAXED);                 \
    if (!Known) {                                                              \
      Known = reinterpret_cast<Function>(dlsym(RTLD_NEXT, #Name));             \
      __atomic_store_n(&Next, Known, __ATOMIC_RELAXED);                        \
    }                                                                          \
    if (Known)                                                                 \
      Known(Its, Label, Block, Size);                                          \
  }
ANOMALLOC_OF_MEMORY(kokkosp_allocate_data)
ANOMALLOC_OF_MEMORY(kokkosp_deallocate_data)

#define ANOMALLOC_KERNEL(Kind)                                                 \
  ANOMALLOC_EXPORT void kokkosp_begin_parallel_##Kind(                         \
      const char *Name, uint32_t, uint64_t *Kernel) {                          \
    beginKernel(Name, Kernel);                                                 \
  }                                                                            \
  ANOMALLOC_EXPORT void kokkosp_end_parallel_##Kind(uint64_t) {                \
    end(keyOf(Interface::KokkosKernel));                                       \
  }
ANOMALLOC_KERNEL(for)
ANOMALLOC_KERNEL(reduce)
ANOMALLOC_KERNEL(scan)
