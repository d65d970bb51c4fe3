//===- Process.cpp - beginning a profile ----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "process/Process.h"
#include "anomalloc/Ranks.h"
#include "count/Detail.h"
#include "count/Sections.h"
#include "count/Units.h"
#include "interpose/Allocator.h"
#include "process/AddressSpace.h"
#include "process/Complain.h"
#include "process/Request.h"
#include "process/Text.h"
#include "profile/Modules.h"
#include "profile/PerfMap.h"
#include <pthread.h>

using namespace anomalloc::format;

namespace anomalloc::runtime {

/// The memory itself survives a fork, its content does not.
static Process *TheProcess;

Process *knownProcess() {
  return __atomic_load_n(&TheProcess, __ATOMIC_ACQUIRE);
}

Process *processMemory() {
  Process *Known = knownProcess();
  if (Known)
    return Known;
  // Else the program would lose the room, and nobody gain a profile.
  const size_t ForFirstThread =
      FirstReservation + 2 * maxUnits() * sizeof(uint64_t *) + sizeof(Lane);
  bool Wiped;
  auto *New =
      static_cast<Process *>(mayTake(sizeof(Process) + ForFirstThread)
                                 ? takePrivate(sizeof(Process), true, Wiped)
                                 : nullptr);
  if (!New)
    return nullptr;
  // A thread that loses this race leaves untouched, never resident pages.
  if (!__atomic_compare_exchange_n(&TheProcess, &Known, New, false,
                                   __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return Known;
  // Kernels before 4.14 cannot wipe: then fork(3) does it by handler.
  if (!Wiped)
    pthread_atfork(nullptr, nullptr, wipeByHand);
  return New;
}

namespace {
/// Key-value pairs of an Info record, gathered before their size is known.
template <size_t Most> struct InfoText {
  char Bytes[Most];
  size_t Size = 0;

  /// Both or, if they do not fit, none.
  void add(const char *Key, const char *Value) {
    if (Size + length(Key) + length(Value) + 2 >= sizeof(Bytes))
      return;
    put(Key);
    put(Value);
  }

private:
  void put(const char *S) {
    size_t Length = length(S) + 1;
    __builtin_memcpy(Bytes + Size, S, Length);
    Size += Length;
  }
};
} // namespace

/// The last ones are left out if they do not fit.
template <size_t Most> static void addArguments(InfoText<Most> &Info) {
  static char Arguments[8192]; // Under BirthLock.
  int Fd = sys::openForReading("/proc/self/cmdline");
  long Size = Fd < 0 ? 0 : sys::readFile(Fd, Arguments, sizeof(Arguments) - 1);
  if (Fd >= 0)
    sys::closeFile(Fd);
  if (Size <= 0)
    return;
  Arguments[Size] = 0;
  for (long I = 0; I < Size; I += long(length(Arguments + I)) + 1)
    Info.add("argument", Arguments + I);
}

template <size_t Most>
static void addInfo(Process &P, const sys::SignalGuard &Guard,
                    const InfoText<Most> &Info) {
  addRecord<RecordHeader>(P, Guard, RecordType::Info,
                          sizeof(RecordHeader) + Info.Size + 1,
                          [&](RecordHeader &R) {
                            __builtin_memcpy(&R + 1, Info.Bytes, Info.Size);
                          });
}

void describeEnd(Process &P, const sys::SignalGuard &Guard) {
  sys::MemoryHistory Past = sys::memoryHistory();
  InfoText<128> Info;
  char Number[24];
  if (Past.PeakResident) {
    Text(Number).add(Past.PeakResident);
    Info.add("peak_resident", Number);
  }
  Text(Number).add(Past.PageFaults);
  Info.add("page_faults", Number);
  addInfo(P, Guard, Info);
}

void describeStart(Process &P, const sys::SignalGuard &Guard,
                   const char *Program) {
  InfoText<256> Info;
  Info.add("unrecorded", Program);
  addInfo(P, Guard, Info);
}

void describeEndedBy(Process &P, const sys::SignalGuard &Guard,
                     const char *By) {
  InfoText<64> Info;
  Info.add(EndedByKey, By);
  addInfo(P, Guard, Info);
}

bool mayBeNew(Process &P, RoomFor What) {
  const Options &O = P.Opts;
  if (!O.sample || !O.room)
    return true;
  const bool IsStacks = What == RoomFor::Stacks;
  const uint64_t Size =
      __atomic_load_n(&P.file().header()->Size, __ATOMIC_RELAXED);
  if (Size < (IsStacks ? O.room / 2 : O.room))
    return true;
  const uint32_t Bit = IsStacks ? 1 : 2;
  if (!(__atomic_load_n(&P.Refused, __ATOMIC_RELAXED) & Bit) &&
      !(__atomic_fetch_or(&P.Refused, Bit, __ATOMIC_RELAXED) & Bit)) {
    sys::SignalGuard Guard;
    InfoText<64> Info;
    char Number[24];
    Text(Number).add(sys::realTime());
    Info.add(IsStacks ? "stacks_full" : "sizes_full", Number);
    addInfo(P, Guard, Info);
  }
  return false;
}

/// How the blocks are drawn that more than counts are recorded of.
template <typename Info> static void addSampling(const Options &O, Info &To) {
  if (O.mode.detailed() && O.sample)
    To.add("sample", nameOf(O.sample).Text);
}

/// What is known of the batch job.
template <typename Info> static void addJob(Info &To) {
#define ANOMALLOC_JOB_FACT(Key, Help, ...)                                     \
  {                                                                            \
    static const char *const Names[] = {__VA_ARGS__};                          \
    if (const char *Value = firstValue(Names))                                 \
      To.add(Key, Value);                                                      \
  }
#include "anomalloc/JobVariables.def"
}

/// \p IsChild: of the process that was started, or of one that recorded.
static void describe(Process &P, const sys::SignalGuard &Guard,
                     const Mode &Asked, bool IsChild) {
  static InfoText<16384> Info; // Under BirthLock.
  static char Buffer[PathSize];
  Info.Size = 0;
  Info.add("program", programPath());
  if (sys::currentDirectory(Buffer, sizeof(Buffer)) > 0)
    Info.add("directory", Buffer);
  sys::hostName(Buffer, sizeof(Buffer));
  Info.add("host", Buffer);
  char Number[24];
  Text(Number).add(uint64_t(sys::processId()));
  Info.add("pid", Number);
  Text(Number).add(uint64_t(sys::parentId()));
  Info.add("parent", Number);
  if (const char *Rank = mpiRank())
    Info.add(IsChild ? "rank_of_parent" : "rank", Rank);
  addJob(Info);
  if (allocatorPath)
    Info.add("allocator", allocatorPath());
  if (seesOthers && !seesOthers())
    P.File.header()->Flags |= Bypassed;
  Info.add("runtime", ANOMALLOC_VERSION);
  const ModeName Recorded = nameOf(P.Opts.mode), Wanted = nameOf(Asked);
  Info.add("mode", Recorded.Text);
  if (!equal(Wanted.Text, Recorded.Text))
    Info.add("asked", Wanted.Text);
  addSampling(P.Opts, Info);
  if (attachedProcess())
    Info.add("attached", "1");
  if (P.Trace.Header)
    Info.add("trace", __builtin_strrchr(P.Trace.File.Path, '/') + 1);
  addArguments(Info);
  addInfo(P, Guard, Info);
}

void describeEpisode(Process &P, const sys::SignalGuard &Guard, bool Begins) {
  InfoText<256> Info;
  char Number[24];
  Text(Number).add(sys::realTime());
  Info.add(Begins ? "since" : "until", Number);
  if (Begins) {
    Info.add("mode", nameOf(P.Opts.mode).Text);
    addSampling(P.Opts, Info);
    Info.add("attached", "1");
    Text(Number).add(P.file().header()->LostStacks);
    Info.add("lost_before", Number);
  }
  addInfo(P, Guard, Info);
}

Mode modesWithRoom(Mode M) {
  // Before half of it is there.
  size_t Room = 0;
  for (const NamedMode &Row : NamedModes) {
    if (M.has(Row.Bit) && !hasRoomFor(Room + Row.Room))
      M.Bits &= ~Row.Bit;
    if (M.has(Row.Bit))
      Room += Row.Room;
  }
  return M;
}

/// The header of this process's profile. A forked child finds that of the
/// process that it comes from.
static FileHeader *ParentsHeader;

/// Tells that this child has no profile: in that of the process that it was
/// forked by, or where Options::unrecorded says.
static void noteUnrecorded(const Options &Opts, int Error) {
  const uint32_t Why = uint32_t(-Error);
  if (!ParentsHeader)
    return sys::sendDatagram(Opts.unrecorded, &Why, sizeof(Why));
  __atomic_fetch_add(&ParentsHeader->UnrecordedChildren, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&ParentsHeader->ChildrenError, Why, __ATOMIC_RELAXED);
}

static uint32_t begin(Process &P, const sys::SignalGuard &Guard) {
  P.Pid = sys::processId();
  P.Opts.parse(ownOptions(), givenOptions());
  bool IsMain = !P.Opts.main || P.Opts.main == P.Pid;
  const bool IsChildOfAttached =
      attachedProcess() && attachedProcess() != P.Pid;
  if (!P.Opts.enabled || (P.Opts.main_only && !IsMain) || IsChildOfAttached) {
    Unwanted = true;
    return Process::Disabled;
  }
  maxUnits();
  const Mode Asked = P.Opts.mode;
  P.Opts.mode = modesWithRoom(Asked);
  const bool HasFolder = *P.Opts.children;
  const bool IsApart = !IsMain && HasFolder;
  if (int Error = P.File.open(IsApart ? P.Opts.children : P.Opts.output,
                              /*MakeFolder=*/IsApart, Guard)) {
    P.Error = Error;
    if (!IsMain || ParentsHeader)
      noteUnrecorded(P.Opts, Error);
    // Of the others, what a program's children say may be read by the program.
    if (P.Opts.verbose || (P.Opts.main && IsMain))
      complain("cannot write the profile ", P.File.path(), ": ",
               sys::meaningOf(Error), "; nothing is counted");
    return Process::Disabled;
  }
  const bool IsChild = !IsMain || ParentsHeader;
  ParentsHeader = P.File.header();
  static char OfChildren[PathSize];
  expandOutputName(HasFolder ? P.Opts.children : P.Opts.output, OfChildren);
  keepFolderOf(OfChildren);
  startDetail(P, Guard);
  describe(P, Guard, Asked, IsChild);
  recordKnownSections(P, Guard);
  recordKnownUnits(P, Guard);
  // Beside threads that load objects, who attaches walks the list under a lock.
  if (!attachedProcess())
    recordLoadedModules(P, Guard);
  return Process::Ready;
}

void endProfile(Process &P, const sys::SignalGuard &Guard, EndState End) {
  describeEnd(P, Guard);
  recordPerfMap(P, Guard);
  P.File.trim(Guard);
  endTrace(P);
  FileHeader *Header = P.File.header();
  Header->EndTime = sys::realTime();
  Header->End = End;
}

void closeProfile(Process &P) {
  sys::SignalGuard Guard;
  Unwanted = true;
  __atomic_store_n(&P.State, uint32_t(Process::Disabled), __ATOMIC_RELEASE);
  forgetPhaseBlocks(P, Guard);
  {
    sys::LockGuard Lock(P.LaneLock, Guard);
    for (Lane *L = P.Lanes; L; L = L->Next)
      __atomic_store_n(&L->Self, nullptr, __ATOMIC_RELEASE);
  }
  P.File.seal();
  endProfile(P, Guard, EndState::Running);
  P.File.closeDescriptor();
  forgetFolder();
}

void forgetProcess() {
  ParentsHeader = nullptr;
  __atomic_store_n(&TheProcess, nullptr, __ATOMIC_RELEASE);
}

Process *currentProcess() {
  if (Unwanted || !isWanted())
    return nullptr;
  Process *P = processMemory();
  if (!P)
    return nullptr;
  uint32_t State = __atomic_load_n(&P->State, __ATOMIC_ACQUIRE);
  if (State == Process::Unborn) {
    sys::SignalGuard Guard;
    sys::LockGuard Lock(P->BirthLock, Guard);
    State = P->State;
    if (State == Process::Unborn) {
      State = begin(*P, Guard);
      __atomic_store_n(&P->State, State, __ATOMIC_RELEASE);
    }
  }
  return State == Process::Ready ? P : nullptr;
}

Process *bornProcess() {
  Process *P = knownProcess();
  bool Born =
      P && __atomic_load_n(&P->State, __ATOMIC_ACQUIRE) == Process::Ready;
  return Born ? P : nullptr;
}

void countDropped(uint64_t Size) {
  Process *P = bornProcess();
  if (!P)
    return;
  FileHeader *Header = P->File.header();
  __atomic_fetch_add(&Header->DroppedEvents, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&Header->DroppedBytes, Size, __ATOMIC_RELAXED);
}

void *allocateControl(Process &P, const sys::SignalGuard &Guard, size_t Size) {
  Size = (Size + 63) & ~size_t(63);
  sys::LockGuard Lock(P.LaneLock, Guard);
  if (size_t(P.MemoryEnd - P.MemoryAt) < Size) {
    const size_t Least = isRoomTight() ? 64 << 10 : 1 << 20;
    size_t Chunk = Size < Least ? Least : (Size + 4095) & ~size_t(4095);
    bool Wiped;
    auto *New = static_cast<char *>(takePrivate(Chunk, true, Wiped));
    if (!New)
      return nullptr;
    P.MemoryAt = New;
    P.MemoryEnd = New + Chunk;
  }
  char *Result = P.MemoryAt;
  P.MemoryAt += Size;
  return Result;
}

} // namespace anomalloc::runtime
