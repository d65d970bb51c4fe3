//===- endless.cpp - what never comes twice alike -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: endless stacks|sizes|live|threads|plugins|starts N [PLUGIN]
//
//   stacks   N blocks, each from a stack of its own
//   sizes    N blocks, each of a size of its own
//   live     N blocks of 64 bytes that live at once, then as many others
//   threads  N threads, one after the other, of 10 blocks each
//   plugins  loads, calls and unloads PLUGIN (-DPLUGIN) N times
//   starts   starts N programs, with nothing in their environment
//
// In the end it prints how many bytes of its memory are resident.
//
//===----------------------------------------------------------------------===//

#include <cstdlib>

static void *volatile Sink;

#ifdef PLUGIN
extern "C" void call() { free(Sink = malloc(40)); }
#else

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/wait.h>
#include <vector>

static void once(size_t Size) { free(Sink = malloc(Size)); }

static void left(uint64_t Path, unsigned Depth);
__attribute__((noinline)) static void right(uint64_t Path, unsigned Depth) {
  if (!Depth)
    once(1000);
  else
    (Path & 1 ? left : right)(Path >> 1, Depth - 1);
  __asm__ volatile("" ::: "memory"); // No tail call.
}
__attribute__((noinline)) static void left(uint64_t Path, unsigned Depth) {
  if (!Depth)
    once(1000);
  else
    (Path & 1 ? left : right)(Path >> 1, Depth - 1);
  __asm__ volatile("" ::: "memory");
}

static void *shortThread(void *) {
  for (int I = 0; I != 10; ++I)
    once(100);
  return nullptr;
}

static void callPlugin(const char *Path) {
  void *Plugin = dlopen(Path, RTLD_NOW);
  if (!Plugin)
    exit(1);
  reinterpret_cast<void (*)()>(dlsym(Plugin, "call"))();
  dlclose(Plugin);
}

static void startOther() {
  char Name[] = "true", *Arguments[] = {Name, nullptr}, *Nothing[] = {nullptr};
  pid_t Id;
  if (posix_spawnp(&Id, Name, nullptr, nullptr, Arguments, Nothing) ||
      waitpid(Id, nullptr, 0) != Id)
    exit(1);
}

int main(int NumArguments, char **Arguments) {
  if (NumArguments < 3)
    return 2;
  const char *What = Arguments[1];
  const uint64_t N = strtoull(Arguments[2], nullptr, 10);
  std::vector<void *> Live(!strcmp(What, "live") ? N : 0);
  for (int Round = 0; Round != 2; ++Round)
    for (void *&Block : Live) {
      free(Block);
      Block = malloc(64);
    }
  if (!strcmp(What, "stacks"))
    for (uint64_t I = 0; I != N; ++I)
      right(I * 0x9e3779b97f4a7c15u >> 24, 40);
  if (!strcmp(What, "sizes"))
    for (uint64_t I = 0; I != N; ++I)
      once(1 + I);
  if (!strcmp(What, "threads"))
    for (uint64_t I = 0; I != N; ++I) {
      pthread_t Thread;
      if (pthread_create(&Thread, nullptr, shortThread, nullptr))
        return 1;
      pthread_join(Thread, nullptr);
    }
  if (!strcmp(What, "plugins") && NumArguments == 4)
    for (uint64_t I = 0; I != N; ++I)
      callPlugin(Arguments[3]);
  if (!strcmp(What, "starts"))
    for (uint64_t I = 0; I != N; ++I)
      startOther();
  unsigned long Resident;
  FILE *File = fopen("/proc/self/statm", "r");
  if (!File || fscanf(File, "%*u %lu", &Resident) != 1)
    return 1;
  printf("%lu\n", Resident * 4096);
}
#endif
