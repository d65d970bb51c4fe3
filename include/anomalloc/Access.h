//===- Access.h - how instrumented code counts reads and writes -*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The contract between code compiled with -anomalloc-access
/// (lib/Pass/access) and the runtime (runtime/access). Each thread has a
/// window: memory that goes along with the address space, of which it sees
/// 2^38 bytes. The window begins with a slot for each 8 bytes:
/// \code
///   slot of p:  window + (p mod 2^38) / 8 * 4
///   last of p:  window + ANOMALLOC_ACCESS_LAST + (p mod 2^38) / 64 * 4
/// \endcode
/// Code counts an access in the slot of each 8 bytes that it reads or writes,
/// counted from the first byte on, and notes the moment in the line of 64
/// bytes. So nobody looks for the block at an access. When a block ends, the
/// runtime sums and clears the block's slots in all windows. No lock and no
/// atomic operation is needed: a thread writes only to its own window, and at a
/// block's end no thread uses the block.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ACCESS_H
#define ANOMALLOC_ACCESS_H

#include "anomalloc/Abi.h"

/// A window sees so many bytes of address space, a power of two, and
/// ANOMALLOC_ACCESS_SLACK more behind them: code that has computed the slot of
/// an object finds those of its fields by their distance.
#define ANOMALLOC_ACCESS_WINDOW_BITS 38
#define ANOMALLOC_ACCESS_SLACK 4096

/// Bytes that were read and written, modulo 2^16, as negative numbers. Code
/// subtracts the size of an access. If that borrows, the access is the first of
/// its kind, or 2^16 bytes are full: then code must tell the runtime
/// (__anomalloc_access_read, __anomalloc_access_write). So one instruction
/// counts and asks.
struct AnomallocAccessSlot {
  uint16_t Read;
  uint16_t Written;
};

/// For each 64 bytes, in 32 bits: when the last access was, in units of
/// ANOMALLOC_ACCESS_TICK bytes on the allocation clock. Where in the window.
#define ANOMALLOC_ACCESS_LAST                                                  \
  (((1ull << ANOMALLOC_ACCESS_WINDOW_BITS) + ANOMALLOC_ACCESS_SLACK) / 2)
#define ANOMALLOC_ACCESS_TICK 4096u

/// What __anomalloc_access_range counts.
enum AnomallocAccessKind {
  ANOMALLOC_ACCESS_READ = 0,
  ANOMALLOC_ACCESS_WRITE = 1,
  ANOMALLOC_ACCESS_COPY = 2, ///< A write by memcpy, memmove or the like.
  ANOMALLOC_ACCESS_ZERO = 3, ///< A write of zeros by memset or the like.
};

/// Also keeps the registers of floating-point numbers, which loops are full of.
#ifdef __clang__
#define ANOMALLOC_PRESERVE_ALL __attribute__((preserve_all))
#else
#define ANOMALLOC_PRESERVE_ALL
#endif

#pragma GCC visibility push(default)
extern "C" {

/// Not 0 if the process counts accesses. A function asks when it is entered.
extern uint32_t __anomalloc_access_on;
/// The allocation clock in units of ANOMALLOC_ACCESS_TICK bytes.
extern uint32_t __anomalloc_access_clock;
/// The calling thread's window; null: it has none yet.
extern __thread struct AnomallocAccessSlot *__anomalloc_access_window
    __attribute__((tls_model("initial-exec")));

/// Gives the calling thread a window. Null without memory: then the thread's
/// accesses are not counted. Async-signal-safe.
struct AnomallocAccessSlot *__anomalloc_access_begin(void);

/// Tells the runtime that the subtraction of \p Size bytes from \p Slot's
/// counter has borrowed.
ANOMALLOC_PRESERVE_ALL void
__anomalloc_access_read(struct AnomallocAccessSlot *Slot, uint32_t Size);
ANOMALLOC_PRESERVE_ALL void
__anomalloc_access_write(struct AnomallocAccessSlot *Slot, uint32_t Size);

/// Counts an access to each of the \p Size bytes at \p Begin. \p Kind is an
/// AnomallocAccessKind. \p Window is the calling thread's.
ANOMALLOC_PRESERVE_MOST void
__anomalloc_access_range(struct AnomallocAccessSlot *Window, const void *Begin,
                         uint64_t Size, uint32_t Kind);

/// Counts \p Count accesses of \p Size bytes each, the first at \p Begin, each
/// other one \p Stride bytes behind the one before.
ANOMALLOC_PRESERVE_MOST void
__anomalloc_access_series(struct AnomallocAccessSlot *Window, const void *Begin,
                          int64_t Stride, uint64_t Count, uint32_t Size,
                          uint32_t Kind);

/// Counts an access of \p Size bytes at each of the \p Number addresses at
/// \p Begins that is not null: those of a vector's lanes.
ANOMALLOC_PRESERVE_MOST void
__anomalloc_access_lanes(struct AnomallocAccessSlot *Window,
                         const void *const *Begins, uint32_t Number,
                         uint32_t Size, uint32_t Kind);

/// Counts what the C library read or wrote for the code at \p Caller
/// (runtime/access/library). Any thread, async-signal-safe.
void __anomalloc_access_library(const void *Begin, uint64_t Size, uint32_t Kind,
                                const void *Caller);

/// memmove(3) and memset(3), counted; also for memcpy(3).
void *__anomalloc_access_memmove(void *To, const void *From, size_t Size);
void *__anomalloc_access_memset(void *To, int Value, size_t Size);

} // extern "C"
#pragma GCC visibility pop

#endif // ANOMALLOC_ACCESS_H
