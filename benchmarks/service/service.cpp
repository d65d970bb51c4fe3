//===- service.cpp - a program that runs and runs -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: service --seconds=N --rate=BLOCKS --leak=BYTES --pause=SECONDS
//        service --step=REQUESTS --rate=BLOCKS --leak=BYTES
//
// Threads answer requests: RATE blocks a second are made and freed again. There
// is a cache that keeps its size, whose blocks are freed by whatever thread. Of
// each hundred requests one has a calling stack and a size that hardly ever
// come again. `openSession` loses LEAK bytes a second. Each PAUSE seconds a
// thread comes and goes, a child is forked that ends, one that becomes another
// program, and one that is killed with SIGKILL in the middle of its work.
//
// With --step, all this happens once for each line of the standard input, as
// fast as it goes, with so many REQUESTS in each thread. Then it prints "done".
//
// Each thread counts what it asks for. At the end, the program prints the sums:
//   blocks 123 bytes 456 leaked 7 children 8
// and of each killed child, what it had counted when it was killed:
//   killed PID blocks 123
//
//===----------------------------------------------------------------------===//

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace {

struct Settings {
  double Seconds = 10;
  double Rate = 50e6 / 60;
  double Leak = 12e3;
  double Pause = 1;
  double Step = 0;
} Given;

/// What a thread asked for; one cache line.
struct alignas(64) Tally {
  uint64_t Blocks = 0, Bytes = 0, Leaked = 0;
};

constexpr unsigned NumWorkers = 3, SessionBytes = 400, BlocksOfRequest = 20;
std::atomic<bool> Ending;
void *volatile Sink;
thread_local Tally Mine;
thread_local uint64_t Random;
std::atomic<uint64_t> Blocks, Bytes, Leaked;

uint64_t draw(uint64_t Below) {
  Random ^= Random << 13;
  Random ^= Random >> 7;
  Random ^= Random << 17;
  return Random % Below;
}

double now() {
  timespec T;
  clock_gettime(CLOCK_MONOTONIC, &T);
  return double(T.tv_sec) + double(T.tv_nsec) * 1e-9;
}

void waitFor(double Seconds) {
  timespec T = {time_t(Seconds),
                long((Seconds - double(time_t(Seconds))) * 1e9)};
  nanosleep(&T, nullptr);
}

/// Counts a block, which the caller has made.
inline void *note(void *Block, size_t Size) {
  ++Mine.Blocks;
  Mine.Bytes += Size;
  Sink = Block;
  return Block;
}

void addUp() {
  Blocks += Mine.Blocks;
  Bytes += Mine.Bytes;
  Leaked += Mine.Leaked;
  Mine = {};
}

//===----------------------------------------------------------------------===//
// What requests need
//===----------------------------------------------------------------------===//

constexpr unsigned CacheSlots = 2048;
std::atomic<void *> Cache[CacheSlots];

__attribute__((noinline)) void refreshCache() {
  const size_t Size = 1000 + draw(8) * 100;
  free(Cache[draw(CacheSlots)].exchange(note(malloc(Size), Size)));
}

/// Nobody ever closes one.
__attribute__((noinline)) void openSession() {
  Sink = note(malloc(SessionBytes), SessionBytes);
  ++Mine.Leaked;
}

__attribute__((noinline)) void parseHeader() {
  char *Name = static_cast<char *>(note(malloc(24), 24));
  char *Value = static_cast<char *>(note(malloc(48), 48));
  Name[0] = Value[0] = 0;
  free(Value);
  free(Name);
}

__attribute__((noinline)) void readBody(size_t Size) {
  char *Body = static_cast<char *>(note(malloc(Size), Size));
  Body[0] = 0;
  free(Body);
}

void parseLeft(uint64_t Path, unsigned Depth, size_t Size);
void parseRight(uint64_t Path, unsigned Depth, size_t Size);

/// A way down that hardly ever comes again.
void descend(uint64_t Path, unsigned Depth, size_t Size) {
  if (!Depth)
    readBody(Size);
  else if (Path & 1)
    parseLeft(Path >> 1, Depth - 1, Size);
  else
    parseRight(Path >> 1, Depth - 1, Size);
}
__attribute__((noinline)) void parseLeft(uint64_t Path, unsigned Depth,
                                         size_t Size) {
  descend(Path, Depth, Size);
  __asm__ volatile("" ::: "memory"); // No tail call.
}
__attribute__((noinline)) void parseRight(uint64_t Path, unsigned Depth,
                                          size_t Size) {
  descend(Path, Depth, Size);
  __asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) void answer(double LeakShare) {
  for (unsigned I = 0; I != (BlocksOfRequest - 2) / 2; ++I)
    parseHeader();
  if (draw(100))
    readBody(100 + draw(20) * 50);
  else
    descend(draw(uint64_t(1) << 40), 40, 1 + draw(100000));
  refreshCache();
  if (double(draw(1 << 30)) < LeakShare * double(1 << 30))
    openSession();
}

double leakShare() {
  return Given.Leak / SessionBytes / (Given.Rate / BlocksOfRequest);
}

/// Answers requests at \p Rate blocks a second until Ending.
void serve(double Rate) {
  const double RequestRate = Rate / BlocksOfRequest;
  const double Begin = now();
  for (double Done = 0; !Ending;) {
    const double Due = (now() - Begin) * RequestRate;
    for (; Done < Due && !Ending; ++Done)
      answer(leakShare());
    waitFor(0.005);
  }
  addUp();
}

void *work(void *Seed) {
  Random = reinterpret_cast<uint64_t>(Seed) * 0x9e3779b97f4a7c15u + 1;
  serve(Given.Rate / NumWorkers);
  return nullptr;
}

void *workAStep(void *Seed) {
  Random = reinterpret_cast<uint64_t>(Seed) * 0x9e3779b97f4a7c15u + 1;
  for (double Done = 0; Done < Given.Step; ++Done)
    answer(leakShare());
  addUp();
  return nullptr;
}

/// A thread that does not live long.
void *workShortly(void *Seed) {
  Random = reinterpret_cast<uint64_t>(Seed) * 0xd6e8feb86659fd93u + 1;
  for (unsigned I = 0; I != 100; ++I)
    answer(0);
  addUp();
  return nullptr;
}

pthread_t start(void *(*Function)(void *), uint64_t Seed) {
  pthread_t Thread;
  if (pthread_create(&Thread, nullptr, Function,
                     reinterpret_cast<void *>(Seed)))
    abort();
  return Thread;
}

//===----------------------------------------------------------------------===//
// Children
//===----------------------------------------------------------------------===//

/// The work of a child alone, which the program's own sums do not have. A child
/// that is killed tells by \p Done how many blocks it had.
__attribute__((noinline)) void workInChild(uint64_t Count,
                                           std::atomic<uint64_t> *Done) {
  for (uint64_t I = 0; I != Count; ++I) {
    free(Sink = malloc(64));
    if (Done)
      Done->store(I + 1, std::memory_order_relaxed);
  }
}

uint64_t endOf(pid_t Child, int Expected) {
  int Status = 0;
  if (Child < 0 || waitpid(Child, &Status, 0) != Child || Status != Expected) {
    fprintf(stderr, "a child ended with the status %x\n", Status);
    exit(1);
  }
  return 1;
}

uint64_t startChildren(std::atomic<uint64_t> *Shared) {
  uint64_t Ended = 0;
  pid_t Child = fork();
  if (!Child) {
    workInChild(1000, nullptr);
    _exit(0);
  }
  Ended += endOf(Child, 0);
  Child = fork();
  if (!Child) {
    workInChild(1000, nullptr);
    execl("/proc/self/exe", "service", "--child", static_cast<char *>(nullptr));
    _exit(1);
  }
  Ended += endOf(Child, 0);
  *Shared = 0;
  Child = fork();
  if (!Child)
    workInChild(~uint64_t(0), Shared);
  while (*Shared < 5000)
    waitFor(0.001);
  kill(Child, SIGKILL);
  Ended += endOf(Child, SIGKILL);
  printf("killed %d blocks %llu\n", int(Child),
         static_cast<unsigned long long>(Shared->load()));
  return Ended;
}

bool isOption(const char *Argument, const char *Name, double &Value) {
  const size_t Size = strlen(Name);
  if (strncmp(Argument, Name, Size) != 0 || Argument[Size] != '=')
    return false;
  Value = atof(Argument + Size + 1);
  return true;
}

} // namespace

