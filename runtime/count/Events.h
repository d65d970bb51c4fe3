//===- Events.h - counting one event ----------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_COUNT_EVENTS_H
#define ANOMALLOC_RUNTIME_COUNT_EVENTS_H

#include "count/Lane.h"
#include "process/Process.h"
#include <stddef.h>
#include <stdint.h>

namespace anomalloc::runtime {

/// The key of SizeTable for dark events of \p Size bytes of the code at
/// \p Caller, while no site's call is in progress.
inline format::SizeEntry darkKey(const Lane &L, const void *Caller,
                                 uint32_t Section, size_t Size) {
  format::SizeEntry Key;
  Key.Pc = reinterpret_cast<uint64_t>(Caller);
  Key.Unit = Key.Slot = 0;
  Key.Section = Section;
  Key.Epoch = __atomic_load_n(&L.Owner->Epoch, __ATOMIC_RELAXED);
  Key.Size = Size;
  Key.Count = 0;
  return Key;
}

/// Adds a block of \p Size bytes, which a site of \p Unit in makers alone made,
/// at the maker call in progress. By the lane's own thread.
void addMade(Lane &L, AnomallocUnit &Unit, uint64_t Size);

/// Counts a dark allocation: \p Block of \p Size bytes, which no instrumented
/// site asked for. \p Caller is the return address in the code that asked.
/// \p Form and \p Frame as in DetailedEvent. A sampled run records more than
/// the count only if \p Drawn. Async-signal-safe, any thread, keeps errno.
void countDark(const void *Caller, const void *Block, size_t Size,
               bool Drawn = false, uint32_t Form = 0,
               const uint64_t *Frame = nullptr);

/// Notes that the runtime's allocation functions are being called. One call is
/// enough.
void noteInterposed();

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_COUNT_EVENTS_H
