//===- Process.h - what the runtime knows of this process -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All state stands in memory that the kernel zeroes in a forked child (fork,
/// _Fork, a bare clone), so "zero" means "not begun": a child begins its own
/// profile at its first event. What must outlive a fork (section names, units,
/// running phases) stands apart, in Sections.cpp and Units.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROCESS_PROCESS_H
#define ANOMALLOC_RUNTIME_PROCESS_PROCESS_H

#include "count/Detail.h"
#include "count/Lane.h"
#include "measure/Measurements.h"
#include "process/Options.h"
#include "profile/ProfileFile.h"
#include "stacks/Unwind.h"

namespace anomalloc::runtime {

/// Bounded by what one run can load; later objects stay unnamed.
constexpr unsigned MaxModules = 4096;

struct LoadedModule {
  uint64_t Start;
  uint64_t End;
  bool Gone; ///< Unloaded since.
};

struct Process {
  enum : uint32_t { Unborn = 0, Ready = 1, Disabled = 2 };
  /// Set last, with release order.
  uint32_t State;
  sys::Lock BirthLock;
  uint32_t Pid;
  Options Opts;
  ProfileFile File;

  /// Records of the whole process.
  sys::Lock RecordLock;
  RecordWriter Records;

  sys::Lock UnitLock;
  sys::Lock SectionLock;
  sys::Lock ModuleLock;
  sys::Lock PhaseLock;
  sys::Lock LaneLock;
  Lane *Lanes; ///< Newest first.
  uint32_t NumLanes;
  /// Private memory for lanes and their tables.
  char *MemoryAt;
  char *MemoryEnd;

  LoadedModule Modules[MaxModules];
  uint32_t NumModules;
  /// Raised when code that had events was unloaded: its addresses may come to
  /// mean other code.
  uint32_t Epoch;

  DetailState Detail;
  RuleCache Rules;
  anomalloc::runtime::Lifetimes Lifetimes;
  anomalloc::runtime::Trace Trace;
  Measurements Measured;
};

/// This process's state, ready for counting, or null when the profile is
/// switched off or cannot be written. Async-signal-safe, any thread.
Process *currentProcess();

/// The state as it is, without beginning a profile. May be null.
Process *bornProcess();

/// The same without a profile, too: what needs none is to be found there. Null:
/// nobody has needed any of it.
Process *knownProcess();

/// The same; null only without memory.
Process *processMemory();

/// Adds an event that could not be stored to the header's tally.
void countDropped(uint64_t Size);

/// Zeroed memory that a forked child finds zeroed; 64-byte aligned. Null when
/// the address space is used up.
void *allocateControl(Process &P, const sys::SignalGuard &Guard, size_t Size);

/// Appends what only the end of the process can tell: its peak of memory, its
/// page faults.
void describeEnd(Process &P, const sys::SignalGuard &Guard);

/// Appends that the process becomes, or starts, \p Program, which will not be
/// recorded. "": it does not after all. A path of more than 240 bytes is left
/// out.
void describeStart(Process &P, const sys::SignalGuard &Guard,
                   const char *Program);

/// Appends a record of the process and publishes it. \p Fill writes the
/// payload. False when the profile cannot grow.
template <typename Record, typename Filler>
bool addRecord(Process &P, const sys::SignalGuard &Guard,
               format::RecordType Type, uint64_t Size, Filler Fill) {
  sys::LockGuard Lock(P.RecordLock, Guard);
  void *Memory = P.Records.allocate(P.File, Guard, Size);
  if (!Memory)
    return false;
  auto *R = static_cast<Record *>(Memory);
  Fill(*R);
  RecordWriter::commit(*reinterpret_cast<format::RecordHeader *>(R), Type);
  return true;
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROCESS_PROCESS_H
