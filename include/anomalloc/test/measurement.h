/*===- measurement.h - what some code allocates, for tests -------*- C -*-===*\
|*
|* Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Measures exactly what is allocated between two calls, in C and C++. Programs
|* in C++ rather take <anomalloc/test.h>. The program needs the runtime, linked
|* or preloaded; it need not be compiled with the pass. Without the runtime all
|* functions say so and do nothing. docs/testing.md says what is counted.
|*
|*   struct anomalloc_measurement m = {ANOMALLOC_MEASUREMENT_VERSION};
|*   if (anomalloc_measurement_begin(&m) == ANOMALLOC_MEASURED) {
|*     solve();
|*     anomalloc_measurement_stop(&m);
|*     printf("%llu blocks\n", (unsigned long long)m.allocations);
|*     anomalloc_measurement_end(&m);
|*   }
|*
|* Measurements may nest. A thread that leaves the outer one has left the inner
|* ones, too.
|*
\*===----------------------------------------------------------------------===*/

#ifndef ANOMALLOC_TEST_MEASUREMENT_H
#define ANOMALLOC_TEST_MEASUREMENT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised whenever a structure below changes. */
#define ANOMALLOC_MEASUREMENT_VERSION 1

enum anomalloc_measurement_status {
  ANOMALLOC_MEASURED = 0,
  /* The program runs without the runtime. */
  ANOMALLOC_NO_RUNTIME = 1,
  /* The program's calls of malloc and free do not come to the runtime: another
   * allocator stands before the runtime (a sanitizer's), or the runtime was
   * linked into a fully static program. */
  ANOMALLOC_NOT_INTERPOSED = 2,
  /* The runtime is of another version than this header. */
  ANOMALLOC_OTHER_VERSION = 3,
  /* There is no memory left for the measurement. */
  ANOMALLOC_NO_MEMORY = 4,
  /* The measurement was begun before a fork, by the parent, and only the parent
   * can end it. Or a measurement around it has ended. */
  ANOMALLOC_NOT_RUNNING = 5,
  /* Another thread began the measurement. */
  ANOMALLOC_OTHER_THREAD = 6
};

/* Measure what all threads do, not only the one that begins. */
#define ANOMALLOC_WHOLE_PROCESS 1u
/* Do not note which stacks allocate. */
#define ANOMALLOC_WITHOUT_STACKS 2u

struct anomalloc_measurement {
  uint32_t version; /* Set before: ANOMALLOC_MEASUREMENT_VERSION. */
  uint32_t flags;   /* Set before. */

  /* Filled by anomalloc_measurement_stop(). */
  uint64_t allocations; /* Blocks that were made; a realloc is one. */
  uint64_t bytes;       /* Bytes that were asked for, in all. */
  uint64_t frees;       /* Blocks that were freed, whoever made them. */
  uint64_t peak_bytes;  /* The most bytes made here that lived at once. */
  uint64_t left_blocks; /* Made here, and not freed yet. */
  uint64_t left_bytes;
  uint64_t unfollowed; /* Blocks that could not be followed, for want of
                          memory: peak and left may be wrong by these. */
  uint64_t stacks;     /* How many anomalloc_measurement_stack() tells. */

  /* The runtime's. */
  void *its;
  uint64_t number;
};

/* A deeper stack is cut at its outer end. */
#define ANOMALLOC_MEASURED_FRAMES 48

struct anomalloc_measured_stack {
  uint64_t allocations, bytes;
  uint64_t left_blocks, left_bytes;
  uint64_t peak_bytes; /* Its bytes that lived at the measurement's peak. */
  uint32_t is_cut;
  uint32_t frames; /* 0: the sum of all stacks behind the first 511. */
  /* Return addresses, innermost first, up to the function that measures. */
  const void *frame[ANOMALLOC_MEASURED_FRAMES];
};

#define ANOMALLOC_WEAK_ __attribute__((weak))

/* Implemented by the runtime; absent without it. Call the functions below. */
ANOMALLOC_WEAK_ int
__anomalloc_measurement_begin(struct anomalloc_measurement *);
ANOMALLOC_WEAK_ int
__anomalloc_measurement_stop(struct anomalloc_measurement *);
ANOMALLOC_WEAK_ int
__anomalloc_measurement_stack(const struct anomalloc_measurement *,
                              uint64_t index,
                              struct anomalloc_measured_stack *);
ANOMALLOC_WEAK_ void
__anomalloc_measurement_end(struct anomalloc_measurement *);

#undef ANOMALLOC_WEAK_

/* Measures from here on. This function and the next two return an
 * anomalloc_measurement_status. */
static inline int anomalloc_measurement_begin(struct anomalloc_measurement *m) {
  return __anomalloc_measurement_begin ? __anomalloc_measurement_begin(m)
                                       : (int)ANOMALLOC_NO_RUNTIME;
}

/* Measures up to here. To be called by the thread that began. */
static inline int anomalloc_measurement_stop(struct anomalloc_measurement *m) {
  return __anomalloc_measurement_stop ? __anomalloc_measurement_stop(m)
                                      : (int)ANOMALLOC_NO_RUNTIME;
}

/* Tells which stacks allocated: writes one of them to `out`. `index` counts
 * from 0 on, in the order in which they came. To be called between stop and
 * end. */
static inline int
anomalloc_measurement_stack(const struct anomalloc_measurement *m,
                            uint64_t index,
                            struct anomalloc_measured_stack *out) {
  return __anomalloc_measurement_stack
             ? __anomalloc_measurement_stack(m, index, out)
             : (int)ANOMALLOC_NO_RUNTIME;
}

/* Frees what the runtime keeps for the measurement. Needed after each
 * successful begin; may come without a stop. */
static inline void anomalloc_measurement_end(struct anomalloc_measurement *m) {
  if (__anomalloc_measurement_end)
    __anomalloc_measurement_end(m);
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* ANOMALLOC_TEST_MEASUREMENT_H */
