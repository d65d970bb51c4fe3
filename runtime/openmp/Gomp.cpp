//===- Gomp.cpp - stands before libgomp's parallel regions ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libgomp has no OMPT. What GCC calls for a region has a function for all
// threads of the team as its first argument; ours stands before it. Source: the
// prototypes of GCC's libgomp/libgomp_g.h.
//
//===----------------------------------------------------------------------===//

#include "openmp/Regions.h"
#include <dlfcn.h>

using namespace anomalloc::runtime;

namespace {

/// What the threads of one region are given in place of the program's data. It
/// stands on the stack of the thread that began the region.
struct Region {
  void (*Body)(void *);
  void *Data;
  const void *Return;
};

} // namespace

/// The function \p Name of libgomp, wherever it was loaded to.
static void *findInGomp(const char *Name) {
  if (void *Next = dlsym(RTLD_NEXT, Name))
    return Next;
  void *Gomp = dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
  return Gomp ? dlsym(Gomp, Name) : nullptr;
}

static unsigned threadsOfTeam() {
  static int (*Ask)();
  int (*Known)() = __atomic_load_n(&Ask, __ATOMIC_RELAXED);
  if (!Known) {
    Known = reinterpret_cast<int (*)()>(findInGomp("omp_get_num_threads"));
    __atomic_store_n(&Ask, Known, __ATOMIC_RELAXED);
  }
  return Known ? unsigned(Known()) : 1;
}

static void runBody(void *Given) {
  const Region Its = *static_cast<Region *>(Given);
  const bool Began = beginRegion(Its.Return, threadsOfTeam());
  Its.Body(Its.Data);
  if (Began)
    endRegion();
}

/// \p Parameters, each with its type, follow Body and Data; \p Arguments are
/// their names.
#define ANOMALLOC_GOMP(Result, Name, Parameters, Arguments)                    \
  extern "C" __attribute__((visibility("default"))) Result Name(               \
      void (*Body)(void *), void *Data, ANOMALLOC_UNPACK Parameters) {         \
    using Function =                                                           \
        Result (*)(void (*)(void *), void *, ANOMALLOC_UNPACK Parameters);     \
    static Function Next;                                                      \
    Function Known = __atomic_load_n(&Next, __ATOMIC_RELAXED);                 \
    if (!Known) {                                                              \
      Known = reinterpret_cast<Function>(findInGomp(#Name));                   \
      __atomic_store_n(&Next, Known, __ATOMIC_RELAXED);                        \
    }                                                                          \
    Region Its = {Body, Data, __builtin_return_address(0)};                    \
    return Known(runBody, &Its, ANOMALLOC_UNPACK Arguments);                   \
  }
#define ANOMALLOC_UNPACK(...) __VA_ARGS__
/// A region that is a loop with chunks of a size, and one without.
#define ANOMALLOC_GOMP_CHUNKS(Name)                                            \
  ANOMALLOC_GOMP(void, Name,                                                   \
                 (unsigned Threads, long First, long Last, long Step,          \
                  long Chunk, unsigned Flags),                                 \
                 (Threads, First, Last, Step, Chunk, Flags))
#define ANOMALLOC_GOMP_LOOP(Name)                                              \
  ANOMALLOC_GOMP(                                                              \
      void, Name,                                                              \
      (unsigned Threads, long First, long Last, long Step, unsigned Flags),    \
      (Threads, First, Last, Step, Flags))

ANOMALLOC_GOMP(void, GOMP_parallel, (unsigned Threads, unsigned Flags),
               (Threads, Flags))
ANOMALLOC_GOMP(unsigned, GOMP_parallel_reductions,
               (unsigned Threads, unsigned Flags), (Threads, Flags))
ANOMALLOC_GOMP(void, GOMP_parallel_sections,
               (unsigned Threads, unsigned Count, unsigned Flags),
               (Threads, Count, Flags))
ANOMALLOC_GOMP_CHUNKS(GOMP_parallel_loop_static)
ANOMALLOC_GOMP_CHUNKS(GOMP_parallel_loop_dynamic)
ANOMALLOC_GOMP_CHUNKS(GOMP_parallel_loop_guided)
ANOMALLOC_GOMP_CHUNKS(GOMP_parallel_loop_nonmonotonic_dynamic)
ANOMALLOC_GOMP_CHUNKS(GOMP_parallel_loop_nonmonotonic_guided)
ANOMALLOC_GOMP_LOOP(GOMP_parallel_loop_runtime)
ANOMALLOC_GOMP_LOOP(GOMP_parallel_loop_nonmonotonic_runtime)
ANOMALLOC_GOMP_LOOP(GOMP_parallel_loop_maybe_nonmonotonic_runtime)
