// The mode count sees no free. But what allocated more than the process ever held
// was freed; of the rest the report says that it may stay. The mode lifetime knows,
// and what stayed is no saving there.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O1 -g %s -o %t/prog
// RUN: %anomalloc record --quiet --mode=count --output=%t/count %t/prog
// RUN: %anomalloc report --only=findings --no-probe --width=200 %t/count > %t/text
// RUN: FileCheck %s --check-prefix=KEPT --input-file=%t/text
// RUN: FileCheck %s --check-prefix=FREED --input-file=%t/text
// RUN: %anomalloc report --json --no-probe %t/count > %t/json
// RUN: %check_schema report < %t/json | FileCheck %s --check-prefix=VALID
// RUN: %query "sorted((f['function'], f['may_stay'], f['freed_bytes'] > 0) for f in findings)" < %t/json | FileCheck %s --check-prefix=JSON
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/lifetime %t/prog
// RUN: %anomalloc report --json --no-probe %t/lifetime > %t/life.json
// RUN: %query "[f['function'] for f in findings if f['gain'] == 'allocations']" < %t/life.json | FileCheck %s --check-prefix=LIFE

// VALID: valid
// JSON: [('freed()', False, True), ('main', True, False)]
// LIFE: {{^}}['freed()']{{$}}

#include <cstring>

// KEPT: kept() @
// KEPT: may save {{.*}}, unless they stay
__attribute__((noinline)) static char *kept() {
  return new char[900];
}

// FREED: freed() @
// FREED: may save {{[^(]+$}}
__attribute__((noinline)) static void freed() {
  char *Block = new char[4000];
  std::memset(Block, 1, 4000);
  asm volatile("" : : "r"(Block) : "memory");
  delete[] Block;
}

static char *Kept[2000];

int main() {
  for (char *&Block : Kept)
    std::memset(Block = kept(), 1, 900);
  for (int I = 0; I < 100000; ++I)
    freed();
}