int main(int NumArguments, char **Arguments) {
  for (int I = 1; I != NumArguments; ++I) {
    const char *A = Arguments[I];
    if (!strcmp(A, "--child")) {
      workInChild(2000, nullptr);
      return 0;
    }
    if (!isOption(A, "--seconds", Given.Seconds) &&
        !isOption(A, "--rate", Given.Rate) &&
        !isOption(A, "--leak", Given.Leak) &&
        !isOption(A, "--step", Given.Step) &&
        !isOption(A, "--pause", Given.Pause)) {
      fprintf(stderr, "unknown option %s\n", A);
      return 2;
    }
  }
  auto *Shared = static_cast<std::atomic<uint64_t> *>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
           -1, 0));
  if (Shared == MAP_FAILED)
    return 1;
  setvbuf(stdout, nullptr, _IOLBF, 4096);
  uint64_t Children = 0, Threads = 0;
  auto StartAndJoin = [&](void *(*Function)(void *), unsigned Number) {
    pthread_t All[NumWorkers];
    for (unsigned I = 0; I != Number; ++I)
      All[I] = start(Function, ++Threads);
    for (unsigned I = 0; I != Number; ++I)
      pthread_join(All[I], nullptr);
  };
  if (Given.Step != 0) {
    for (char Line[64]; fgets(Line, sizeof(Line), stdin); puts("done")) {
      StartAndJoin(workAStep, NumWorkers);
      StartAndJoin(workShortly, 1);
      Children += startChildren(Shared);
    }
  } else {
    pthread_t Workers[NumWorkers];
    for (pthread_t &Worker : Workers)
      Worker = start(work, ++Threads);
    const double End = now() + Given.Seconds;
    for (; now() < End; waitFor(Given.Pause)) {
      StartAndJoin(workShortly, 1);
      Children += startChildren(Shared);
    }
    Ending = true;
    for (pthread_t Worker : Workers)
      pthread_join(Worker, nullptr);
  }
  auto Number = [](uint64_t N) { return static_cast<unsigned long long>(N); };
  printf("blocks %llu bytes %llu leaked %llu children %llu\n", Number(Blocks),
         Number(Bytes), Number(Leaked), Number(Children));
}
