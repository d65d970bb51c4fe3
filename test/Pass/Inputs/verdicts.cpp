// Functions whose blocks have a known fate. Each line that allocates says which
// (check-verdicts.py).

#include <algorithm>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <string>
#include <vector>

// What nobody knows here.
void opaque(int *);
void opaqueObject(std::vector<int> &);
int look(const int *P) noexcept __attribute__((pure));
void mayThrow();
void cannotThrow() noexcept;
extern int *Global;
extern int Sink;
struct Base {
  virtual ~Base();
  virtual void take(int *) = 0;
};

// What is known, and stays out of line.
[[gnu::noinline]] double norm(const std::vector<double> &V) {
  double Sum = 0;
  for (double X : V)
    Sum += X * X;
  return Sum;
}
[[gnu::noinline]] int sum(const int *P, int N) {
  int S = 0;
  for (int I = 0; I != N; ++I)
    S += P[I];
  return S;
}
[[gnu::noinline]] void keep(int *P) { Global = P; }
[[gnu::noinline]] int *same(int *P) {
  Sink = P[0];
  return P;
}
[[gnu::noinline]] void release(int *P) {
  Sink = P[0];
  delete[] P;
}
[[gnu::noinline]] void releaseSometimes(int *P) {
  if (Sink)
    delete[] P;
}
[[gnu::noinline]] void fill(std::vector<int> &V) {
  for (int &X : V)
    X = Sink;
}
[[gnu::noinline]] void grow(std::vector<int> &V) { V.push_back(Sink); } // @ none; truth open
[[gnu::noinline]] int *data(std::vector<int> &V) { return V.data(); }
template <typename T> [[gnu::noinline]] void keepAny(T *P) {
  Global = P;
}
template <typename T> [[gnu::noinline]] T readAny(const T *P) { return *P; }

// --- Freed in each iteration.

int tables(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<int> V(M, I); // @ iteration kept
    S += std::accumulate(V.begin(), V.end(), 0);
  }
  return S;
}

int fixed(int N) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    int *P = new int[8]; // @ iteration kept stack
    std::fill(P, P + 8, I);
    S += sum(P, 8);
    delete[] P;
  }
  return S;
}

int twoLoops(int N, int M, int K) {
  int S = 0;
  for (int I = 0; I != N; ++I)
    for (int J = 0; J != M; ++J) {
      int *P = static_cast<int *>(std::malloc(K * sizeof(int))); // @ iteration kept
      P[0] = J;
      S += sum(P, K);
      std::free(P);
    }
  return S;
}

int sizeOfOuter(int N, int M) {
  int S = 0;
  for (int I = 1; I != N; ++I)
    for (int J = 0; J != M; ++J) {
      std::vector<int> V(I, J); // @ iteration kept
      S += sum(V.data(), I);
    }
  return S;
}

int triangular(int N) {
  int S = 0;
  for (int I = 1; I < N; ++I) {
    std::vector<int> V(I); // @ any; truth iteration
    S += sum(V.data(), I);
  }
  return S;
}

int small(int N, unsigned char K) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    char *P = new char[K + 1]; // @ iteration kept stack
    std::memset(P, I, K + 1);
    S += P[K / 2];
    delete[] P;
  }
  return S;
}

int smallAndVarying(int N, const unsigned char *K) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    char *P = new char[K[I] + 1]; // @ iteration stack
    std::memset(P, I, K[I] + 1);
    S += P[K[I] / 2];
    delete[] P;
  }
  return S;
}

double reads(int N) {
  double S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<double> V(100, I); // @ iteration kept stack
    S += norm(V);
  }
  return S;
}

int looks(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<int> V(M); // @ iteration kept
    V[0] = I;
    S += look(V.data());
  }
  return S;
}

int zeroes(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    int *P = static_cast<int *>(std::calloc(M, 4)); // @ iteration kept
    if (!P)
      return -1;
    S += sum(P, M);
    std::free(P);
  }
  return S;
}

int checked(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    int *P = static_cast<int *>(std::malloc(4 * M)); // @ iteration kept
    if (!P)
      break;
    P[0] = I;
    S += sum(P, M);
    std::free(P);
  }
  return S;
}

