// The stack is named for blocks whose size the compiler knows, where the call that
// makes them frees them: not for sizes of the run, nor for what outlives the call.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -O2 -g %plugin %s %rt_flags -o program
// RUN: %anomalloc record --quiet --output=counts ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=180 counts > text
// RUN: FileCheck %s --input-file=text --check-prefix=SIZED
// RUN: FileCheck %s --input-file=text --check-prefix=FIXED
// RUN: FileCheck %s --input-file=text --check-prefix=VECTOR
// RUN: %anomalloc c++ -O2 -g -mllvm -anomalloc-activations=1 %s -o program
// RUN: %anomalloc record --quiet --mode=lifetime --output=lives ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=180 lives > text
// RUN: FileCheck %s --input-file=text --check-prefix=SCRATCH
// RUN: FileCheck %s --input-file=text --check-prefix=OUTLIVES
// REQUIRES: runtime, cli
#include <vector>

// SIZED: ofSize(int) @ {{.*}}.cpp:[[#@LINE+7]] <- operator new[]
// SIZED-NOT: stack
// SIZED: change: make one before the loop and use it again; if they stay, take them from a pool
// SCRATCH: ofSize(int) @ {{.*}}.cpp:[[#@LINE+4]] <- operator new[]
// SCRATCH: stack-candidate:
// SCRATCH-NEXT: change: keep scratch memory that grows as needed and use it again, or take such blocks from a pool
[[gnu::noinline]] double ofSize(int N) {
  double *Values = new double[N];
  for (int I = 0; I < N; ++I)
    Values[I] = I;
  double Sum = Values[N / 2] + Values[int(Values[1])];
  delete[] Values;
  return Sum;
}

// FIXED: fixed(int) @ {{.*}}.cpp:[[#@LINE+4]] <- operator new
// FIXED: change: if they stay, take them from a pool; else make one before the loop and use it again, or keep it on the stack where the call that makes it frees it
struct Part { int Values[10]; };
[[gnu::noinline]] int fixed(int N) {
  Part *One = new Part();
  for (int I = 0; I < 10; ++I)
    One->Values[I] = N + I;
  int Sum = One->Values[N % 10];
  delete One;
  return Sum;
}

// OUTLIVES: later(int) @ {{.*}}.cpp:[[#@LINE+5]] <- operator new
// OUTLIVES-NOT: on the stack
// OUTLIVES: change: keep scratch memory that grows as needed and use it again, or take such blocks from a pool
struct Other { int Values[12]; };
[[gnu::noinline]] Other *later(int N) {
  Other *One = new Other();
  One->Values[N % 12] = N;
  return One;
}

// VECTOR: inVector(int) @ {{.*}}.cpp:[[#@LINE+4]] <- {{.*}}vector
// VECTOR-NOT: stack
// VECTOR: change: make the container once before the loop and use it again: its memory stays when it is cleared
[[gnu::noinline]] double inVector(int N) {
  std::vector<double> Values(N, 2.0);
  for (int I = 1; I < N; ++I)
    Values[I] += Values[I - 1];
  return Values[N / 3];
}

int main(int Argc, char **) {
  double Sum = 0;
  for (int I = 0; I < 400; ++I) {
    Sum += ofSize(Argc + 9 + I % 7) + fixed(I) + inVector(Argc + 20 + I % 5);
    Other *One = later(I);
    Sum += One->Values[3];
    delete One;
  }
  return Sum == 1;
}
