//===- Asking.h - which site asks -------------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The number by which a site says that the next heap event is its own
/// (AnomallocTls::Asking).
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_INTERPOSE_ASKING_H
#define ANOMALLOC_RUNTIME_INTERPOSE_ASKING_H

#include "anomalloc/Abi.h"

namespace anomalloc::runtime {

inline uint64_t askingOf(uint32_t Unit, uint32_t Slot) {
  return uint64_t(Unit) << 32 | ANOMALLOC_ASKING_SITE | Slot;
}

inline bool isSite(uint64_t Asking) { return Asking & ANOMALLOC_ASKING_SITE; }

/// Asking of who is no site.
enum OwnAsking : uint64_t {
  Nobody = 0,
  /// The next heap event is no event of its own, nor a second try of it.
  FirstIsOurs = 1,
  /// None is, until the runtime says otherwise: it calls what runs no code of
  /// the program's.
  AllAreOurs = 2,
};

/// 0: the unit's index is not known yet.
inline uint32_t unitOf(uint64_t Asking) { return uint32_t(Asking >> 32); }
inline uint32_t slotOf(uint64_t Asking) {
  return uint32_t(Asking) & ~ANOMALLOC_ASKING_SITE;
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_INTERPOSE_ASKING_H