int onlySometimes(int N, int M, const bool *Is) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    int *P = nullptr;
    if (Is[I]) {
      P = new int[M]; // @ iteration kept
      P[0] = I;
      S += sum(P, M);
    }
    S += I;
    delete[] P;
  }
  return S;
}

int leavesEarly(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<int> V(M, I); // @ iteration kept
    S += sum(V.data(), M);
    if (S > 1000)
      break;
    if (S < -1000)
      return 0;
    if (S == 7)
      continue;
    S += V[M - 1];
  }
  return S;
}

int survivesExceptions(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<int> V(M, I); // @ iteration kept
    mayThrow();
    S += V[M / 2];
  }
  return S;
}

int caught(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<int> V(M, I); // @ iteration kept
    try {
      mayThrow();
    } catch (...) {
      ++S;
    }
    S += V[M / 2];
  }
  return S;
}

int throwsItself(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    auto P = std::make_unique<int[]>(M); // @ iteration kept
    S += sum(P.get(), M);
    if (S > 100)
      throw S;
  }
  return S;
}

int owner(int N) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    auto P = std::make_unique<int>(I); // @ iteration kept stack
    S += readAny(P.get());
  }
  return S;
}

int freesByFunction(int N) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    int *P = new int[4]; // @ iteration kept stack
    P[0] = I;
    S += P[0] + sum(P, 4);
    release(P);
  }
  return S;
}

int filled(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<int> V(M); // @ iteration kept
    fill(V);
    S += V[0];
  }
  return S;
}

int sorted(int N, int M, const int *From) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<int> V(From, From + M); // @ iteration kept; truth iteration kept
    std::reverse(V.begin(), V.end());
    S += V[M / 2];
  }
  return S;
}

int lambda(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<int> V(M, I); // @ iteration kept
    auto Add = [&](int X) { return V[X] + I; };
    for (int J = 0; J != M; ++J)
      S += Add(J);
  }
  return S;
}

int moved(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<int> V(M, I); // @ iteration kept
    std::vector<int> W = std::move(V);
    S += sum(W.data(), M);
  }
  return S;
}

int whileLoop(int N, int M) {
  int S = 0;
  while (N > 0) {
    std::vector<int> V(M, N); // @ iteration kept
    S += V[M - 1];
    N -= V[0] + 1;
  }
  return S;
}

int insideSwitch(int N, int M, const int *Kinds) {
  int S = 0;
  for (int I = 0; I != N; ++I)
    switch (Kinds[I]) {
    case 0: {
      std::vector<int> V(M, I); // @ iteration kept
      S += sum(V.data(), M);
      break;
    }
    case 1:
      ++S;
      break;
    default:
      S *= 2;
    }
  return S;
}

int twoAtOnce(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<int> A(M, I); // @ iteration kept
    std::vector<int> B(M, S); // @ iteration kept
    for (int J = 0; J != M; ++J)
      S += A[J] * B[J];
  }
  return S;
}

int compares(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    int *P = new int[M]; // @ iteration kept
    P[0] = I;
    for (int *Q = P; Q != P + M; ++Q)
      S += *Q;
    delete[] P;
  }
  return S;
}

// --- Freed in the call.

int local() {
  int *P = new int[16]; // @ call stack
  std::fill(P, P + 16, Sink);
  int S = sum(P, 16);
  delete[] P;
  return S;
}

int localOfAnySize(int M) {
  std::vector<int> V(M, 3); // @ call but size_varies
  return sum(V.data(), M);
}

int localLarge() {
  std::vector<int> V(100000, Sink); // @ call but size_varies
  return sum(V.data(), 100000);
}

int freedByBoth(bool Is) {
  int *P = new int[4]; // @ call stack
  P[0] = Sink;
  int S;
  if (Is) {
    S = sum(P, 4);
    delete[] P;
  } else {
    S = P[0] + 1;
    delete[] P;
  }
  return S;
}

int inObject() {
  std::vector<int> V(10); // @ call stack
  fill(V);
  return V[3];
}

