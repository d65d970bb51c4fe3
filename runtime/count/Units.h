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

/// All indices of units are less than this number. A unit for which no index is
/// left is dropped, and that is reported.
constexpr unsigned MaxUnits = 65536;

/// The number of elements of each table by unit in this process, at most
/// MaxUnits. Element 0 is no unit's. A child of fork keeps this number.
uint32_t maxUnits();

/// Number of units known; their indices are 1 to this. Never shrinks.
unsigned numUnits();

/// The number of slots of unit \p Index, which must be known.
uint32_t numSlots(uint32_t Index);

/// Returns the index of \p Unit. Makes the unit known if it is not. 0 when
/// there are too many units, or the profile cannot grow.
uint32_t unitIndex(AnomallocUnit &Unit);

/// Writes the records of all known units into a new profile. Called while the
/// process's profile begins.
void recordKnownUnits(Process &P, const sys::SignalGuard &Guard);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_COUNT_UNITS_H
