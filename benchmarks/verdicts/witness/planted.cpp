// Blocks whose ends are known, for the self-test of
// benchmarks/verdicts/executions. A line that allocates ends in
//
//   // @ CLAIM: MADE blocks, BEYOND_ITERATION, BEYOND_CALL, TOGETHER
//
// CLAIM is the verdict that the witness is told to check, true or not.

#include <cstdlib>

volatile int Sink;
static int *volatile Last;

[[gnu::noinline]] static void honest(int N) {
  for (int I = 0; I != N; ++I) {
    int *P = new int[I + 2]; // @ iteration: 10 blocks, 0, 0, 0
    Last = P;
    delete[] Last;
  }
}

[[gnu::noinline]] static void freedInTheNextIteration(int N) {
  int *Old = nullptr;
  for (int I = 0; I != N; ++I) {
    delete[] Old;
    Old = new int[I + 2]; // @ iteration: 10 blocks, 9, 0, 0
    Last = Old;
  }
  delete[] Old;
}

[[gnu::noinline]] static void freedBehindTheLoop(int N) {
  int *All[16];
  for (int I = 0; I != N; ++I) {
    All[I] = new int[I + 2]; // @ iteration: 10 blocks, 9, 0, 9
    Last = All[I];
  }
  for (int I = 0; I != N; ++I)
    delete[] All[I];
}

[[gnu::noinline]] static void handedOut(int N) {
  Last = new int[N]; // @ call: 3 blocks, 0, 3, 0
}

[[gnu::noinline]] static void freedBeforeItReturns(int N) {
  Last = static_cast<int *>(std::malloc(N)); // @ call: 3 blocks, 0, 0, 0
  std::free(Last);
}

[[gnu::noinline]] static void lostByAnException(int N) {
  Last = new int[N]; // @ call: 3 blocks, 0, 3, 0
  if (Sink == 0)
    throw N;
}

[[gnu::noinline]] static void inTheOuterLoopAlone(int N) {
  for (int I = 0; I != N; ++I) {
    int *P = new int[I + 2]; // @ iteration: 4 blocks, 0, 0, 0
    Last = P;
    for (int J = 0; J != N; ++J) {
      int *Q = new int[J + 2]; // @ iteration: 16 blocks, 0, 0, 0
      Last = Q;
      Sink = Q[0] = J;
      delete[] Q;
    }
    delete[] P;
  }
}

int main() {
  honest(10);
  freedInTheNextIteration(10);
  freedBehindTheLoop(10);
  inTheOuterLoopAlone(4);
  for (int I = 0; I != 3; ++I) {
    handedOut(4);
    delete[] Last;
    freedBeforeItReturns(4);
    try {
      lostByAnException(4);
    } catch (int) {
      delete[] Last;
    }
  }
}
