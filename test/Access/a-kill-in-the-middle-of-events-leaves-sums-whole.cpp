// Threads that are killed while they make and free blocks hold locks and leave
// halves of events behind. The keeper waits for nobody, and of each thread at most
// the block is missing that it was just making or freeing.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -O1 -g -pthread -mllvm -anomalloc-access=1 %s -o %t/prog
// RUN: not %anomalloc record --quiet --mode=access --output=%t/first %t/prog 1
// RUN: not %anomalloc record --quiet --mode=access --output=%t/early %t/prog 100
// RUN: not %anomalloc record --quiet --mode=access --output=%t/late %t/prog 20000
// RUN: %anomalloc report %t/first %t/early %t/late > %t/report
// RUN: %accesses %t/first > %t/accesses
// RUN: %accesses %t/early >> %t/accesses
// RUN: %accesses %t/late >> %t/accesses
// RUN: awk '/^size/ { Made += $4; Known += $6; if ($6 > $4) exit 1 } END { exit !Known || Known + 3 * 4 < Made }' %t/accesses

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <unistd.h>

static std::atomic<unsigned> Events;

[[noreturn]] static void work(unsigned Seed, unsigned Most) {
  static constexpr unsigned Number = 64;
  volatile long *Blocks[Number] = {};
  for (;;) {
    Seed = Seed * 1664525 + 1013904223;
    volatile long *&Its = Blocks[Seed >> 8 & (Number - 1)];
    if (Its) {
      free(const_cast<long *>(Its));
      Its = nullptr;
    } else {
      // Ever more sizes: so the profile grows all the time.
      void *volatile New = malloc(8 + (Seed >> 16) % 4096);
      Its = static_cast<volatile long *>(New);
      *Its = 1;
    }
    if (++Events == Most)
      kill(getpid(), SIGKILL);
  }
}

int main(int argc, char **argv) {
  const unsigned Most = argc > 1 ? unsigned(atoi(argv[1])) : 1;
  for (unsigned I = 1; I != 4; ++I)
    std::thread(work, I, Most).detach();
  work(0, Most);
}
