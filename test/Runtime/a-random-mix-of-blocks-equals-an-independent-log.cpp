// Blocks of all sizes, in an order that nobody chose: what became of them is
// what an independent log says, and small blocks are told from large ones made
// right after them.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O1 -g %s -o %t/prog
// RUN: env LIFETIME_LOG_OUT=%t/log LD_PRELOAD=%lifetime_log ANOMALLOC_OPTIONS=mode=lifetime:output=%t/profile %t/prog
// RUN: %same_lifetimes %t/log %t/profile | FileCheck %s
// CHECK: equal: {{[0-9]+}} allocated

// The same without the witness in front, and in runs that record more:
// RUN: %anomalloc report --json --no-probe %t/profile > %t/profile.json
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:output=%t/0 %t/prog
// RUN: %anomalloc report --json --no-probe %t/0 > %t/0.json
// RUN: %python %S/Inputs/same_rows.py %t/0.json %t/profile.json | FileCheck %s --check-prefix=ROWS
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime+stacks:output=%t/1 %t/prog
// RUN: %anomalloc report --json --no-probe %t/1 > %t/1.json
// RUN: %python %S/Inputs/same_rows.py %t/1.json %t/profile.json | FileCheck %s --check-prefix=ROWS
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime+stacks+trace:output=%t/2 %t/prog
// RUN: %anomalloc report --json --no-probe %t/2 > %t/2.json
// RUN: %python %S/Inputs/same_rows.py %t/2.json %t/profile.json | FileCheck %s --check-prefix=ROWS
// ROWS: {{^}}the same

// Never instrumented, and beside another mode:
// RUN: %clangxx -std=c++17 -O1 -g %s -o %t/plain
// RUN: env LIFETIME_LOG_OUT=%t/plain-log LD_PRELOAD=%lifetime_log:%rt_so ANOMALLOC_OPTIONS=mode=lifetime:output=%t/plain-profile %t/plain
// RUN: %same_lifetimes %t/plain-log %t/plain-profile | FileCheck %s
// RUN: env LIFETIME_LOG_OUT=%t/plain-log LD_PRELOAD=%lifetime_log:%rt_so ANOMALLOC_OPTIONS=mode=lifetime+stacks:output=%t/plain-both %t/plain
// RUN: %same_lifetimes %t/plain-log %t/plain-both | FileCheck %s

#include <cstdlib>
#include <map>
#include <new>
#include <string>
#include <vector>

static unsigned long State = 88172645463325252ul;
static unsigned drawn() {
  State ^= State << 13;
  State ^= State >> 7;
  State ^= State << 17;
  return unsigned(State >> 11);
}

static void *volatile Sink;
static void *keep(void *Block) {
  Sink = Block;
  return Sink;
}

/// On both sides of every limit between maps of live blocks.
static std::size_t size() {
  static const std::size_t Sizes[] = {1,   8,   24,  24,   48,   55,   56,
                                      57,  64,  119, 120,  121,  128,  256,
                                      503, 504, 505, 1000, 4096, 70000};
  return Sizes[drawn() % (sizeof(Sizes) / sizeof(*Sizes))];
}

template <int Site> __attribute__((noinline)) static void release(void *Block) {
  free(Block);
  asm volatile("");
}
static void (*const Releases[])(void *) = {
    release<0>, release<1>, release<2>, release<3>, release<4>,
    release<5>, release<6>, release<7>, release<8>, release<9>};

struct Held {
  void *Block;
  bool ByNew;
};

/// The same code frees blocks of all sizes.
__attribute__((noinline)) static void giveBack(const Held &Its) {
  if (Its.ByNew)
    operator delete(Its.Block);
  else
    Releases[drawn() % 10](Its.Block);
}

int main() {
  std::vector<Held> Blocks;
  std::vector<std::string> Strings;
  std::map<int, std::string> Map;
  for (int I = 0; I < 60000; ++I)
    switch (drawn() % 10) {
    case 0:
    case 1:
      Blocks.push_back({keep(operator new(size())), true});
      break;
    case 2:
      Blocks.push_back({keep(malloc(size())), false});
      break;
    case 3:
    case 4:
      // Half of the time they are few: many live only until the next is made.
      while (I % 1000 < 500 && Blocks.size() > 3) {
        giveBack(Blocks.back());
        Blocks.pop_back();
      }
      if (Blocks.empty())
        break;
      std::swap(Blocks[drawn() % Blocks.size()], Blocks.back());
      giveBack(Blocks.back());
      Blocks.pop_back();
      break;
    case 5:
      giveBack({keep(operator new(size())), true});
      break;
    case 6:
      giveBack({keep(realloc(keep(malloc(size())), size())), false});
      break;
    case 7: {
      std::vector<int> Grown;
      for (unsigned N = drawn() % 300; N; --N)
        Grown.push_back(int(N));
      keep(Grown.data());
      break;
    }
    case 8:
      Strings.push_back(std::string(drawn() % 60, 'x'));
      if (Strings.size() > 500)
        std::vector<std::string>().swap(Strings);
      break;
    default:
      Map[drawn() % 200] = std::string(drawn() % 40, 'y');
      Map.erase(drawn() % 200);
    }
  for (const Held &Its : Blocks)
    giveBack(Its);
}
