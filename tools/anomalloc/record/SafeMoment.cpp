//===- SafeMoment.cpp - when a thread may be borrowed ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/SafeMoment.h"
#include "Support/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <chrono>
#include <cstring>
#include <sys/syscall.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

constexpr StringLiteral LoaderNames[] = {"ld-linux", "ld-2.", "ld.so"};
/// Libraries that allocate, beside the C library: allocators, and we.
constexpr StringLiteral AllocatorNames[] = {
    "libanomalloc_rt", "libjemalloc", "libtcmalloc", "libmimalloc",
    "libtbbmalloc",    "libsnmalloc", "libhoard",    "libscalloc"};

bool isOneOf(StringRef Name, ArrayRef<StringLiteral> Beginnings) {
  return any_of(Beginnings,
                [&](StringRef Begin) { return Name.starts_with(Begin); });
}

#ifdef __x86_64__

/// System calls that end with EINTR when their thread is stopped (signal(7)).
/// They are begun again; still, other threads come first.
bool endsWhenStopped(int64_t Call) {
  for (int64_t One : {SYS_epoll_wait, SYS_epoll_pwait, SYS_semop,
                      SYS_semtimedop, SYS_rt_sigtimedwait, SYS_io_getevents})
    if (Call == One)
      return true;
  return false;
}

/// System calls that neither malloc nor the dynamic loader makes by way of the
/// C library.
bool isOfProgram(int64_t Call) {
  for (int64_t One :
       {SYS_read,     SYS_write,           SYS_readv,    SYS_writev,
        SYS_pread64,  SYS_pwrite64,        SYS_poll,     SYS_ppoll,
        SYS_select,   SYS_pselect6,        SYS_accept,   SYS_accept4,
        SYS_recvfrom, SYS_recvmsg,         SYS_recvmmsg, SYS_sendto,
        SYS_sendmsg,  SYS_sendmmsg,        SYS_connect,  SYS_nanosleep,
        SYS_pause,    SYS_clock_nanosleep, SYS_wait4,    SYS_waitid,
        SYS_flock,    SYS_rt_sigsuspend,   SYS_fsync,    SYS_fdatasync,
        SYS_msgrcv,   SYS_io_uring_enter})
    if (Call == One)
      return true;
  return endsWhenStopped(Call);
}

#else // No thread is stopped there (RemoteThread.cpp).

bool endsWhenStopped(int64_t) { return false; }
bool isOfProgram(int64_t) { return false; }
constexpr int64_t SYS_pause = -1;

#endif

constexpr uint8_t SyscallCode[] = {0x0f, 0x05};

} // namespace

SafeMoment::SafeMoment(pid_t Id, std::vector<MappedRegion> Regions,
                       const RemoteObject &Library)
    : Id(Id), Regions(std::move(Regions)),
      PrivateWait(Library.find("__lll_lock_wait_private")) {
  if (const MappedRegion *R = regionAt(Library.addressOf("dlopen")))
    LibraryPath = R->Path;
  readLibrary();
}

/// Finds two instructions of which the C library surely has one.
void SafeMoment::readLibrary() {
  // mov $15, %rax; syscall: rt_sigreturn(2).
  constexpr uint8_t Return[] = {0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05};
  constexpr uint8_t Int3 = 0xcc;
  auto Memory = MemoryBuffer::getFile(inProc(Id, "root") + LibraryPath);
  if (!Memory)
    return;
  StringRef Bytes = (*Memory)->getBuffer();
  for (const MappedRegion &R : Regions) {
    if (R.Path != LibraryPath || !R.isCode())
      continue;
    StringRef Code = Bytes.substr(R.Offset, R.End - R.Begin);
    auto Find = [&](ArrayRef<uint8_t> What) -> uint64_t {
      size_t At = Code.find(toStringRef(What));
      return At == StringRef::npos ? 0 : R.Begin + At;
    };
    if (!Trap)
      Trap = Find(Int3);
    if (!SignalReturn)
      SignalReturn = Find(Return);
  }
}

std::vector<pid_t> SafeMoment::threads() const {
  struct Ranked {
    int Rank;
    pid_t Thread;
  };
  std::vector<Ranked> All;
  std::error_code EC;
  for (sys::fs::directory_iterator I(inProc(Id, "task"), EC), End;
       !EC && I != End; I.increment(EC)) {
    Ranked R = {2, 0};
    if (sys::path::filename(I->path()).getAsInteger(10, R.Thread))
      continue;
    // "0 0x3 0x7ffc..." (read), "running", or "-1 ...", see
    // proc_pid_syscall(5).
    auto Text = MemoryBuffer::getFileAsStream(I->path() + "/syscall");
    int64_t Call = -1;
    if (Text && !(*Text)->getBuffer().split(' ').first.getAsInteger(10, Call))
      R.Rank = endsWhenStopped(Call) ? 3 : isOfProgram(Call) ? 0 : 1;
    All.push_back(R);
  }
  sort(All, [](const Ranked &A, const Ranked &B) {
    return std::tie(A.Rank, A.Thread) < std::tie(B.Rank, B.Thread);
  });
  std::vector<pid_t> Threads;
  for (const Ranked &R : All)
    Threads.push_back(R.Thread);
  return Threads;
}

