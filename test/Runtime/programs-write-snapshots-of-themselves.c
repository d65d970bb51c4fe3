// Copies are whole from any thread and in signal handlers, and errno stays. What
// cannot be written is told, and leaves no file behind.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O2 -g %plugin "%s" %rt_flags -pthread -o %t/program
// RUN: env ANOMALLOC_OPTIONS=output=%t/own.anomalloc %t/program recorded %t
// RUN: %anomalloc report --no-probe --json %t/handler.anomalloc > %t/handler.json
// RUN: %anomalloc report --no-probe --json %t/thread.anomalloc > %t/thread.json
// RUN: %python -c "import json, sys; a, b = [next(s['allocations'] for s in json.load(open(f))['sites'] if s['callee'] == 'malloc') for f in sys.argv[1:]]; assert (a, b) == (1000, 3000), (a, b)" %t/handler.json %t/thread.json
//
// Only what is recorded can be copied, and only with the runtime.
// RUN: %t/program ENODATA %t
// RUN: %clang -O2 -I %include "%s" -pthread -o %t/plain
// RUN: %t/plain ENOSYS %t
// REQUIRES: runtime, cli

#include <anomalloc/anomalloc.h>
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static char Handler[4096], Thread[4096], Nowhere[4096];
static volatile sig_atomic_t Result = -1;
static void *volatile Kept;

__attribute__((noinline)) static void make(int Blocks) {
  for (int I = 0; I != Blocks; ++I)
    free(Kept = malloc(24));
}

static void onSignal(int Signal) { Result = anomalloc_snapshot(Handler); }

static void *inThread(void *Unused) {
  return (void *)(long)anomalloc_snapshot(Thread);
}

static int check(int Holds, const char *What) {
  if (!Holds)
    fprintf(stderr, "%s\n", What);
  return !Holds;
}

static int filesIn(const char *Path) {
  DIR *Folder = opendir(Path);
  int Number = 0;
  while (readdir(Folder))
    ++Number;
  closedir(Folder);
  return Number;
}

int main(int Count, char **Arguments) {
  snprintf(Handler, sizeof Handler, "%s/handler.anomalloc", Arguments[2]);
  snprintf(Thread, sizeof Thread, "%s/thread.anomalloc", Arguments[2]);
  snprintf(Nowhere, sizeof Nowhere, "%s/nowhere/x", Arguments[2]);
  make(1000);
  errno = 77;
  const int Error = anomalloc_snapshot(Nowhere);
  int Wrong = check(errno == 77, "errno changed");
  if (!strcmp(Arguments[1], "ENODATA"))
    return Wrong + check(Error == ENODATA, "not ENODATA");
  if (!strcmp(Arguments[1], "ENOSYS"))
    return Wrong + check(Error == ENOSYS, "not ENOSYS");
  Wrong += check(Error == ENOENT, "not ENOENT");
  signal(SIGUSR1, onSignal);
  raise(SIGUSR1);
  Wrong += check(Result == 0, "not in a handler");
  make(2000);
  pthread_t Other;
  void *OfThread;
  pthread_create(&Other, NULL, inThread, NULL);
  pthread_join(Other, &OfThread);
  Wrong += check(!OfThread, "not in a thread");
  Wrong += check(!anomalloc_snapshot(Thread), "not a second time");
  const int Before = filesIn(Arguments[2]);
  struct rlimit Little = {1000, 1000};
  setrlimit(RLIMIT_FSIZE, &Little);
  Wrong += check(anomalloc_snapshot(Thread) == EFBIG, "not EFBIG");
  Wrong += check(filesIn(Arguments[2]) == Before, "a file is left");
  return Wrong;
}
