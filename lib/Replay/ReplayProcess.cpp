//===- ReplayProcess.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay/ReplayProcess.h"
#include "Replay/Futex.h"
#include "Support/Errors.h"
#include "Support/Numbers.h"
#include "Support/Spawn.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/wait.h>

extern char **environ;

using namespace llvm;
using namespace anomalloc::replay;

namespace anomalloc {

char ReplayFailure::ID;

namespace {

/// Words of all rings together, as far as each keeps its least.
constexpr uint64_t AllRingWords = 1 << 20;
constexpr uint32_t MostRingWords = 1 << 15, LeastRingWords = 1 << 11;
/// A replayer that finishes no operation for so long is stuck.
constexpr int PatienceInSeconds = 120;

Error osError(const Twine &What) {
  return makeError("cannot " + What + ": " + sys::StrError());
}

/// The environment of the replayer: ours, with the library preloaded.
std::vector<std::string> environmentOf(const ReplayRequest &Request) {
  std::vector<std::string> Changes = Request.Environment;
  StringRef Library = Request.Library;
  // ld.so(8): nothing escapes the spaces and colons that part names.
  if (Library.find_first_of(" :") == StringRef::npos) {
    Changes.push_back("LD_PRELOAD=" + Library.str());
  } else {
    Changes.push_back("LD_PRELOAD=" + sys::path::filename(Library).str());
    Changes.push_back("LD_LIBRARY_PATH=" +
                      sys::path::parent_path(Library).str());
  }
  std::vector<std::string> Result;
  for (char **Each = environ; *Each; ++Each) {
    StringRef Name = StringRef(*Each).split('=').first;
    if (none_of(Changes,
                [&](StringRef C) { return C.split('=').first == Name; }))
      Result.push_back(*Each);
  }
  Result.insert(Result.end(), Changes.begin(), Changes.end());
  return Result;
}

/// Not one of the descriptors that the replayer has. -1: errno says why.
int memoryFile() {
  const int Fd = memfd_create("anomalloc-replay", MFD_CLOEXEC);
  if (Fd < 0 || Fd > SharedDescriptor)
    return Fd;
  const int Moved = fcntl(Fd, F_DUPFD_CLOEXEC, SharedDescriptor + 1);
  close(Fd);
  return Moved;
}

/// The value of "Name:  123 kB" in \p Text, in bytes.
uint64_t kilobytesOf(StringRef Text, StringRef Name) {
  size_t At = Text.find(("\n" + Name + ":").str());
  if (At == StringRef::npos)
    return 0;
  uint64_t Value = 0;
  Text.drop_front(At + Name.size() + 2).ltrim().consumeInteger(10, Value);
  return Value << 10;
}

std::string textOfFile(const Twine &Path) {
  auto Text = MemoryBuffer::getFileAsStream(Path);
  return Text ? ("\n" + (*Text)->getBuffer()).str() : "";
}

} // namespace

Expected<std::unique_ptr<ReplayProcess>>
ReplayProcess::start(const ReplayRequest &Request, const ServedPlan &Plan,
                     uint32_t Lanes, uint64_t Slots) {
  std::unique_ptr<ReplayProcess> P(new ReplayProcess());
  if (Error E = P->map(Request, Plan, Lanes, Slots))
    return std::move(E);
  if (Error E = P->spawn(Request))
    return std::move(E);
  if (Error E = P->waitUntil([&] { return P->State->IsReady.load() != 0; }))
    return std::move(E);
  if (Error E = P->checkAllocator(Request))
    return std::move(E);
  return std::move(P);
}

ReplayProcess::~ReplayProcess() {
  if (Id > 0) {
    kill(Id, SIGKILL);
    sys::RetryAfterSignal(-1, waitpid, Id, nullptr, 0);
  }
  if (State)
    munmap(State, Size);
  for (int Fd : {MemoryFd, WordsFd})
    if (Fd >= 0)
      close(Fd);
}

Error ReplayProcess::map(const ReplayRequest &Request, const ServedPlan &Plan,
                         uint32_t Lanes, uint64_t Slots) {
  const uint64_t Ring = PowerOf2Ceil(AllRingWords / std::max(Lanes, 1u));
  const uint32_t RingWords =
      uint32_t(std::clamp<uint64_t>(Ring, LeastRingWords, MostRingWords));
  const uint64_t WorkersAt = sizeof(SharedState) + sizeof(replay::Lane) * Lanes;
  const uint64_t RingsAt = WorkersAt + sizeof(Worker) * Lanes * Request.Copies;
  const uint64_t TableAt = RingsAt + uint64_t(Lanes) * RingWords * 8;
  const uint64_t PartsAt = alignTo(TableAt + Slots * Request.Copies * 8, 64);
  const uint64_t ArenasAt =
      PartsAt + sizeof(PoolPart) * Plan.Pools.size() * Lanes * Request.Copies;
  Size = ArenasAt + sizeof(Arena) * Plan.Arenas * Request.Copies;
  MemoryFd = memoryFile();
  WordsFd = memoryFile();
  if (MemoryFd < 0 || WordsFd < 0 || ftruncate(MemoryFd, off_t(Size)) != 0)
    return osError("make memory for the replay");
  void *Memory =
      mmap(nullptr, Size, PROT_READ | PROT_WRITE, MAP_SHARED, MemoryFd, 0);
  if (Memory == MAP_FAILED)
    return osError("map " + formatBytes(Size) + " for the replay");
  // Everything else is zero, as it shall be.
  State = static_cast<SharedState *>(Memory);
  State->Size = Size;
  State->Lanes = Lanes;
  State->Copies = Request.Copies;
  State->RingWords = RingWords;
  State->Slots = Slots;
  State->WorkersAt = WorkersAt;
  State->RingsAt = RingsAt;
  State->TableAt = TableAt;
  State->PartsAt = PartsAt;
  State->ArenasAt = ArenasAt;
  State->Pools = uint32_t(Plan.Pools.size());
  State->Arenas = Plan.Arenas;
  llvm::copy(Plan.Pools, State->PoolOf);
  State->Touch = TouchKind(Request.Touches);
  State->IsNull = Request.IsNull;
  State->NoHugePages = Request.NoHugePages;
  State->Driver = getpid();
  return Error::success();
}

Error ReplayProcess::spawn(const ReplayRequest &Request) {
  errno = anomalloc::spawn(Id, {Request.Replayer},
                           {{GivenDescriptor::Nothing, 0},
                            {WordsFd, 1},
                            {WordsFd, 2},
                            {MemoryFd, SharedDescriptor}},
                           environmentOf(Request));
  if (errno) {
    Id = -1;
    return osError("start " + Request.Replayer);
  }
  return Error::success();
}

/// ld.so goes on without a library that it cannot preload.
Error ReplayProcess::checkAllocator(const ReplayRequest &Request) const {
  State->Allocator[sizeof(State->Allocator) - 1] = 0;
  if (!Request.Library.empty() &&
      !sys::fs::equivalent(State->Allocator, Request.Library))
    return make_error<ReplayFailure>(
        Request.Library + " did not take malloc's place" + firstWords());
  return Error::success();
}

Error ReplayProcess::waitUntil(function_ref<bool()> Done) {
  uint64_t Before = 0;
  for (int Idle = 0; !Done();) {
    State->DriverSleeps.store(1);
    const uint32_t Seen = State->Progress.load();
    if (!Done())
      sleepOn(State->Progress, Seen, 100);
    State->DriverSleeps.store(0);
    if (State->Progress.load() != Seen)
      continue;
    if (Error E = checkAlive())
      return E;
    uint64_t Heads = 0;
    for (uint64_t I = 0; I != uint64_t(State->Lanes) * State->Copies; ++I)
      Heads += State->workers()[I].Head.load();
    Idle = Heads == Before ? Idle + 1 : 0;
    Before = Heads;
    if (Idle > PatienceInSeconds * 10)
      return make_error<ReplayFailure>("no operation was finished for " +
                                       Twine(PatienceInSeconds) + " seconds" +
                                       firstWords());
  }
  return Error::success();
}

Error ReplayProcess::checkAlive() {
  int Status = 0;
  if (sys::RetryAfterSignal(-1, wait4, Id, &Status, WNOHANG, &Used) != Id)
    return Error::success();
  Id = -1;
  return make_error<ReplayFailure>(whyEnded(Status));
}

std::string ReplayProcess::whyEnded(int Status) const {
  switch (FailureKind(State->Failed.load())) {
  case FailureKind::None:
    break;
  case FailureKind::NoMemory:
    return "out of memory" + afterEvents() + ": no block of " +
           formatBytes(State->FailedSize) + " was to be had";
  case FailureKind::Address:
    return "the allocator gave an address of more than " +
           std::to_string(AddressBits) + " bits";
  case FailureKind::NoThread:
    return "a thread could not be started";
  case FailureKind::NoState:
    return "the replayer could not map its memory";
  }
  if (WIFSIGNALED(Status))
    return (Twine("killed by signal ") + Twine(WTERMSIG(Status)) + " (" +
            strsignal(WTERMSIG(Status)) + ")" + afterEvents() + firstWords())
        .str();
  return "ended with exit code " + std::to_string(WEXITSTATUS(Status)) +
         afterEvents() + firstWords();
}

/// How many were done, of all threads; "" if none was.
std::string ReplayProcess::afterEvents() const {
  uint64_t Done = 0;
  for (uint64_t I = 0; I != uint64_t(State->Lanes) * State->Copies; ++I)
    Done += State->workers()[I].Operations;
  return Done ? " after " + formatNumberOf(Done, "event") : "";
}

/// What it said first.
std::string ReplayProcess::firstWords() const {
  char Text[400];
  ssize_t Size = pread(WordsFd, Text, sizeof(Text), 0);
  StringRef Line = StringRef(Text, Size > 0 ? size_t(Size) : 0).trim();
  Line = Line.split('\n').first;
  return Line.empty() ? "" : (": " + Line).str();
}

Error ReplayProcess::ask(Command What) {
  State->What = What;
  const uint32_t Number = ++State->Asked;
  ++State->Bell;
  wakeAll(State->Bell);
  return waitUntil([&] { return State->Answered.load() == Number; });
}

ProcessMemoryUse ReplayProcess::memory() const {
  ProcessMemoryUse M;
  std::string Status = textOfFile("/proc/" + Twine(Id) + "/status");
  M.File = kilobytesOf(Status, "RssFile");
  M.Shared = kilobytesOf(Status, "RssShmem");
  M.Peak = kilobytesOf(Status, "VmHWM");
  M.Anonymous = kilobytesOf(textOfFile("/proc/" + Twine(Id) + "/smaps_rollup"),
                            "Anonymous");
  if (!M.Anonymous) // Linux before 4.14.
    M.Anonymous = kilobytesOf(Status, "RssAnon");
  return M;
}

void ReplayProcess::resetPeak() const {
  int Fd = open(("/proc/" + std::to_string(Id) + "/clear_refs").c_str(),
                O_WRONLY | O_CLOEXEC);
  if (Fd < 0)
    return;
  (void)!write(Fd, "5", 1);
  close(Fd);
}

Expected<rusage> ReplayProcess::leave() {
  State->What = Command::Leave;
  ++State->Asked;
  ++State->Bell;
  wakeAll(State->Bell);
  int Status = 0;
  if (sys::RetryAfterSignal(-1, wait4, Id, &Status, 0, &Used) != Id)
    return osError("wait for the replayer");
  Id = -1;
  if (!WIFEXITED(Status) || WEXITSTATUS(Status) != 0)
    return make_error<ReplayFailure>("at its end: " + whyEnded(Status));
  return Used;
}

} // namespace anomalloc
