/*===- anomalloc.h - name the phases of your program ------------*- C -*-===*\
|*
|* Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* C and C++. Header-only: without the runtime every call does nothing, so the
|* header may stay in production code.
|*
|* A *phase* is process-wide: from its begin on, the allocations of all threads
|* count to it. Phases nest: the innermost one that is running counts. A *scope*
|* belongs to the calling thread alone: while it runs, the thread's allocations
|* count to the scope and not to the phase.
|*
|* All functions may be called from any thread. Names are compared by content,
|* copied at the first use, and cut after 255 bytes. A process can use up to
|* 65,535 names; later ones count as outside every section.
|*
\*===----------------------------------------------------------------------===*/

#ifndef ANOMALLOC_ANOMALLOC_H
#define ANOMALLOC_ANOMALLOC_H

#include <errno.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ANOMALLOC_WEAK_ __attribute__((weak))

/* Implemented by the runtime; absent without it. Call the functions below. */
ANOMALLOC_WEAK_ void __anomalloc_phase_begin(const char *name);
ANOMALLOC_WEAK_ void __anomalloc_phase_end(void);
ANOMALLOC_WEAK_ void __anomalloc_scope_begin(const char *name);
ANOMALLOC_WEAK_ void __anomalloc_scope_end(void);
ANOMALLOC_WEAK_ void __anomalloc_resume(void);
ANOMALLOC_WEAK_ void __anomalloc_pause(void);
ANOMALLOC_WEAK_ int __anomalloc_snapshot(const char *path);
ANOMALLOC_WEAK_ int __anomalloc_ranks_snapshot(const char *path);

#undef ANOMALLOC_WEAK_

/* Begins the process-wide phase `name`. */
static inline void anomalloc_phase_begin(const char *name) {
  if (__anomalloc_phase_begin)
    __anomalloc_phase_begin(name);
}

/* Ends the phase that was begun last; the one around it runs again. */
static inline void anomalloc_phase_end(void) {
  if (__anomalloc_phase_end)
    __anomalloc_phase_end();
}

/* Begins the scope `name` of the calling thread. */
static inline void anomalloc_scope_begin(const char *name) {
  if (__anomalloc_scope_begin)
    __anomalloc_scope_begin(name);
}

/* Ends the calling thread's innermost scope. */
static inline void anomalloc_scope_end(void) {
  if (__anomalloc_scope_end)
    __anomalloc_scope_end();
}

/* From here on stacks and lifetimes are recorded again, in the modes that do so
 * (`record --mode=`). Process-wide; `record --paused` begins with a pause. */
static inline void anomalloc_resume(void) {
  if (__anomalloc_resume)
    __anomalloc_resume();
}

/* From here on no stacks and lifetimes are recorded; all is still counted. */
static inline void anomalloc_pause(void) {
  if (__anomalloc_pause)
    __anomalloc_pause();
}

/* Writes what the process has recorded up to now to the file `path`, a profile
 * that every verb of anomalloc reads. The file is whole or not there; one that
 * was there is replaced. The other threads run on. Returns 0 or an errno value:
 * ENOSYS without the runtime, ENODATA if nothing is recorded, else why the file
 * could not be written (ENOSPC, EACCES, ENOMEM, ...). May be called in a signal
 * handler; errno stays. It takes the time and the room of a copy of the
 * profile. */
static inline int anomalloc_snapshot(const char *path) {
  return __anomalloc_snapshot ? __anomalloc_snapshot(path) : ENOSYS;
}

/* In an MPI program: writes what all ranks have recorded up to now to the one
 * file `path`, on the host of rank 0. All ranks must call it, and all must be
 * recorded. Beside `path`, each rank writes files for a while. Returns 0 at all
 * ranks, or an errno value: ENOSYS without the library libanomalloc_mpi (see
 * docs/mpi.md), ENODATA if nothing is recorded, ETIMEDOUT if not all ranks
 * called it in time, EIO if the file could not be written: rank 0 tells why. */
static inline int anomalloc_ranks_snapshot(const char *path) {
  return __anomalloc_ranks_snapshot ? __anomalloc_ranks_snapshot(path) : ENOSYS;
}

/* An instrumented program records only on request: under `anomalloc record`, or
 * with ANOMALLOC_OPTIONS in its environment. A program whose environment cannot
 * be set can ask by this macro. If the environment gives the same option, the
 * environment wins. Use the macro at file scope, once in the program itself
 * (not in a library):
 *
 *   ANOMALLOC_DEFAULT_OPTIONS("output=/var/tmp/%n.%p.anomalloc");
 */
extern __attribute__((visibility("default")))
const char __anomalloc_default_options[];
#define ANOMALLOC_DEFAULT_OPTIONS(options)                                     \
  __attribute__((used)) const char __anomalloc_default_options[] = options

/* Stands before the definition of a function that makes blocks on behalf of its
 * callers. Reports then name the line that calls the function, with the blocks
 * that were made for that line. Constructors, operators and functions that
 * return what they make are recognized without it. A unit that does not see the
 * definition needs a line `maker NAME` in the file of the pass's option
 * -anomalloc-functions.
 *
 *   ANOMALLOC_MAKER void grow(struct mesh *m);
 */
#ifdef __clang__
#define ANOMALLOC_MAKER __attribute__((annotate("anomalloc::maker")))
#else
#define ANOMALLOC_MAKER
#endif

#ifdef __cplusplus
} /* extern "C" */

namespace anomalloc {

/* A process-wide phase for as long as the object lives. */
class Phase {
public:
  explicit Phase(const char *Name) { anomalloc_phase_begin(Name); }
  ~Phase() { anomalloc_phase_end(); }
  Phase(const Phase &) = delete;
  Phase &operator=(const Phase &) = delete;
};

/* A scope of the calling thread for as long as the object lives. */
class Scope {
public:
  explicit Scope(const char *Name) { anomalloc_scope_begin(Name); }
  ~Scope() { anomalloc_scope_end(); }
  Scope(const Scope &) = delete;
  Scope &operator=(const Scope &) = delete;
};

} /* namespace anomalloc */
#endif

#endif /* ANOMALLOC_ANOMALLOC_H */
