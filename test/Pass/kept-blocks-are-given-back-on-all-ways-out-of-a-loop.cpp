// What a loop keeps is freed when it ends, is left early, or is left by an
// exception, its own or another function's; and each iteration finds what the
// source says: zeroes from calloc, room enough where the size changes.

// REQUIRES: asan
// RUN: %clangxx -O2 -std=c++17 %plugin_options -mllvm -anomalloc-tame=hoist -mllvm -anomalloc-record=0 -mllvm -anomalloc-tame-sanitized=1 -Rpass=anomalloc -fsanitize=address %s -o %t 2> %t.remarks
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: %t | FileCheck %s
// RUN: %clangxx -O2 -std=c++17 %plugin_options -mllvm -anomalloc-tame=hoist -mllvm -anomalloc-record=0 %s -o %t.tamed
// RUN: rm -f %t.counts
// RUN: env LD_PRELOAD=%malloc_counter MALLOC_COUNTER_OUT=%t.counts %t.tamed | FileCheck %s
// RUN: %python -c "import struct, sys; print('few' if sum(n for s, n in struct.iter_unpack('<QQ', open(sys.argv[1], 'rb').read())) < 60 else 'many')" %t.counts | FileCheck %s --check-prefix=COUNT
// COUNT: few
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define UNKNOWN __attribute__((noinline, optnone))
UNKNOWN void throwAt(int I, int At) {
  if (I == At)
    throw I;
}
UNKNOWN void touch(char *P, int N) { P[N - 1]++; }
__attribute__((noinline)) int sum(const char *P, int N) {
  int S = 0;
  for (int I = 0; I != N; ++I)
    S += P[I];
  return S;
}

// REMARK: freed block kept for the next iteration [-Rpass
__attribute__((noinline)) int toItsEnd(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    char *P = new char[M];
    touch(P, M);
    P[0] = I & 1;
    S += P[0];
    delete[] P;
  }
  return S;
}

// The first allocation has no handler of its own.
__attribute__((noinline)) int thrown(int N, int M, int At) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<char> V(M, 1), W(M, 2);
    S += sum(V.data(), M) + sum(W.data(), M);
    throwAt(I, At);
  }
  return S;
}

// Nothing lives when it throws, so it has no handler.
__attribute__((noinline)) int thrownBetween(int N, int M, int At) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    char *P = new char[M];
    P[0] = 1;
    P[M - 1] = 1;
    S += sum(P, 1);
    delete[] P;
    throwAt(I, At);
  }
  return S;
}

__attribute__((noinline)) int leftEarly(int N, int M, int At) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    char *P = static_cast<char *>(std::malloc(M));
    if (!P)
      return -1;
    std::memset(P, I, M);
    S += sum(P, M);
    if (I == At) {
      // Freed behind the loop.
      S += P[0];
      std::free(P);
      return S;
    }
    std::free(P);
    if (S > 100000)
      break;
  }
  return S;
}

__attribute__((noinline)) int zeroed(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    char *P = static_cast<char *>(std::calloc(M, 2));
    if (!P)
      return -1;
    S += sum(P, 2 * M);
    std::memset(P, 7, 2 * M);
    S += sum(P, 2 * M);
    std::free(P);
  }
  return S;
}

// REMARK: freed block kept for the next iteration, if it is large enough [-Rpass
__attribute__((noinline)) int changing(int N) {
  int S = 0;
  for (int I = 1; I < N; ++I) {
    const int M = I % 3 ? I : 2 * N - I;
    std::vector<char> V(M, 1);
    S += sum(V.data(), M);
  }
  return S;
}

int main() {
  // CHECK: 50 2000 900
  std::printf("%d %d %d\n", toItsEnd(100, 64), zeroed(100, 1) / 7 * 10, leftEarly(10, 20, 100));
  // CHECK-NEXT: 230
  std::printf("%d\n", leftEarly(100, 15, 5));
  for (int At : {0, 7, 1000})
    try {
      std::printf("%d\n", thrown(20, 10, At));
    } catch (int I) {
      std::printf("caught %d\n", I);
    }
  try {
    std::printf("%d\n", thrownBetween(20, 30, 12));
  } catch (int I) {
    std::printf("between %d\n", I);
  }
  // CHECK-NEXT: caught 0
  // CHECK-NEXT: caught 7
  // CHECK-NEXT: 600
  // CHECK-NEXT: between 12
  // CHECK-NEXT: 74550
  std::printf("%d\n", changing(300));
}
