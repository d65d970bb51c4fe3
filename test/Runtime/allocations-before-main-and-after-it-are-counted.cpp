// Static construction, thread-local and static destruction, exit handlers.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -O1 -g -pthread %s -o %t/prog
// RUN: env MALLOC_COUNTER_OUT=%t/witness LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS=output=%t/profile %t/prog
// RUN: %same_counts %t/witness %t/profile | FileCheck %s
// RUN: %anomalloc report --json %t/profile | FileCheck %s --check-prefix=SIZES
// CHECK: equal:
// SIZES-DAG: "size": 1001
// SIZES-DAG: "size": 1002
// SIZES-DAG: "size": 1003
// SIZES-DAG: "size": 1004
// SIZES-DAG: "size": 1005

#include <cstdlib>
#include <thread>

static void take(std::size_t Size) {
  void *volatile Block = std::malloc(Size);
  std::free(Block);
}

struct Object {
  Object() { take(1001); }
  ~Object() { take(1002); }
};
static Object Static;

struct Local {
  ~Local() { take(1003); }
};
static thread_local Local OfThread;

int main() {
  std::atexit([] { take(1004); });
  std::thread([] {
    (void)&OfThread;
    take(1005);
  }).join();
}
