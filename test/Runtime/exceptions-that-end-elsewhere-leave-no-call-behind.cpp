// Where an exception, or a jump, ends in code without the option, nobody says
// that the calls it left are over. The next function that is entered finds out.

// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -std=c++17 -O2 -DELSEWHERE -c %s -o %t/elsewhere.o
// RUN: %anomalloc c++ -std=c++17 -O0 -g -mllvm -anomalloc-activations=1 -c %s -o %t/0.o
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-activations=1 -c %s -o %t/2.o
// RUN: %anomalloc c++ %t/0.o %t/elsewhere.o -o %t/prog0
// RUN: %anomalloc c++ %t/2.o %t/elsewhere.o -o %t/prog2
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/p0 %t/prog0
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/p2 %t/prog2
// RUN: %anomalloc report --json --no-probe %t/p0 > %t/0.json
// RUN: %anomalloc report --json --no-probe %t/p2 > %t/2.json
// RUN: %python %S/Inputs/activations.py %t/0.json | FileCheck %s
// RUN: %python %S/Inputs/activations.py %t/2.json | FileCheck %s

// What is thrown can never live on the stack of who throws it.
// RUN: %anomalloc report --only=findings --top=0 --no-probe %t/p2 | FileCheck %s --check-prefix=FINDINGS
// FINDINGS: What to change
// FINDINGS-NOT: stack-candidate

#include <csetjmp>
#include <cstdlib>

void catches(void (*Call)(int));
void lands(void (*Call)(int));
extern jmp_buf Back;

#ifdef ELSEWHERE
jmp_buf Back;

void catches(void (*Call)(int)) {
  for (int I = 0; I < 200; ++I)
    try {
      Call(I);
    } catch (int) {
    }
}

void lands(void (*Call)(int)) {
  for (volatile int I = 0; I < 200; ++I)
    if (setjmp(Back) == 0)
      Call(I);
}
#else
static void *volatile Thrown, *volatile Jumped;

// CHECK: 1001: 199 freed, 199 known, 0 same
static void throws(int I) {
  void *New = malloc(1001);
  free(Thrown);
  Thrown = New;
  if (I >= 0)
    throw I;
}

// CHECK: 1002: 199 freed, 199 known, 0 same
static void jumps(int I) {
  void *New = malloc(1002);
  free(Jumped);
  Jumped = New;
  if (I >= 0)
    longjmp(Back, 1);
}

// Its own block is from before, and stays its own.
// CHECK: 1003: 1 freed, 1 known, 1 same
int main() {
  void *volatile Mine = malloc(1003);
  catches(throws);
  lands(jumps);
  free(Mine);
}
#endif
