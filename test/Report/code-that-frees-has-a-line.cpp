// Who freed, with file and line: of what was inlined the first user frame, not
// the library's. Without debug information, or of another build, the function.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g %s -o %t/prog
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/profile %t/prog
// RUN: %anomalloc report --only=lifetimes --top=0 --full-names --no-probe %t/profile | FileCheck %s
// RUN: %anomalloc report --json --no-probe %t/profile > %t/json
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/json
// RUN: %check_schema report < %t/json | FileCheck %s --check-prefix=VALID
// VALID: valid

// RUN: mv %t/prog %t/with && llvm-strip --strip-debug %t/with -o %t/prog
// RUN: %anomalloc report --only=lifetimes --top=0 --full-names --no-probe %t/profile | FileCheck %s --check-prefix=STRIPPED
// STRIPPED-DAG: freed by outer(char*){{$}}
// STRIPPED-DAG: freed by numbers(){{$}}
// RUN: %anomalloc c++ -std=c++17 -O1 -g -DOTHER %s -o %t/prog
// RUN: %anomalloc report --only=lifetimes --top=0 --full-names --no-probe %t/profile 2> %t/errors | FileCheck %s --check-prefix=OTHER
// OTHER-NOT: freed by {{.*}}line.cpp
// OTHER: freed by
// OTHER-NOT: freed by {{.*}}line.cpp

#include <vector>

static void use(void *Block) { asm volatile("" : : "r"(Block) : "memory"); }

// CHECK-DAG: freed by inner @ {{.*}}line.cpp:[[#@LINE+4]] in outer{{$}}
// JSON-DAG: "user_function": "inner(char*)",
// JSON-DAG: "line": [[#@LINE+2]],
__attribute__((always_inline)) static inline void inner(char *Block) {
  delete[] Block;
}

// A call that comes last may be a jump, which nobody returns to.
__attribute__((noinline)) void outer(char *Block) {
  inner(Block);
  use(nullptr);
}

// The vector's end is in the library's files.
// CHECK-DAG: freed by numbers @ {{.*}}line.cpp:[[#@LINE+5]]{{$}}
__attribute__((noinline)) void numbers() {
  {
    std::vector<int> V(100);
    use(V.data());
  }
  use(nullptr);
}

int main() {
#ifndef OTHER
  char *Block = new char[64];
  use(Block);
  outer(Block);
#endif
  numbers();
}
