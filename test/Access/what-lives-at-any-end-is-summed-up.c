// However a program ends, the accesses to the blocks that live then are summed up:
// nobody loses a count by a kill, an error, _exit or exec. The keeper does it, and
// 'anomalloc record' waits until it has.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 -g -mllvm -anomalloc-access=1 %s -o %t/prog
// RUN: env ANOMALLOC_RUNTIME=static %anomalloc cc -O1 -g -mllvm -anomalloc-access=1 %s -o %t/static
// RUN: not %anomalloc record --quiet --mode=access --output=%t/kill %t/prog kill
// RUN: %accesses %t/kill | FileCheck %s
// RUN: not %anomalloc record --quiet --mode=access --output=%t/error %t/prog error
// RUN: %accesses %t/error | FileCheck %s
// RUN: not %anomalloc record --quiet --mode=access --output=%t/abort %t/prog abort
// RUN: %accesses %t/abort | FileCheck %s
// RUN: %anomalloc record --quiet --mode=access --output=%t/exit %t/prog exit
// RUN: %accesses %t/exit | FileCheck %s
// RUN: %anomalloc record --quiet --mode=access --output=%t/exec %t/prog exec
// RUN: %accesses %t/exec | FileCheck %s
// It becomes itself, and is killed then. Each has a profile.
// RUN: not %anomalloc record --quiet --mode=access --output=%t/again %t/prog again
// RUN: %accesses %t/again | FileCheck %s
// RUN: %accesses %t/again.1 | FileCheck %s
// Another thread than the first becomes a program; the first has ended, and the others are killed.
// RUN: %anomalloc record --quiet --mode=access --output=%t/thread %t/prog thread
// RUN: %accesses %t/thread | FileCheck %s
// RUN: not %anomalloc record --quiet --mode=access --output=%t/last %t/prog last
// RUN: %accesses %t/last | FileCheck %s
// A program that closes all files that it does not know, and has others of their numbers then.
// RUN: not %anomalloc record --quiet --mode=access --output=%t/closed %t/prog close
// RUN: %accesses %t/closed | FileCheck %s
// RUN: not %anomalloc record --quiet --mode=access --output=%t/static.profile %t/static kill
// RUN: %accesses %t/static.profile | FileCheck %s

// CHECK: size 1001: made 10 blocks 10 read_bytes 80 written_bytes 80

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile long Sum;
static const char *How;
static char *Self;

static int is(const char *Other) { return !strcmp(How, Other); }

static void *endAs(void *First) {
  if (First)
    pthread_join(*(pthread_t *)First, NULL);
  if (is("error"))
    *(volatile int *)NULL = 1;
  if (is("abort"))
    abort();
  if (is("exit"))
    _exit(0);
  if (is("exec") || is("thread"))
    execl("/bin/true", "/bin/true", (char *)NULL);
  if (is("again"))
    execl(Self, Self, "kill", (char *)NULL);
  kill(getpid(), SIGKILL);
  return NULL;
}

int main(int argc, char **argv) {
  Self = argv[0];
  How = argc > 1 ? argv[1] : "kill";
  for (int I = 0; I != 10; ++I) {
    if (I == 5 && is("close")) {
      syscall(SYS_close_range, 3, ~0u, 0);
      for (int J = 0; J != 8; ++J)
        fcntl(open("/dev/null", O_RDWR), F_DUPFD, 4096);
    }
    void *volatile New = malloc(1001);
    volatile long *Block = New;
    *Block = I;
    Sum = *Block;
    if (I < 3)
      free(New);
  }
  if (!is("thread") && !is("last"))
    endAs(NULL);
  static pthread_t First, Second;
  First = pthread_self();
  pthread_create(&Second, NULL, endAs, &First);
  pthread_exit(NULL);
}