int exitsWithout() {
  int *P = new int[4]; // @ call stack
  P[0] = Sink;
  if (sum(P, 4) == 3)
    std::exit(1);
  delete[] P;
  return 0;
}

int runsOnce() {
  int S = 0;
  for (int I = 0; I != 1; ++I) {
    int *P = new int[4]; // @ call stack
    P[0] = Sink;
    S += sum(P, 4);
    delete[] P;
  }
  return S;
}

int irreducible(int N, bool Is) {
  int S = 0;
  if (Is)
    goto Middle;
Begin:
  cannotThrow();
Middle:
  ++S;
  {
    int *P = new int[4]; // @ iteration kept stack
    P[0] = S;
    S += sum(P, 4);
    delete[] P;
  }
  if (S < N) {
    if (look(&S))
      goto Begin;
    goto Middle;
  }
  return S;
}

int irreducibleAndKept(int N, bool Is) {
  int S = 0;
  int *P = nullptr;
  if (Is)
    goto Middle;
Begin:
  cannotThrow();
Middle:
  delete[] P;
  P = new int[4]; // @ call; truth call
  P[0] = ++S;
  S += sum(P, 4);
  if (S < N) {
    if (look(&S))
      goto Begin;
    goto Middle;
  }
  delete[] P;
  return S;
}

// --- Not in the same iteration, or not on every path.

int oneIterationLater(int N) {
  int S = 0;
  int *Last = nullptr;
  for (int I = 0; I != N; ++I) {
    int *P = new int[4]; // @ open but next_iteration
    P[0] = I;
    if (Last)
      S += Last[0];
    delete[] Last;
    Last = P;
  }
  delete[] Last;
  return S;
}

int onAllButOnePath(int N) {
  int *P = new int[4]; // @ open but not_freed
  P[0] = N;
  int S = sum(P, 4);
  if (S == 17)
    return S;
  delete[] P;
  return S;
}

int onAllButOnePathOfTheLoop(int N) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    int *P = new int[4]; // @ open
    P[0] = I;
    S += sum(P, 4);
    if (S % 17)
      delete[] P;
  }
  return S;
}

int leaks(int N) {
  int *P = new int[N]; // @ open but not_freed
  P[0] = Sink;
  return sum(P, N);
}

int lostByException(int N) {
  int *P = new int[4]; // @ open but thrown
  P[0] = N;
  mayThrow();
  int S = sum(P, 4);
  delete[] P;
  return S;
}

int freedElsewhere(int N) {
  int *P = new int[4]; // @ open
  P[0] = N;
  int S = sum(P, 4);
  releaseSometimes(P);
  return S;
}

int freedByWhomever(int N) {
  int S = 0;
  int *Blocks[16];
  for (int I = 0; I != 16; ++I)
    Blocks[I] = new int[4]; // @ open
  for (int I = 0; I != N; ++I)
    S += Blocks[I & 15][0];
  for (int I = 0; I != 16; ++I)
    delete[] Blocks[I];
  return S;
}

int collects(int N) {
  std::vector<int> V;
  for (int I = 0; I != N; ++I)
    V.push_back(I); // @ call
  return sum(V.data(), N);
}

// --- The address gets out.

int byArgument(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    int *P = new int[M]; // @ open but call
    opaque(P);
    S += P[0];
    delete[] P;
  }
  return S;
}

int byArgumentSafely(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    auto P = std::make_unique<int[]>(M); // @ iteration but call
    opaque(P.get());
    S += P[0];
  }
  return S;
}

int byKnownFunction(int N) {
  int *P = new int[4]; // @ call but call
  P[0] = N;
  keep(P);
  int S = P[0];
  delete[] P;
  return S;
}

int byTemplate(int N) {
  int *P = new int[4]; // @ call but call
  P[0] = N;
  keepAny(P);
  int S = P[0];
  delete[] P;
  return S;
}

int byReference(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<int> V(M, I); // @ open but holder_call
    opaqueObject(V);
    S += V[0];
  }
  return S;
}

int byGrowth(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<int> V(M, I); // @ open
    grow(V);
    S += V[0];
  }
  return S;
}

