//===- System.cpp - system calls for memory and the process ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "process/System.h"
#include "process/SystemCall.h"
#include "process/Text.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

extern "C" const char *strerrordesc_np(int) __attribute__((weak));

namespace anomalloc::runtime {
namespace sys {

bool OthersEnded;

uint64_t limitOf(int Resource) {
  struct rlimit Limit = {RLIM_INFINITY, RLIM_INFINITY};
  call(SYS_prlimit64, 0, Resource, 0, word(&Limit));
  return Limit.rlim_cur;
}

static void *map(size_t Size, int Flags, int Fd, uint64_t Offset) {
  long Result = call(SYS_mmap, 0, long(Size), PROT_READ | PROT_WRITE, Flags, Fd,
                     long(Offset));
  return Result < 0 && Result > -4096 ? nullptr
                                      : reinterpret_cast<void *>(Result);
}

void *mapShared(int Fd, uint64_t Offset, size_t Size) {
  void *Memory = map(Size, MAP_SHARED, Fd, Offset);
  if (Memory) // It is new and written in order: nothing is to be read ahead.
    call(SYS_madvise, word(Memory), long(Size), MADV_RANDOM);
  return Memory;
}

void unmap(void *Memory, size_t Size) {
  call(SYS_munmap, word(Memory), long(Size));
}

void unmapPagesIn(void *Begin, void *End) {
  const uint64_t Page = pageSize();
  const uint64_t First = (uint64_t(Begin) + Page - 1) / Page * Page;
  const uint64_t Last = uint64_t(End) / Page * Page;
  if (First < Last)
    call(SYS_munmap, long(First), long(Last - First));
}

void zeroPages(void *Memory, size_t Size) {
  if (call(SYS_madvise, word(Memory), long(Size), MADV_DONTNEED))
    __builtin_memset(Memory, 0, Size);
}

bool isWritable(const void *Address) {
  // It sets the word to what it was, in one step, and wakes nobody: futex(2).
  constexpr long OrZero = FUTEX_OP(FUTEX_OP_OR, 0, FUTEX_OP_CMP_EQ, 0);
  static uint32_t Nobody;
  return call(SYS_futex, word(&Nobody), FUTEX_WAKE_OP | FUTEX_PRIVATE_FLAG, 0,
              0, word(Address), OrZero) >= 0;
}

int protect(void *Memory, size_t Size, bool Writable) {
  return int(call(SYS_mprotect, word(Memory), long(Size),
                  Writable ? PROT_READ | PROT_WRITE : PROT_READ));
}

void *mapPrivate(size_t Size, bool WipeOnFork, bool &Wiped) {
  void *Memory = map(Size, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  Wiped = false;
  if (!Memory)
    return nullptr;
  // Sparse tables: a huge page behind each would cost 2 MiB of real memory.
  call(SYS_madvise, word(Memory), long(Size), MADV_NOHUGEPAGE);
  call(SYS_madvise, word(Memory), long(Size), MADV_DONTDUMP);
  // Who says yes to advice that does not exist, as qemu 7 does, follows none.
  constexpr long NoAdvice = -1;
  if (WipeOnFork)
    Wiped = call(SYS_madvise, word(Memory), long(Size), MADV_WIPEONFORK) == 0 &&
            call(SYS_madvise, word(Memory), long(Size), NoAdvice) != 0;
  return Memory;
}

void useHugePages(void *Memory, size_t Size) {
  call(SYS_madvise, word(Memory), long(Size), MADV_HUGEPAGE);
}

MemoryLimits memoryLimits() {
  static_assert(RLIM_INFINITY == NoLimit, "the kernel's word for it");
  return {limitOf(RLIMIT_AS), limitOf(RLIMIT_DATA)};
}

uint64_t pageSize() { return getauxval(AT_PAGESZ); }

MemoryUse memoryUse() {
  // In pages: all, resident, shared, text, 0, private, 0; see proc(5).
  char Text[128] = "";
  int Fd = openForReading("/proc/self/statm");
  if (Fd < 0)
    return {};
  readFile(Fd, Text, sizeof(Text) - 1);
  closeFile(Fd);
  uint64_t Pages[6] = {};
  const char *At = Text;
  for (uint64_t &Number : Pages) {
    for (; *At >= '0' && *At <= '9'; ++At)
      Number = 10 * Number + uint64_t(*At - '0');
    At += *At == ' ';
  }
  return {Pages[0] * pageSize(), Pages[5] * pageSize()};
}

/// Behind "VmHWM:", in kibibytes; see proc(5). getrusage(2) tells of the
/// program before execve(2), too.
static uint64_t peakResident() {
  static char Text[4096]; // Once, at the end.
  int Fd = openForReading("/proc/self/status");
  if (Fd < 0)
    return 0;
  long Size = readFile(Fd, Text, sizeof(Text) - 1);
  closeFile(Fd);
  Text[Size > 0 ? Size : 0] = 0;
  const char *At = __builtin_strstr(Text, "VmHWM:");
  if (!At)
    return 0;
  At += sizeof("VmHWM:") - 1;
  while (*At == ' ' || *At == '\t')
    ++At;
  uint64_t Kibibytes = 0;
  for (; *At >= '0' && *At <= '9'; ++At)
    Kibibytes = 10 * Kibibytes + uint64_t(*At - '0');
  return Kibibytes << 10;
}

MemoryHistory memoryHistory() {
  rusage Usage = {};
  call(SYS_getrusage, RUSAGE_SELF, word(&Usage));
  return {peakResident(), uint64_t(Usage.ru_minflt)};
}

uint32_t processId() { return uint32_t(call(SYS_getpid)); }
uint32_t parentId() { return uint32_t(call(SYS_getppid)); }
uint32_t threadId() { return uint32_t(call(SYS_gettid)); }

bool threadExists(uint32_t Tid) {
  constexpr long NoSuchThread = -3;
  return call(SYS_tgkill, processId(), Tid, 0) != NoSuchThread;
}

void threadName(char (&Name)[16]) {
  constexpr long GetName = 16; // PR_GET_NAME
  call(SYS_prctl, GetName, word(Name));
  Name[15] = 0;
}

void hostName(char *Buffer, size_t Size) {
  struct utsname Names = {};
  call(SYS_uname, word(&Names));
  size_t I = 0;
  for (; I + 1 < Size && Names.nodename[I]; ++I)
    Buffer[I] = Names.nodename[I];
  Buffer[I] = 0;
}

long readLink(const char *Path, char *Buffer, size_t Size) {
  return call(SYS_readlinkat, AT_FDCWD, word(Path), word(Buffer), long(Size));
}

long currentDirectory(char *Buffer, size_t Size) {
  return call(SYS_getcwd, word(Buffer), long(Size));
}

static uint64_t timeOf(clockid_t Clock) {
  struct timespec Now = {};
  call(SYS_clock_gettime, Clock, word(&Now));
  return uint64_t(Now.tv_sec) * 1000000000u + uint64_t(Now.tv_nsec);
}

uint64_t realTime() { return timeOf(CLOCK_REALTIME); }
uint64_t pagesWithoutMemory(const void *Memory, size_t Size) {
  constexpr uint64_t Page = 4096, Batch = 256;
  uint64_t At = (reinterpret_cast<uint64_t>(Memory) + Page - 1) / Page * Page;
  const uint64_t End =
      (reinterpret_cast<uint64_t>(Memory) + Size) / Page * Page;
  uint64_t Without = 0;
  uint8_t There[Batch];
  while (At < End) {
    const uint64_t Pages =
        (End - At) / Page < Batch ? (End - At) / Page : Batch;
    if (call(SYS_mincore, long(At), long(Pages * Page), word(There)))
      return 0; // Pages are larger here, or it is no memory of ours.
    for (uint64_t I = 0; I != Pages; ++I)
      Without += !(There[I] & 1);
    At += Pages * Page;
  }
  return Without;
}

uint64_t monotonicTime() { return timeOf(CLOCK_MONOTONIC); }
uint64_t processTime() { return timeOf(CLOCK_PROCESS_CPUTIME_ID); }

bool readMemory(uint64_t Address, void *Buffer, size_t Size) {
  struct Range {
    uint64_t Begin;
    size_t Size;
  };
  Range From = {Address, Size};
  Range To = {reinterpret_cast<uint64_t>(Buffer), Size};
  const long Read =
      call(SYS_process_vm_readv, processId(), word(&To), 1, word(&From), 1, 0);
  if (Read != -ENOSYS && Read != -EPERM)
    return Read == long(Size);
  // In a sandbox, or an emulator. This call reads a set of signals, and then
  // fails, because it shall do nothing with it: with EFAULT if it cannot read.
  constexpr long Nothing = -1;
  for (uint64_t At = Address; At < Address + Size; At += sizeof(uint64_t))
    if (call(SYS_rt_sigprocmask, Nothing, long(At), 0, sizeof(uint64_t)) !=
        -EINVAL)
      return false;
  __builtin_memcpy(Buffer, reinterpret_cast<const void *>(Address), Size);
  return true;
}

const char *meaningOf(int Error) {
  const char *Text = strerrordesc_np ? strerrordesc_np(-Error) : nullptr;
  return Text ? Text : "";
}

void yield() { call(SYS_sched_yield); }

static void setMask(uint64_t New, uint64_t *Old) {
  call(SYS_rt_sigprocmask, SIG_SETMASK, word(&New), word(Old), sizeof(New));
}

SignalGuard::SignalGuard() { setMask(~uint64_t(0), &Saved); }
SignalGuard::~SignalGuard() { setMask(Saved, nullptr); }

} // namespace sys
} // namespace anomalloc::runtime
