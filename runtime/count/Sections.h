//===- Sections.h - phases and scopes ---------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Section ids, names and running phases outlive a fork: a child goes on in the
/// phase that its parent was in. Id 0 stands for "outside every section".
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_COUNT_SECTIONS_H
#define ANOMALLOC_RUNTIME_COUNT_SECTIONS_H

#include "anomalloc/ProfileFormat.h"
#include "process/System.h"
#include <stdint.h>

namespace anomalloc::runtime {

struct Process;

/// Ids of the running sections, outermost first. Sections that nest too deeply
/// are counted, so that begin and end match, but their ids are not kept. Valid
/// when zeroed.
template <unsigned Max> struct SectionStack {
  uint32_t Depth;
  /// Of a thread's scopes: the part of SectionNumber above the id.
  uint32_t Rate;
  uint32_t Ids[Max];

  void push(uint32_t Id) {
    if (Depth < Max)
      Ids[Depth] = Id;
    ++Depth;
  }
  bool pop() {
    if (!Depth)
      return false;
    --Depth;
    return true;
  }
  uint32_t top() const {
    return Depth ? Ids[(Depth < Max ? Depth : Max) - 1] : 0;
  }
};

/// Id of the process's innermost phase; 0: there is none.
extern uint32_t Phase;
/// The calling thread's scopes.
extern __thread SectionStack<30> Scopes
    __attribute__((tls_model("initial-exec")));

/// Whether the calling thread has a scope running.
inline bool inScope() { return Scopes.Depth; }

/// Id of the calling thread's innermost scope, or else of the process's
/// innermost phase.
inline uint32_t currentSectionId() {
  return inScope() ? Scopes.top() : __atomic_load_n(&Phase, __ATOMIC_SEQ_CST);
}

/// The section that the calling thread's events count to (SectionNumber).
inline uint32_t currentSection() {
  uint64_t DepthAndRate; // One question for both.
  __builtin_memcpy(&DepthAndRate, &Scopes, sizeof(DepthAndRate));
  return __builtin_expect(DepthAndRate != 0, 0)
             ? currentSectionId() | Scopes.Rate
             : __atomic_load_n(&Phase, __ATOMIC_SEQ_CST);
}

/// From now on the calling thread counts its events as drawn at a rate that was
/// doubled \p Doublings times. Its code finds no block of counters any more.
void countByRate(uint32_t Doublings);

/// Writes the names of all known sections into a new profile.
void recordKnownSections(Process &P, const sys::SignalGuard &Guard);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_COUNT_SECTIONS_H