int byGlobal(int N) {
  int *P = new int[N]; // @ call but global
  Global = P;
  cannotThrow();
  int S = Global[0];
  delete[] P;
  return S;
}

int *byReturn(int N) {
  int *P = new int[N]; // @ open but returned
  P[0] = 1;
  return P;
}

int *inTheMiddle(int N) {
  int *P = new int[N]; // @ open but returned
  P[0] = 1;
  return P + 4;
}

std::vector<int> byValue(int N) {
  return std::vector<int>(N, 4); // @ open but returned
}

std::unique_ptr<int> byOwner(int N) {
  return std::make_unique<int>(N); // @ open but returned
}

struct Element {
  int *Nodes = nullptr;
  std::vector<int> Table;
  void setUp(int N) {
    Nodes = new int[N]; // @ open but parameter
    Nodes[0] = N;
  }
  void build(int N);
};

void Element::build(int N) {
  Table = std::vector<int>(N, 4); // @ open but member
}

void setElement(Element &E, int N) { E.setUp(N); }

void byParameter(int **Out, int N) {
  *Out = new int[N]; // @ open but parameter
}

void intoAnother(int N) {
  int **Table = new int *[4]; // @ none; truth call stack
  Table[0] = new int[N];      // @ open but call
  opaque(Table[0]);
  delete[] Table[0];
  delete[] Table;
}

int byVirtual(Base &B, int N) {
  int *P = new int[N]; // @ open but call
  P[0] = 1;
  B.take(P);
  int S = P[0];
  delete[] P;
  return S;
}

int byPointer(void (*F)(int *), int N) {
  int *P = new int[N]; // @ open but call
  P[0] = 1;
  F(P);
  int S = P[0];
  delete[] P;
  return S;
}

std::function<int()> byLambda(int N) {
  std::vector<int> V(N, 4); // @ open
  return [V = std::move(V)] { return V[0]; }; // @ open
}

int byException(int N) {
  int *P = new int[4]; // @ open
  P[0] = N;
  throw P;
}

unsigned long byNumber(int N) {
  int *P = new int[4]; // @ call but returned
  P[0] = N;
  Sink = sum(P, 4);
  auto Address = reinterpret_cast<uintptr_t>(P);
  delete[] P;
  return Address;
}

int byAssembly(int N) {
  int *P = new int[4]; // @ call but assembly
  P[0] = N;
  asm volatile("" : : "r"(P) : "memory");
  int S = P[0];
  delete[] P;
  return S;
}

int byThread(int N) {
  int *P = new int[4]; // @ call but global
  P[0] = N;
  __atomic_store_n(&Global, P, __ATOMIC_SEQ_CST);
  int S = P[0];
  delete[] P;
  return S;
}

int asIs(int N) {
  int *P = new int[4]; // @ call stack
  P[0] = N;
  int *Q = same(P);
  int S = Q[0] + sum(Q, 4);
  delete[] P;
  return S;
}

int asIsAndKept(int N) {
  int *P = new int[4]; // @ call but global
  P[0] = N;
  Global = same(P);
  int S = P[0];
  delete[] P;
  return S;
}

int byData(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<int> V(M, I); // @ iteration but global
    Global = data(V);
    cannotThrow();
    S += Global[0];
  }
  return S;
}

int resized(int N) {
  int *P = static_cast<int *>(std::malloc(16)); // @ open but resized
  P[0] = N;
  P = static_cast<int *>(std::realloc(P, 64)); // @ call; truth call
  int S = sum(P, 16);
  std::free(P);
  return S;
}

void asCString(int N) {
  for (int I = 0; I != N; ++I) {
    char *P = static_cast<char *>(std::malloc(64)); // @ iteration kept stack
    std::snprintf(P, 64, "%d", I);
    Sink += static_cast<int>(std::strlen(P));
    std::free(P);
  }
}

int swapped(int N, int M) {
  std::vector<int> A(M), B(M); // @ call
  for (int I = 0; I != N; ++I) {
    fill(A);
    std::swap(A, B);
  }
  return A[0] + B[0];
}

