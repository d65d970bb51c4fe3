// A coroutine may have a stack of 4 KiB. Whatever is recorded there first (the
// profile of a forked child, a new thread, a section, a plug-in's code, its look
// for operator new) takes at most 2 KiB more than the plain program does.

// Bound at once: the dynamic linker itself takes 3 KiB when it binds a call.
// RUN: rm -rf "%t" && mkdir "%t"
// RUN: %anomalloc c++ -std=c++17 -O2 -g -fPIC -shared -Wl,-z,now -DPLUGIN %s -o "%t/plugin.so"
// RUN: %clangxx -std=c++17 -O2 -g -fPIC -shared -Wl,-z,now -DPLUGIN %s -o "%t/plain.so"
// RUN: %anomalloc cc -x c -O2 -g -pthread -Wl,-z,now %s -o "%t/prog" -ldl
// RUN: %clang -x c -O2 -g -pthread -Wl,-z,now -I "%include" %s -o "%t/plain" -ldl
// RUN: cd "%t" && ./plain ./plain.so > plain.txt
// RUN: cd "%t" && env ANOMALLOC_OPTIONS=output=p ./prog ./plugin.so plain.txt | FileCheck %s
// RUN: cd "%t" && env ANOMALLOC_OPTIONS=mode=stacks:output=p ./prog ./plugin.so plain.txt | FileCheck %s
// RUN: cd "%t" && env ANOMALLOC_OPTIONS=mode=lifetime:timed=1:output=p ./prog ./plugin.so plain.txt | FileCheck %s
// RUN: cd "%t" && env ANOMALLOC_OPTIONS=mode=lifetime+stacks:verbose=1:lains=7:output=p ./prog ./plugin.so plain.txt 2>&1 | FileCheck %s
// CHECK: forked child: {{.*}} less than 2 KiB
// CHECK: blocks: {{.*}} less than 2 KiB
// CHECK: section: {{.*}} less than 2 KiB
// CHECK: plug-in: {{.*}} less than 2 KiB
// CHECK: new thread: {{.*}} less than 2 KiB
// CHECK: signal stack: {{.*}} less than 2 KiB

#ifdef PLUGIN
#include <map>
#include <string>

static void *volatile Sink;

extern "C" void work() {
  for (size_t Size = 1; Size != 20; ++Size) {
    char *Block = new char[Size * 24];
    Sink = Block;
    delete[] Block;
  }
}
#else
#include <anomalloc/anomalloc.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { StackSize = 4096, Larger = 4 * StackSize, Pattern = 0xa5 };

/* With a page below that cannot be touched. */
static char *newStack(size_t Size) {
  char *Memory = mmap(NULL, Size + 4096, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(Memory, 4096, PROT_NONE);
  memset(Memory + 4096, Pattern, Size);
  return Memory + 4096;
}

static int usedOf(const char *Stack, size_t Size) {
  size_t Clean = 0;
  while (Clean < Size && (unsigned char)Stack[Clean] == Pattern)
    ++Clean;
  return (int)(Size - Clean);
}

static int runOn(void (*Function)(void)) {
  static __thread ucontext_t Here, There;
  char *Stack = newStack(StackSize);
  getcontext(&There);
  There.uc_stack.ss_sp = Stack;
  There.uc_stack.ss_size = StackSize;
  There.uc_link = &Here;
  makecontext(&There, Function, 0);
  swapcontext(&Here, &There);
  return usedOf(Stack, StackSize);
}

static FILE *Plain;

static void tell(const char *What, int Used) {
  char Line[100] = "";
  if (!Plain) {
    printf("%d\n", Used);
    return;
  }
  int Plainly = fgets(Line, sizeof(Line), Plain) ? atoi(Line) : 0;
  printf("%s: %d bytes, plainly %d: %s\n", What, Used, Plainly,
         Used - Plainly <= 2048 ? "less than 2 KiB" : "too much");
}

static void *volatile Sink;

static void makeBlocks(void) {
  for (int I = 1; I != 50; ++I) {
    Sink = malloc(24 * (size_t)I);
    Sink = realloc(Sink, 48 * (size_t)I);
    free(Sink);
    Sink = calloc(3, (size_t)I);
    free(Sink);
  }
}

static void enterSection(void) {
  anomalloc_phase_begin("a section");
  Sink = malloc(77);
  free(Sink);
  anomalloc_phase_end();
}

static void (*Work)(void);
static int UsedByThread;

static void *inThread(void *Unused) {
  UsedByThread = runOn(makeBlocks);
  return Unused;
}

static void handle(int Signal) {
  (void)Signal;
  makeBlocks();
}

static void *withSignalStack(void *Unused) {
  stack_t Stack = {.ss_size = Larger};
  Stack.ss_sp = newStack(Larger);
  sigaltstack(&Stack, NULL);
  struct sigaction Action = {.sa_flags = SA_ONSTACK};
  Action.sa_handler = handle;
  sigaction(SIGUSR1, &Action, NULL);
  raise(SIGUSR1);
  UsedByThread = usedOf(Stack.ss_sp, Larger);
  return Unused;
}

int main(int argc, char **argv) {
  Plain = argc > 2 ? fopen(argv[2], "r") : NULL;
  int Pipe[2], Used = 0;
  pthread_t Thread;
  if (pipe(Pipe) != 0)
    return 1;
  if (fork() == 0) {
    Used = runOn(makeBlocks);
    return write(Pipe[1], &Used, sizeof(Used)) != sizeof(Used);
  }
  close(Pipe[1]); /* So that a child that dies is not waited for. */
  if (read(Pipe[0], &Used, sizeof(Used)) != sizeof(Used))
    return 1;
  wait(NULL);
  tell("forked child", Used);
  tell("blocks", runOn(makeBlocks));
  tell("section", runOn(enterSection));
  void *Handle = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!Handle)
    return 1;
  Work = (void (*)(void))dlsym(Handle, "work");
  tell("plug-in", runOn(Work));
  pthread_create(&Thread, NULL, inThread, NULL);
  pthread_join(Thread, NULL);
  tell("new thread", UsedByThread);
  pthread_create(&Thread, NULL, withSignalStack, NULL);
  pthread_join(Thread, NULL);
  tell("signal stack", UsedByThread);
  return 0;
}
#endif