const MappedRegion *SafeMoment::regionAt(uint64_t Address) const {
  auto It = partition_point(
      Regions, [&](const MappedRegion &R) { return R.End <= Address; });
  return It != Regions.end() && It->contains(Address) ? &*It : nullptr;
}

bool SafeMoment::isForbidden(const MappedRegion &R) const {
  return !R.isCode() || isOneOf(R.fileName(), LoaderNames) ||
         isOneOf(R.fileName(), AllocatorNames);
}

bool SafeMoment::isSafe(const RemoteState &S) const {
  const MappedRegion *R = regionAt(S.Pc);
  if (!R || isForbidden(*R))
    return false;
  if (R->Path != LibraryPath)
    return R->Path != "[vdso]" && R->Path != "[vsyscall]";
  if (S.Call == SYS_futex)
    return PrivateWait.Begin && !PrivateWait.contains(S.Pc);
  return isOfProgram(S.Call);
}

/// \p Interrupted are the registers in a signal's frame, as gregset_t.
bool SafeMoment::wasSafe(const RemoteThread &T,
                         const uint64_t *Interrupted) const {
  constexpr unsigned Rax = 13, Rip = 16; // REG_RAX, REG_RIP of <ucontext.h>
  RemoteState S;
  S.Pc = Interrupted[Rip];
  if (isSafe(S))
    return true;
  // In a system call that was interrupted, or is to be begun again.
  uint8_t Code[4] = {};
  if (!T.read(S.Pc - 2, Code, sizeof(Code)))
    return false;
  if (!memcmp(Code + 2, SyscallCode, 2))
    S.Call = int64_t(Interrupted[Rax]);
  else if (!memcmp(Code, SyscallCode, 2) && int64_t(Interrupted[Rax]) == -EINTR)
    S.Call = SYS_pause; // Which one is not known; malloc's do not end so.
  return isSafe(S);
}

bool SafeMoment::isHandlerSafe(const RemoteThread &T, uint64_t Stack) const {
  // Of struct ucontext: flags, link, the stack's three words; then gregset_t.
  constexpr size_t BeforeRegisters = 1 + 5, NumRegisters = 23;
  constexpr unsigned Segments = 18; // REG_CSGSFS
  constexpr uint64_t UserCode = 0x33;
  constexpr size_t MostWords = 128 << 10;
  const MappedRegion *R = regionAt(Stack);
  if (!R || !SignalReturn)
    return R;
  std::vector<uint64_t> Words(
      std::min<uint64_t>((R->End - Stack) / sizeof(uint64_t), MostWords));
  if (!T.read(Stack, Words.data(), Words.size() * sizeof(uint64_t)))
    return false;
  for (size_t I = 0; I + BeforeRegisters + NumRegisters < Words.size(); ++I) {
    const uint64_t *Registers = &Words[I + BeforeRegisters];
    if (Words[I] == SignalReturn &&
        (Registers[Segments] & 0xffff) == UserCode && !wasSafe(T, Registers))
      return false;
  }
  return true;
}

bool SafeMoment::leadOut(RemoteThread &T) const {
  constexpr unsigned MostSteps = 20000; // Some 0.1 s.
  for (unsigned I = 0; I != MostSteps; ++I) {
    const RemoteState S = T.state();
    if (isSafe(S))
      return true;
    uint8_t Code[2] = {};
    if (S.Call >= 0 || !T.read(S.Pc, Code, sizeof(Code)) ||
        !memcmp(Code, SyscallCode, 2) || !T.step())
      return false;
  }
  return false;
}

Expected<std::unique_ptr<RemoteThread>> SafeMoment::find(int Seconds) {
  if (!Trap)
    return makeError("the C library of process " + Twine(Id) +
                     " cannot be read");
  using Clock = std::chrono::steady_clock;
  const auto End = Clock::now() + std::chrono::seconds(Seconds);
  for (unsigned Pause = 1000; Clock::now() < End;
       Pause = std::min(2 * Pause, 100000u)) {
    std::vector<pid_t> Threads = threads();
    if (Threads.empty())
      return makeError("process " + Twine(Id) + " has ended");
    for (pid_t Thread : Threads) {
      auto T = RemoteThread::stop(Id, Thread);
      if (!T)
        return T.takeError();
      if (!*T || !leadOut(**T) || !isHandlerSafe(**T, (*T)->state().Stack))
        continue;
      (*T)->returnTo(Trap);
      return T;
    }
    usleep(Pause);
  }
  return makeError("in " + Twine(Seconds) + " s no thread of process " +
                   Twine(Id) +
                   " came to a point where a library can be loaded: all were "
                   "in the allocator or the dynamic loader, or in a signal's "
                   "handler that interrupted these; try again");
}

} // namespace anomalloc
