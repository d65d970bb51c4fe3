// Where no process may be started beside the program, a kill takes the accesses to
// living blocks along: the row has fewer blocks than were made, and record and the
// view say so.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 -g -mllvm -anomalloc-access=1 %s -o %t/prog
// RUN: %clang -DDENY %s -o %t/deny
// RUN: not %anomalloc record --quiet --mode=access --output=%t/profile %t/deny %t/prog 2> %t/said
// RUN: %accesses %t/profile.1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t/said
// RUN: %anomalloc report --only=access %t/profile.1 | FileCheck %s --check-prefix=VIEW
// VIEW: besides, 3 blocks whose accesses are not known: they lived when their process was killed
// CHECK: size 1001: made 10 blocks 7 read_bytes 56 written_bytes 56
// SAID: anomalloc: no process can be started beside the program

#ifndef DENY
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile long Sum;

int main(void) {
  for (int I = 0; I != 10; ++I) {
    void *volatile New = malloc(1001);
    volatile long *Block = New;
    *Block = I;
    Sum = *Block;
    if (I < 7)
      free(New);
  }
  kill(getpid(), SIGKILL);
}
#else
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Runs a program that may not use pidfd_open(2).
int main(int argc, char **argv) {
  struct sock_filter Filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pidfd_open, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog Program = {sizeof(Filter) / sizeof(*Filter), Filter};
  if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program))
    return 1;
  execv(argv[1], argv + 1);
  return 1;
}
#endif