int refilled(int N, int M) {
  int S = 0;
  std::vector<int> V;
  for (int I = 0; I != N; ++I) {
    V.assign(M, I); // @ none; truth call
    S += sum(V.data(), M);
  }
  return S;
}

int nested(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<std::vector<int>> T(4); // @ iteration kept stack
    T[0].resize(M);                     // @ none; truth open
    S += T[0][0];
  }
  return S;
}

int listed(int N) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::list<int> L;
    L.push_back(I); // @ open; truth iteration kept stack
    S += L.front();
  }
  return S;
}

int text(int N, const char *From, size_t Length) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::string T(Length, 'a'); // @ none; truth iteration kept
    S += T[I % Length];
  }
  return S;
}

int forEver() {
  int *P = new int[4]; // @ open but not_freed
  for (;;)
    P[0] = sum(P, 4);
}

struct Pair {
  int *First, *Second;
};
[[gnu::noinline]] Pair &itself(Pair &P) {
  Sink = P.First[0];
  return P;
}

// The object is changed through what a function returned.
int replaced(int N) {
  Pair Of;
  int *Other = Of.First = new int[4]; // @ open; truth open
  Other[0] = N;
  itself(Of).First = Global;
  int S = sum(Of.First, 4);
  delete[] Of.First;
  return S;
}

[[gnu::noinline]] void exchange(Pair &A, Pair &B) {
  B.First = Global;
  delete[] A.First;
}

// Two parameters are one object.
int sameObject(int N) {
  Pair Of;
  int *P = Of.First = new int[4]; // @ open; truth open
  P[0] = N;
  exchange(Of, Of);
  return N;
}

[[gnu::noinline]] void throwsBefore(int *P) {
  mayThrow();
  delete[] P;
}

int freedUnlessThrown(int N) {
  int *P = new int[4]; // @ open but thrown
  P[0] = N;
  int S = sum(P, 4);
  throwsBefore(P);
  return S;
}

int doubled(int N) {
  int *P = new int[4]; // @ call but returned
  P[0] = N;
  auto A = reinterpret_cast<uintptr_t>(P);
  int S = sum(P, 4);
  delete[] P;
  Sink = S;
  return static_cast<int>(A * 2 - A);
}

// Copies of one call that live at once.
int unrolled() {
  int *P[2];
  for (int I = 0; I != 2; ++I) {
    P[I] = static_cast<int *>(std::malloc(16)); // @ call; truth call
    P[I][Sink & 3] = I;
  }
  cannotThrow();
  int S = P[0][Sink & 3] + P[1][Sink & 3];
  std::free(P[0]);
  std::free(P[1]);
  return S;
}

int unrolledInLoop(int N, int M) {
  int S = 0;
  for (int J = 0; J < N; ++J) {
    int *P[2];
    for (int I = 0; I != 2; ++I) {
      P[I] = new (std::nothrow) int[M]; // @ call; truth call
      if (!P[I])
        std::abort();
      P[I][Sink & 3] = I;
    }
    cannotThrow();
    S += P[0][Sink & 3] + P[1][Sink & 3];
    delete[] P[0];
    delete[] P[1];
  }
  return S;
}

// One iteration makes it, the next one frees it.
void byTurns(int N) {
  int *P = nullptr;
#pragma clang loop unroll_count(2)
  for (int I = 0; I < 2 * N; ++I) {
    if (I & 1) {
      Sink = P[Sink & 3];
      delete[] P;
    } else {
      P = new int[4]; // @ call stack; truth call stack
      P[Sink & 3] = 3;
    }
  }
}

void repeatsItself(int N) {
  int *P = new int[4]; // @ call stack
  P[N & 3] = Sink;
  Sink = P[Sink & 3];
  delete[] P;
  if (N)
    repeatsItself(N - 1);
}

void alignedInManyWays(int N) {
  for (int I = 4; I < N; ++I) {
    void *Block = std::aligned_alloc(size_t(1) << I, 4096); // @ iteration
    char *P = static_cast<char *>(Block);
    P[0] = I;
    Sink += P[Sink];
    std::free(P);
  }
}

