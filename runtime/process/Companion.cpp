//===- Companion.cpp - a process with the memory of this one --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "process/Companion.h"
#include "process/SystemCall.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace anomalloc::runtime {
namespace sys {

/// clone(2), whose child goes on in another function. No signal is sent when it
/// ends, so that wait(2) passes it over.
static long cloneInto(void (*Main)(void *), void *Argument, void *StackEnd,
                      CompanionState &State) {
  constexpr long Flags = CLONE_VM | CLONE_UNTRACED | CLONE_CHILD_CLEARTID;
  auto *Stack = static_cast<void **>(StackEnd) - 2;
  Stack[0] = reinterpret_cast<void *>(Main);
  Stack[1] = Argument;
#if defined(__x86_64__)
  long Result;
  register long R10 __asm__("r10") = word(&State.Word);
  register long R8 __asm__("r8") = 0;
  __asm__ volatile("syscall\n\t"
                   "testq %%rax, %%rax\n\t"
                   "jnz 1f\n\t"
                   "xorl %%ebp, %%ebp\n\t" // No frame is above.
                   "popq %%rax\n\t"
                   "popq %%rdi\n\t"
                   "callq *%%rax\n\t"
                   "ud2\n"
                   "1:"
                   : "=a"(Result)
                   : "a"(SYS_clone), "D"(Flags), "S"(Stack), "d"(0), "r"(R10),
                     "r"(R8)
                   : "rcx", "r11", "memory");
  return Result;
#else
  register long X8 __asm__("x8") = SYS_clone;
  register long X0 __asm__("x0") = Flags;
  register long X1 __asm__("x1") = word(Stack);
  register long X2 __asm__("x2") = 0;
  register long X3 __asm__("x3") = 0;
  register long X4 __asm__("x4") = word(&State.Word);
  __asm__ volatile("svc 0\n\t"
                   "cbnz x0, 1f\n\t"
                   "mov x29, #0\n\t" // No frame is above.
                   "ldp x1, x0, [sp], #16\n\t"
                   "blr x1\n\t"
                   "brk #1\n"
                   "1:"
                   : "+r"(X0)
                   : "r"(X8), "r"(X1), "r"(X2), "r"(X3), "r"(X4)
                   : "memory");
  return X0;
#endif
}

bool startCompanion(const SignalGuard &, CompanionState &State, void *StackEnd,
                    void (*Main)(void *), void *Argument) {
  __atomic_store_n(&State.Word, CompanionState::Begins, __ATOMIC_RELEASE);
  const long Id = cloneInto(Main, Argument, StackEnd, State);
  if (Id < 0) {
    State.Word = CompanionState::None;
    return false;
  }
  State.Id = uint32_t(Id);
  auto Now = [&] { return __atomic_load_n(&State.Word, __ATOMIC_ACQUIRE); };
  while (Now() == CompanionState::Begins)
    call(SYS_futex, word(&State.Word), FUTEX_WAIT, CompanionState::Begins, 0);
  if (Now() == CompanionState::Ready)
    return true;
  call(SYS_wait4, Id, 0, __WCLONE, 0);
  return false;
}

void stopCompanion(const CompanionState &State) {
  // A program that has other rights by now may not do so.
  if (__atomic_load_n(&State.Word, __ATOMIC_ACQUIRE) == CompanionState::Ready &&
      !call(SYS_kill, State.Id, SIGKILL))
    call(SYS_wait4, State.Id, 0, __WCLONE, 0);
}

void tellReady(CompanionState &State) {
  __atomic_store_n(&State.Word, CompanionState::Ready, __ATOMIC_RELEASE);
  call(SYS_futex, word(&State.Word), FUTEX_WAKE, 1);
}

void endCompanion() {
  for (;;)
    call(SYS_exit_group, 0);
}

bool standApart(int Fd) {
  call(SYS_setsid);
  call(SYS_chdir, word("/"));
  call(SYS_prctl, PR_SET_NAME, word("anomalloc-keep"));
  // A program that wrote anywhere may have spoilt what the companion reads.
  // Then nobody wants a second core; 1 is for handlers of cores, see core(5).
  constexpr struct rlimit NoCore = {1, 1};
  call(SYS_prlimit64, 0, RLIMIT_CORE, word(&NoCore), 0);
  return (!Fd || !call(SYS_close_range, 0, Fd - 1, 0)) &&
         !call(SYS_close_range, Fd + 1, long(~0u), 0);
}

void lockFile(int Fd) {
  struct flock Whole = {};
  Whole.l_type = F_WRLCK;
  Whole.l_whence = SEEK_SET;
  call(SYS_fcntl, Fd, F_SETLK, word(&Whole));
}

int watchProcess(uint32_t Id) { return int(call(SYS_pidfd_open, Id, 0)); }

bool hasEnded(int Watched, int Milliseconds) {
  struct pollfd Its = {Watched, POLLIN, 0};
  struct timespec Wait = {Milliseconds / 1000, Milliseconds % 1000 * 1000000L};
  return call(SYS_ppoll, word(&Its), 1, Milliseconds < 0 ? 0 : word(&Wait), 0,
              0) == 1;
}

bool sharesMemoryWith(uint32_t Id) {
  // Who has the same memory has in it what was written just now.
  static uint64_t Now, Read;
  Now = monotonicTime();
  Read = 0;
  struct {
    void *Begin;
    size_t Size;
  } From = {&Now, sizeof(Now)}, To = {&Read, sizeof(Read)};
  const long Got =
      call(SYS_process_vm_readv, Id, word(&To), 1, word(&From), 1, 0);
  __asm__ volatile("" ::: "memory");
  return Got == -ESRCH || (Got == long(sizeof(Read)) && Read == Now);
}

} // namespace sys
} // namespace anomalloc::runtime
