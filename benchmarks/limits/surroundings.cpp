//===- surroundings.cpp - a program for hostile places --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: surroundings blocks          20,000 sizes, four threads and a child
//        surroundings sandbox         the same, once a filter refuses what the
//                                     kernel need not do for an allocation
//        surroundings forks COUNT     so many children, one after the other
//
// Says how many blocks the first process made, and exits with 7.
//
//===----------------------------------------------------------------------===//

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <string>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile Sink;

static size_t makeBlocks(size_t Count, size_t Least) {
  for (size_t I = 0; I != Count; ++I) {
    Sink = std::malloc(Least + I);
    std::free(Sink);
  }
  return Count;
}

static void *runThread(void *) {
  makeBlocks(1000, 50);
  return nullptr;
}

static size_t makeAll() {
  size_t Made = makeBlocks(20000, 0);
  for (int I = 0; I != 4; ++I) {
    pthread_t Thread;
    if (pthread_create(&Thread, nullptr, runThread, nullptr))
      continue;
    pthread_join(Thread, nullptr);
    Made += 1000;
  }
  pid_t Child = fork();
  if (!Child)
    std::exit(makeBlocks(1000, 100) != 1000);
  if (Child > 0)
    waitpid(Child, nullptr, 0);
  return Made;
}

static void refuseMost() {
  static const int Needed[] = {
      SYS_read,          SYS_write, SYS_exit,   SYS_exit_group,
      SYS_futex,         SYS_mmap,  SYS_munmap, SYS_mprotect,
      SYS_brk,           SYS_clone, SYS_clone3, SYS_set_robust_list,
      SYS_rseq,          SYS_wait4, SYS_fstat,  SYS_newfstatat,
      SYS_rt_sigprocmask};
  constexpr unsigned Count = sizeof(Needed) / sizeof(*Needed);
  sock_filter Filter[Count + 3] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  for (unsigned I = 0; I != Count; ++I)
    Filter[I + 1] = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, unsigned(Needed[I]),
                             static_cast<unsigned char>(Count - I), 0);
  Filter[Count + 1] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  Filter[Count + 2] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  sock_fprog Program = {Count + 3, Filter};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program);
}

static size_t makeForks(size_t Count) {
  for (size_t I = 0; I != Count; ++I) {
    pid_t Child = fork();
    if (!Child)
      std::exit(makeBlocks(1, 10) != 1);
    if (Child > 0)
      waitpid(Child, nullptr, 0);
  }
  return makeBlocks(1, 10);
}

int main(int Argc, char **Argv) {
  const std::string What = Argc > 1 ? Argv[1] : "blocks";
  const size_t Count = Argc > 2 ? std::strtoul(Argv[2], nullptr, 10) : 0;
  size_t Made = 0;
  if (What == "sandbox")
    refuseMost();
  if (What == "forks")
    Made = makeForks(Count);
  else
    Made = makeAll();
  std::printf("%zu blocks\n", Made);
  return 7;
}
