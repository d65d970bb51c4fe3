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

#include "access/Windows.h"
#include "count/Detail.h"
#include "count/Lane.h"
#include "measure/Measurements.h"
#include "process/Options.h"
#include "profile/ProfileFile.h"
#include "stacks/Unwind.h"

namespace anomalloc::runtime {

/// The most objects that a profile can name. Objects that are loaded after so
/// many stay unnamed.
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
  /// Of an episode (Episode.h): its number, and the process. Null: this is the
  /// process itself.
  uint32_t Number;
  Process *Whole;
  /// Of the process itself: the episode that runs; null: none. And how many
  /// there were.
  Process *Episode;
  uint32_t NumEpisodes;
  int Error; ///< Why it could not open its profile: a negative errno value.
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
  /// Events came from code outside of all objects.
  bool HasOtherCode;
  /// Rises when recorded code was unloaded: other code may come to its
  /// addresses.
  uint32_t Epoch;

  uint32_t NumStarts; ///< Starts that were told, or would have been (Exec.cpp).
  /// Which of RoomFor were refused, as bits.
  uint32_t Refused;
  DetailState Detail;
  RuleCache Rules;
  anomalloc::runtime::Lifetimes Lifetimes;
  anomalloc::runtime::Accesses Accesses;
  anomalloc::runtime::Trace Trace;
  Measurements Measured;
  format::SpaceSums *Spaces; ///< Null: nobody has asked for them.

  /// What belongs to no episode: the file, locks, records, lanes, modules.
  Process &whole() { return Whole ? *Whole : *this; }
  ProfileFile &file() { return whole().File; }
  /// What new lanes record for.
  Process &recording() {
    Process *Its = __atomic_load_n(&Episode, __ATOMIC_SEQ_CST);
    return Its ? *Its : *this;
  }
};

/// This process's state, ready for counting. Begins the profile if need be.
/// Null when the profile is switched off or cannot be written.
/// Async-signal-safe, any thread.
Process *currentProcess();

/// This process's state if its profile has begun, else null. Does not begin a
/// profile.
Process *bornProcess();

/// This process's state, even without a profile. Some parts of the state, such
/// as Measured, need no profile. Null if nobody has needed any part yet.
Process *knownProcess();

/// As knownProcess(), but creates the state if there is none. Null only without
/// memory.
Process *processMemory();

/// Completes the profile. \p End says how the process is then.
void endProfile(Process &P, const sys::SignalGuard &Guard,
                format::EndState End);

/// Ends the profile for good: events that come later are not recorded. Its
/// memory stays, because a thread may be in the middle of an event. Only one
/// thread at a time may call it.
void closeProfile(Process &P);

/// The process begins anew: the next profile has a state of its own. Called
/// when the last one was closed, or could not be opened.
void forgetProcess();

/// Counts, in the profile's header, an event of \p Size bytes that could not be
/// stored.
void countDropped(uint64_t Size);

/// Zeroed memory that a forked child finds zeroed; 64-byte aligned. Null when
/// the address space is used up.
void *allocateControl(Process &P, const sys::SignalGuard &Guard, size_t Size);

/// The modes of \p M for which there is room in the address space.
Mode modesWithRoom(Mode M);

/// Appends a record that tells of the episode \p P: its begin, or its end.
void describeEpisode(Process &P, const sys::SignalGuard &Guard, bool Begins);

/// Appends what only the end of the process can tell: its peak of memory, its
/// page faults.
void describeEnd(Process &P, const sys::SignalGuard &Guard);

/// Appends a record: the profile is ended by \p By (format::EndedByKey), before
/// the process ends.
void describeEndedBy(Process &P, const sys::SignalGuard &Guard, const char *By);

/// What a sampled run makes more and more of, if the program never asks twice
/// alike. A row that has no room is counted with others (option room).
enum class RoomFor { Stacks, Sizes };
/// Whether \p What that is new may have rows of its own. The first time that it
/// may not is noted in the profile. Any thread, async-signal-safe.
bool mayBeNew(Process &P, RoomFor What);

/// Appends a record: the process becomes, or starts, \p Program, which will not
/// be recorded. If \p Program is "", the record takes back the one before,
/// because the start failed. A path of more than 243 bytes is left out.
void describeStart(Process &P, const sys::SignalGuard &Guard,
                   const char *Program);

/// Appends a record of the process, or of the episode \p P, and publishes it.
/// \p Fill writes the payload. False when the profile cannot grow.
template <typename Record, typename Filler>
bool addRecord(Process &P, const sys::SignalGuard &Guard,
               format::RecordType Type, uint64_t Size, Filler Fill) {
  Process &W = P.whole();
  sys::LockGuard Lock(W.RecordLock, Guard);
  void *Memory = W.Records.allocate(W.File, Guard, Size);
  if (!Memory)
    return false;
  auto *R = static_cast<Record *>(Memory);
  Fill(*R);
  auto &Header = *reinterpret_cast<format::RecordHeader *>(R);
  Header.Episode = P.Number;
  RecordWriter::commit(Header, Type);
  return true;
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROCESS_PROCESS_H
