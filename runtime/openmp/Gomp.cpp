//===- Gomp.cpp - stands before libgomp's parallel regions ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libgomp has no OMPT. What GCC calls for a region has a function for all
// threads of the team as its first argument; ours stands before it. The region
// has the place of that function, which GCC made of the region's code. A
// process may have several libgomps, as Python packages bring their own: so the
// one that the caller would have called is looked for each time. Source: the
// prototypes of GCC's libgomp/libgomp_g.h.
//
//===----------------------------------------------------------------------===//

#include "interpose/DefinitionSearch.h"
#include "openmp/Regions.h"
#include "process/Complain.h"
#include <stdlib.h>

using namespace anomalloc::runtime;

namespace {

/// What the threads of one region are given in place of the program's data. It
/// stands on the stack of the thread that began the region.
struct Region {
  void (*Body)(void *);
  void *Data;
  int (*NumThreads)(); ///< omp_get_num_threads() of the same library.
  RegionPlace Place;
};

} // namespace

/// The function \p Name that the code at \p Caller would have called.
static void *findNext(const char *Name, const void *Caller) {
  return findDefinition(Name, reinterpret_cast<const void *>(&findNext),
                        Caller);
}

/// Ends a program that would go on with wrong results.
[[noreturn]] static void endWithout(const char *Name) {
  complain("record --openmp: no library defines ", Name,
           "; record without --openmp");
  abort();
}

static void runBody(void *Given) {
  const Region &Its = *static_cast<const Region *>(Given);
  const bool Began =
      beginRegion(Its.Place, Its.NumThreads ? unsigned(Its.NumThreads()) : 1);
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
    /* Not the return address: the call may have been made in tail position.   \
     */                                                                        \
    auto *Caller = reinterpret_cast<const void *>(Body);                       \
    auto Next = reinterpret_cast<Function>(findNext(#Name, Caller));           \
    if (!Next)                                                                 \
      endWithout(#Name);                                                       \
    Region Its;                                                                \
    Its.Body = Body;                                                           \
    Its.Data = Data;                                                           \
    Its.NumThreads =                                                           \
        reinterpret_cast<int (*)()>(findNext("omp_get_num_threads", Caller));  \
    findPlace(Its.Place, Caller);                                              \
    return Next(runBody, &Its, ANOMALLOC_UNPACK Arguments);                    \
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
