//===- Units.h - the compiled modules that count ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_COUNT_UNITS_H
#define ANOMALLOC_RUNTIME_COUNT_UNITS_H

#include "anomalloc/Abi.h"
#include "process/System.h"

namespace anomalloc::runtime {

struct Process;

/// Units that code can count inline. A unit beyond them is dropped, and told.
constexpr unsigned MaxUnits = 65536;

/// As many of them as this process has room for: tables by unit have that size.
/// A child of fork keeps it.
uint32_t maxUnits();

/// Number of units known; their indices are 1 to this. Never shrinks.
unsigned numUnits();

/// Slots of the unit with that index, which is known.
uint32_t numSlots(uint32_t Index);

/// The unit's index; makes it known if need be. 0 when there are too many, or
/// the profile cannot grow.
uint32_t unitIndex(AnomallocUnit &Unit);

/// Writes the records of all known units into a new profile. Called while the
/// process's profile begins.
void recordKnownUnits(Process &P, const sys::SignalGuard &Guard);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_COUNT_UNITS_H
