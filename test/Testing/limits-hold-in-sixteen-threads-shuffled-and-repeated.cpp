// Each thread is told only of its own blocks, whatever the others do; the whole
// process of all.

// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -std=c++17 -O2 -g %s -o %t/plain %rt_flags -lgtest -lgtest_main
// RUN: %t/plain --gtest_shuffle --gtest_repeat=20 > %t/plain.out
// RUN: FileCheck %s < %t/plain.out
// RUN: %anomalloc c++ -std=c++17 -O2 -g -I %include %s -o %t/instrumented -lgtest -lgtest_main
// RUN: %t/instrumented --gtest_shuffle --gtest_repeat=20 > %t/instrumented.out
// RUN: FileCheck %s < %t/instrumented.out

// CHECK-COUNT-20: [  PASSED  ] 4 tests.
// CHECK-NOT: FAILED

#include <anomalloc/test/gtest.h>
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

static constexpr int Threads = 16;

static void makeAndFree(int Blocks, size_t Size) {
  for (int I = 0; I != Blocks; ++I) {
    void *volatile Block = malloc(Size);
    free(Block);
  }
}

template <typename Function> static void inThreads(Function Do) {
  std::vector<std::thread> All;
  for (int I = 0; I != Threads; ++I)
    All.emplace_back(Do, I);
  for (std::thread &One : All)
    One.join();
}

TEST(Threads, EachKnowsItsOwn) {
  inThreads([](int I) {
    for (int Round = 0; Round != 20; ++Round) {
      void *volatile Left = nullptr;
      EXPECT_ALLOCATIONS(10 * I + 1) EXPECT_LEAKED_BLOCKS(1)
      EXPECT_PEAK_BYTES((I ? 200 : 0) + 50 + I) {
        Left = malloc(50 + I);
        makeAndFree(10 * I, 200);
      }
      free(Left);
    }
  });
}

TEST(Threads, OneIsNotDisturbed) {
  std::atomic<bool> Stop{false};
  std::vector<std::thread> Noise;
  for (int I = 0; I != Threads - 1; ++I)
    Noise.emplace_back([&Stop] {
      while (!Stop)
        makeAndFree(10, 64);
    });
  for (int Round = 0; Round != 50; ++Round)
    EXPECT_ALLOCATIONS(3) EXPECT_LEAKED_BLOCKS(0) { makeAndFree(3, 64); }
  Stop = true;
  for (std::thread &One : Noise)
    One.join();
}

TEST(Process, CountsAllThreads) {
  std::atomic<int> Ready{0}, Done{0};
  std::atomic<bool> Start{false}, End{false};
  std::vector<std::thread> All;
  for (int I = 0; I != Threads; ++I)
    All.emplace_back([&] {
      ++Ready;
      while (!Start)
        std::this_thread::yield();
      makeAndFree(100, 40);
      ++Done;
      while (!End)
        std::this_thread::yield();
    });
  while (Ready != Threads)
    std::this_thread::yield();
  EXPECT_ALLOCATED_BYTES(Threads * 4000, anomalloc::WholeProcess)
  EXPECT_ALLOCATIONS(Threads * 100, anomalloc::WholeProcess) {
    Start = true;
    while (Done != Threads)
      std::this_thread::yield();
  }
  End = true;
  for (std::thread &One : All)
    One.join();
}

TEST(Process, KnowsWhatOthersLeave) {
  std::atomic<void *> Left{nullptr};
  std::thread Other;
  std::atomic<bool> Start{false}, Made{false};
  Other = std::thread([&] {
    while (!Start)
      std::this_thread::yield();
    Left = malloc(321);
    Made = true;
  });
  EXPECT_ALLOCATIONS(0) EXPECT_LEAKED_BYTES(321, anomalloc::WholeProcess) {
    Start = true;
    while (!Made)
      std::this_thread::yield();
  }
  Other.join();
  free(Left);
}