struct alignas(4096) Page {
  char Bytes[64];
};
void alignedToPage(int X) {
  auto *P = new Page[1]; // @ call
  P[0].Bytes[X & 63] = Sink;
  Sink += P[0].Bytes[Sink & 63];
  delete[] P;
}

void resizedByArray(int N) {
  for (int I = 4; I < N; ++I) {
    int *P = static_cast<int *>(std::malloc(16)); // @ open but resized
    P[0] = I;
    P = static_cast<int *>(reallocarray(P, 8, 8)); // @ iteration
    Sink += P[0] + P[Sink & 15];
    std::free(P);
  }
}

extern "C" {
void releaseByAlias(int *P) noexcept {
  Sink = *P;
  delete[] P;
}
void releaseWeak(int *P) noexcept __attribute__((weak, alias("releaseByAlias")));
}
void freedByWeakAlias(int N) {
  for (int I = 0; I < N; ++I) {
    int *P = new int[4]; // @ open but call
    P[0] = I;
    releaseWeak(P);
  }
}

[[gnu::noinline]] void shift(Pair &P) {
  P.First = P.Second;
  Sink++;
}
void spreadInObject() {
  Pair Of{nullptr, nullptr};
  int *P = new int[4]; // @ call but global
  Of.Second = P;
  P[0] = Sink;
  shift(Of);
  Global = Of.First;
  cannotThrow();
  delete[] P;
}

struct Annotated {
  [[clang::annotate("x")]] int Values[4];
};
void annotated() {
  auto *N = new Annotated; // @ call but global
  N->Values[0] = Sink;
  Global = N->Values;
  cannotThrow();
  delete N;
}

jmp_buf Environment;
void jumps() {
  int *P = new int[4]; // @ open but thrown
  P[0] = Sink;
  if (P[Sink & 3] == 7)
    longjmp(Environment, 1);
  delete[] P;
}

[[gnu::noinline]] void drop(int **A) noexcept {
  if (!setjmp(Environment)) {
    int *T = *A;
    *A = nullptr;
    cannotThrow();
    delete[] T;
    return;
  }
  delete[] *A;
}
void jumpsBack() {
  int *P = new int[4]; // @ open but holder_call
  P[0] = Sink;
  drop(&P);
}

[[gnu::noinline]] void dropByBuiltin(int **A) noexcept {
  static void *Here[5];
  if (!__builtin_setjmp(Here)) {
    int *T = *A;
    *A = nullptr;
    cannotThrow();
    delete[] T;
    return;
  }
  delete[] *A;
}
void jumpsBackByBuiltin() {
  int *P = new int[4]; // @ open but holder_call
  P[0] = Sink;
  dropByBuiltin(&P);
}

[[gnu::noinline]] void finish(int *P) {
  Sink = *P;
  delete[] P;
}
void inTailPosition(int *) {
  int *P = new int[4]; // @ call but call
  P[0] = Sink;
  [[clang::musttail]] return finish(P);
}

void byDistance(int *Other, bool Is) {
  int *P = new int[4]; // @ call
  P[Sink & 3] = 1;
  int *Q = Is ? P : Other;
  Sink = *Q;
  reinterpret_cast<long *>(Global)[2] =
      reinterpret_cast<char *>(P) - reinterpret_cast<char *>(Q);
  delete[] P;
}

[[gnu::noinline]] Pair &either(Pair &A, Pair &B) { return Sink ? A : B; }
void chosen(int N) {
  for (int I = 0; I < N; ++I) {
    Pair A{}, B{};
    A.First = new int[4]; // @ open
    A.First[Sink & 3] = I;
    either(A, B).First = nullptr;
    delete[] A.First;
    delete[] B.First;
  }
}

// Recursion: each call has its own frame.
int recursive(int N) {
  int *P = new int[4]; // @ open but thrown
  P[0] = N;
  int S = N ? recursive(N - 1) : 0;
  S += sum(P, 4);
  delete[] P;
  return S;
}

int recursiveAndLent(int *Of, int N) {
  int *P = new int[4]; // @ open but thrown
  P[0] = Of ? Of[0] : N;
  int S = N ? recursiveAndLent(P, N - 1) : 0;
  S += sum(P, 4);
  delete[] P;
  return S;
}
