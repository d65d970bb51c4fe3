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
#include "process/AddressSpace.h"

namespace anomalloc::runtime {

inline uint64_t askingOf(uint32_t Unit, uint32_t Slot) {
  return uint64_t(Unit) << 32 | ANOMALLOC_ASKING_SITE | Slot;
}

inline bool isSite(uint64_t Asking) { return Asking & ANOMALLOC_ASKING_SITE; }

/// Stands for the dark events of the code at \p Caller, an address of user
/// space, where sites have their Asking. No site has the same. Takes 48 bits.
inline uint64_t askingOfDark(const void *Caller) {
  // With addresses of 48 bits, code is at multiples of 4.
  uint64_t Pc =
      reinterpret_cast<uint64_t>(Caller) >> (AddressBits == 48 ? 2 : 0);
  return Pc + (Pc & -uint64_t(ANOMALLOC_ASKING_SITE)); // Leaves that bit 0.
}

/// Stands for an event of the dark code at \p Caller where sites have their
/// Asking: by the leading site with that unit and slot, or by nobody if \p Unit
/// is 0.
inline uint64_t askingOf(uint32_t Unit, uint32_t Slot, const void *Caller) {
  return Unit ? askingOf(Unit, Slot) : askingOfDark(Caller);
}

/// Values of Asking for a caller that is no site.
enum OwnAsking : uint64_t {
  Nobody = 0,
  /// The next heap event is part of another event, so it is not counted. If it
  /// fails and is tried again, the second try is not counted either.
  FirstIsOurs = 1,
  /// All heap events are part of another event, until the runtime changes
  /// Asking. Used for calls that run no code of the program's.
  AllAreOurs = 2,
};

/// The index of the site's unit; 0 if it is not known yet.
inline uint32_t unitOf(uint64_t Asking) { return uint32_t(Asking >> 32); }
inline uint32_t slotOf(uint64_t Asking) {
  return uint32_t(Asking) & ~ANOMALLOC_ASKING_SITE;
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_INTERPOSE_ASKING_H
