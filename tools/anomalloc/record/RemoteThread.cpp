//===- RemoteThread.cpp - a thread of another process, in our hand --------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/RemoteThread.h"
#include "Support/Errors.h"
#include "record/ProcessMaps.h"
#include "record/TracingRights.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cerrno>
#include <chrono>
#include <cstring>
#include <elf.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {

using Clock = std::chrono::steady_clock;

#ifdef __x86_64__

namespace {
constexpr uint64_t RedZone = 128; // System V ABI for x86-64, 3.2.2.
constexpr uint64_t DirectionFlag = 0x400, TrapFlag = 0x100;
constexpr size_t MaskSize = 8; // Of the kernel's sigset_t.

/// Every signal but those that a wrong instruction raises: the kernel would
/// take away their handlers if they were blocked.
uint64_t maskForCalls() {
  uint64_t Mask = ~uint64_t(0);
  for (int Signal : {SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    Mask &= ~(uint64_t(1) << (Signal - 1));
  return Mask;
}

long trace(int Request, pid_t Thread, uint64_t Address = 0,
           const void *Data = nullptr) {
  return ptrace(__ptrace_request(Request), Thread,
                reinterpret_cast<void *>(Address), const_cast<void *>(Data));
}

bool moveSet(int Request, pid_t Thread, int Set, void *Memory, size_t &Size) {
  iovec Its = {Memory, Size};
  bool Done = trace(Request, Thread, uint64_t(Set), &Its) == 0;
  Size = Its.iov_len;
  return Done;
}

bool setGeneral(pid_t Thread, user_regs_struct Its) {
  size_t Size = sizeof(Its);
  return moveSet(PTRACE_SETREGSET, Thread, NT_PRSTATUS, &Its, Size);
}

bool getGeneral(pid_t Thread, user_regs_struct &Its) {
  size_t Size = sizeof(Its);
  return moveSet(PTRACE_GETREGSET, Thread, NT_PRSTATUS, &Its, Size);
}
} // namespace

struct RemoteThread::Registers {
  user_regs_struct General;
  std::vector<char> Vectors; ///< With the x87 and SSE state.
  int VectorSet = NT_X86_XSTATE;
  uint64_t Mask;
};

RemoteThread::RemoteThread(pid_t Id, pid_t Thread) : Id(Id), Thread(Thread) {}

Expected<std::unique_ptr<RemoteThread>> RemoteThread::stop(pid_t Id,
                                                           pid_t Thread) {
  if (trace(PTRACE_SEIZE, Thread) != 0) {
    if (errno == ESRCH)
      return nullptr;
    return whyNotTraced(Id, errno);
  }
  std::unique_ptr<RemoteThread> T(new RemoteThread(Id, Thread));
  int Status;
  if (trace(PTRACE_INTERRUPT, Thread) != 0 ||
      T->waitForStop(1000, Status) != Stop::Interrupted) {
    // Of a thread that waits for a disk nothing can be had, not even that it is
    // let go; it is let go when it stops.
    if (!T->Gone)
      T->waitForStop(5000, Status);
    return nullptr;
  }
  if (Status >> 16 != PTRACE_EVENT_STOP)
    T->Signal = WSTOPSIG(Status);
  if (T->Signal || !T->save())
    return nullptr;
  return std::move(T);
}

RemoteThread::~RemoteThread() {
  if (Gone)
    return;
  if (Saved && (restart() || Changed))
    restore();
  trace(PTRACE_DETACH, Thread, 0, reinterpret_cast<void *>(long(Signal)));
}

RemoteThread::Stop RemoteThread::waitForStop(int Milliseconds, int &Status) {
  const auto End = Clock::now() + std::chrono::milliseconds(Milliseconds);
  for (unsigned Pause = 20;; Pause = std::min(2 * Pause, 2000u)) {
    pid_t Got = waitpid(Thread, &Status, __WALL | WNOHANG);
    if (Got == Thread && WIFSTOPPED(Status))
      return Stop::Interrupted;
    if (Got != 0 && !(Got < 0 && errno == EINTR)) {
      Gone = true;
      return Stop::Gone;
    }
    if (Clock::now() >= End)
      return Stop::TimedOut;
    usleep(Pause);
  }
}

bool RemoteThread::save() {
  auto R = std::make_unique<Registers>();
  if (!getGeneral(Thread, R->General) ||
      trace(PTRACE_GETSIGMASK, Thread, MaskSize, &R->Mask) != 0)
    return false;
  constexpr size_t LargestVectors = 64 << 10; // AMX has the most, 11 KiB.
  for (int Set : {NT_X86_XSTATE, NT_PRFPREG}) {
    size_t Size = LargestVectors;
    R->Vectors.resize(Size);
    R->VectorSet = Set;
    if (moveSet(PTRACE_GETREGSET, Thread, Set, R->Vectors.data(), Size)) {
      R->Vectors.resize(Size);
      Saved = std::move(R);
      return true;
    }
  }
  return false;
}

RemoteState RemoteThread::state() const {
  const user_regs_struct &R = Saved->General;
  return {R.rip, R.rsp, int64_t(R.orig_rax)};
}

bool RemoteThread::step() {
  int Status;
  if (trace(PTRACE_SINGLESTEP, Thread) != 0)
    return false;
  if (waitForStop(1000, Status) != Stop::Interrupted) {
    if (!Gone && trace(PTRACE_INTERRUPT, Thread) == 0 &&
        waitForStop(1000, Status) == Stop::Interrupted)
      save();
    return false;
  }
  if (Status >> 16 || WSTOPSIG(Status) != SIGTRAP) {
    Signal = Status >> 16 ? 0 : WSTOPSIG(Status);
    save();
    return false;
  }
  return save();
}

bool RemoteThread::hasPendingSignal() const {
  auto Text = MemoryBuffer::getFileAsStream(
      inProc(Id, "task/" + Twine(Thread) + "/status"));
  if (!Text)
    return true;
  uint64_t Pending = 0;
  for (StringRef Name : {"\nSigPnd:", "\nShdPnd:"}) {
    uint64_t Part = 0;
    StringRef Word =
        (*Text)->getBuffer().split(Name).second.split('\n').first.trim();
    if (Word.getAsInteger(16, Part))
      return true;
    Pending |= Part;
  }
  return Pending & ~Saved->Mask;
}

/// Some system calls end with EINTR where others go on after a stop, see
/// signal(7): then it was we who ended it.
bool RemoteThread::restart() {
  user_regs_struct &R = Saved->General;
  uint8_t Before[2] = {};
  constexpr uint8_t Syscall[2] = {0x0f, 0x05};
  if (int64_t(R.orig_rax) < 0 || int64_t(R.rax) != -EINTR || Signal ||
      hasPendingSignal() || !read(R.rip - 2, Before, 2) ||
      memcmp(Before, Syscall, 2) != 0)
    return false;
  R.rip -= 2;
  R.rax = R.orig_rax;
  R.orig_rax = uint64_t(-1);
  return true;
}

void RemoteThread::restore() {
  size_t Size = Saved->Vectors.size();
  moveSet(PTRACE_SETREGSET, Thread, Saved->VectorSet, Saved->Vectors.data(),
          Size);
  setGeneral(Thread, Saved->General);
  trace(PTRACE_SETSIGMASK, Thread, MaskSize, &Saved->Mask);
  Changed = false;
}

Expected<uint64_t> RemoteThread::call(uint64_t Function,
                                      ArrayRef<uint64_t> Arguments,
                                      int Seconds) {
  user_regs_struct R = Saved->General;
  uint64_t *const Places[] = {reinterpret_cast<uint64_t *>(&R.rdi),
                              reinterpret_cast<uint64_t *>(&R.rsi),
                              reinterpret_cast<uint64_t *>(&R.rdx),
                              reinterpret_cast<uint64_t *>(&R.rcx),
                              reinterpret_cast<uint64_t *>(&R.r8),
                              reinterpret_cast<uint64_t *>(&R.r9)};
  for (size_t I = 0; I != Arguments.size(); ++I)
    *Places[I] = Arguments[I];
  const uint64_t End = OwnStack ? OwnStack : R.rsp - RedZone;
  R.rsp = (End & ~uint64_t(15)) - sizeof(uint64_t);
  R.rbp = 0;
  R.rip = Function;
  R.rax = 0;
  R.orig_rax = uint64_t(-1); // No system call is to be begun again.
  R.eflags &= ~(DirectionFlag | TrapFlag);
  const uint64_t Mask = maskForCalls();
  if (!write(R.rsp, &ReturnAddress, sizeof(ReturnAddress)))
    return makeError("process " + Twine(Id) + " has no room on its stack");
  Changed = true;
  if (trace(PTRACE_SETSIGMASK, Thread, MaskSize, &Mask) != 0 ||
      !setGeneral(Thread, R))
    return makeError("process " + Twine(Id) +
                     " cannot be changed: " + strerror(errno));
  if (Error E = waitForReturn(Seconds))
    return std::move(E);
  getGeneral(Thread, R);
  return R.rax;
}

Error RemoteThread::waitForReturn(int Seconds) {
  const auto End = Clock::now() + std::chrono::seconds(Seconds);
  bool Interrupted = false;
  while (true) {
    trace(PTRACE_CONT, Thread);
    int Status;
    const auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
        End - Clock::now());
    switch (waitForStop(int(std::max<int64_t>(Left.count(), 1)), Status)) {
    case Stop::Gone:
      return makeError("process " + Twine(Id) + " ended meanwhile");
    case Stop::TimedOut:
      if (Interrupted)
        return makeError("process " + Twine(Id) + " does not stop any more");
      trace(PTRACE_INTERRUPT, Thread);
      Interrupted = true;
      waitForStop(1000, Status);
      return makeError("a call in process " + Twine(Id) + " took more than " +
                       Twine(Seconds) +
                       " s and was given up: a lock that it needs is held");
    case Stop::Interrupted:
      break;
    }
    if (Status >> 16) // A group stop: we go on, it stops when it is released.
      continue;
    user_regs_struct R;
    const int Its = WSTOPSIG(Status);
    if (Its == SIGTRAP && getGeneral(Thread, R) && R.rip == ReturnAddress + 1)
      return Error::success();
    if (Its == SIGSTOP || Its == SIGCONT) {
      Signal = Its;
      continue;
    }
    return makeError("a call in process " + Twine(Id) +
                     " was ended by signal " + Twine(Its) + " (" +
                     strsignal(Its) + ")");
  }
}

#else

struct RemoteThread::Registers {};

Expected<std::unique_ptr<RemoteThread>> RemoteThread::stop(pid_t, pid_t) {
  return makeError("a running process can be recorded on x86-64 only");
}
RemoteThread::~RemoteThread() = default;
RemoteState RemoteThread::state() const { return {}; }
bool RemoteThread::step() { return false; }
Expected<uint64_t> RemoteThread::call(uint64_t, ArrayRef<uint64_t>, int) {
  return 0;
}

#endif

bool RemoteThread::read(uint64_t From, void *To, size_t Size) const {
  iovec Here = {To, Size}, There = {reinterpret_cast<void *>(From), Size};
  return process_vm_readv(Id, &Here, 1, &There, 1, 0) == ssize_t(Size);
}

bool RemoteThread::write(uint64_t To, const void *From, size_t Size) const {
  iovec Here = {const_cast<void *>(From), Size},
        There = {reinterpret_cast<void *>(To), Size};
  return process_vm_writev(Id, &Here, 1, &There, 1, 0) == ssize_t(Size);
}

std::string RemoteThread::readText(uint64_t From) const {
  constexpr size_t Longest = 4096;
  std::string Text;
  for (char C; Text.size() != Longest && read(From + Text.size(), &C, 1) && C;)
    Text += C;
  return Text;
}

} // namespace anomalloc
