// Calls of makers whose blocks have a known fate. Each line with such a call
// says which (check-verdicts.py --calls).

#include <csetjmp>
#include <list>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// --- What nobody knows here.

struct Table;
void opaque(int *);
void opaqueTable(Table &);
void mayThrow();
extern int *Global;
extern Table *GlobalTable;
extern int Sink;

// --- Makers, out of line.

struct Table {
  int N;
  int *Data;
  [[gnu::noinline]] explicit Table(int N) : N(N), Data(new int[N]) {
    Data[0] = Sink;
  }
  Table(Table &&Other) : N(Other.N), Data(Other.Data) { Other.Data = nullptr; }
  Table &operator=(Table &&Other) {
    delete[] Data;
    N = Other.N;
    Data = Other.Data;
    Other.Data = nullptr;
    return *this;
  }
  ~Table() { delete[] Data; }
};
[[gnu::noinline]] int total(const Table &T) {
  int S = 0;
  for (int I = 0; I != T.N; ++I)
    S += T.Data[I];
  return S;
}
[[gnu::noinline]] void fillTable(Table &T) {
  for (int I = 0; I != T.N; ++I)
    T.Data[I] = Sink;
}
struct Base {
  virtual ~Base();
  virtual int take(Table &) = 0;
};

[[gnu::noinline]] Table makeTable(int N) {
  Table T(N); // @ none; truth open
  T.Data[N - 1] = Sink;
  return T;
}
[[gnu::noinline]] std::vector<int> squares(int N) {
  std::vector<int> V(N); // @ none; truth open
  for (int I = 0; I != N; ++I)
    V[I] = I * I;
  return V;
}
[[gnu::noinline]] int *makeRow(int N) {
  int *P = new int[N];
  P[0] = Sink;
  return P;
}
[[gnu::noinline]] std::unique_ptr<int[]> ownedRow(int N) {
  return std::unique_ptr<int[]>(makeRow(N)); // @ none; truth open
}

// --- Freed in each iteration.

int tables(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    Table T(M); // @ iteration
    S += total(T);
  }
  return S;
}

int returned(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    Table T = makeTable(M); // @ iteration
    fillTable(T);
    S += total(T);
  }
  return S;
}

int vectors(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<int> V = squares(M); // @ iteration
    for (int X : V)
      S += X;
  }
  return S;
}

int rows(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    int *P = makeRow(M); // @ iteration
    S += P[M / 2];
    delete[] P;
  }
  return S;
}

int owned(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::unique_ptr<int[]> P = ownedRow(M); // @ any; truth iteration
    S += P[M / 2];
  }
  return S;
}

int survivesExceptions(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    Table T(M); // @ iteration
    mayThrow();
    S += total(T);
  }
  return S;
}

int leavesEarly(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    Table T(M); // @ iteration
    S += total(T);
    if (S > 1000)
      break;
    if (S == 7)
      continue;
    if (S < -1000)
      return 0;
    S += T.Data[M - 1];
  }
  return S;
}

int onlySometimes(int N, int M, const bool *Is) {
  int S = 0;
  for (int I = 0; I != N; ++I)
    if (Is[I]) {
      Table T(M); // @ iteration
      S += total(T);
    }
  return S;
}

struct Pair {
  int *A, *B;
  [[gnu::noinline]] explicit Pair(int N) : A(nullptr), B(nullptr) {
    A = new (std::nothrow) int[N];
    B = new (std::nothrow) int[N + 1];
  }
  ~Pair() {
    delete[] A;
    delete[] B;
  }
};
int pairs(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    Pair P(M); // @ iteration
    S += P.A[0] + P.B[0];
  }
  return S;
}

struct FarEnd {
  int *Data;
  [[gnu::noinline]] explicit FarEnd(int N) : Data(new int[N]) {}
  [[gnu::noinline]] ~FarEnd() {
    Sink = Data[0];
    delete[] Data;
  }
};
int farEnds(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    FarEnd E(M); // @ iteration
    S += E.Data[0];
  }
  return S;
}

struct Outer {
  int Head;
  Table In;
  [[gnu::noinline]] explicit Outer(int N) : Head(N), In(N) { // @ none; truth open
    Sink = Head;
  }
};
int nested(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    Outer O(M); // @ iteration
    S += total(O.In);
  }
  return S;
}

int inTwoLoops(int N, int M) {
  int S = 0;
  for (int I = 1; I != N; ++I)
    for (int J = 1; J != M; ++J) {
      Table T(J); // @ iteration
      S += total(T);
    }
  return S;
}

int temporaries(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I)
    S += total(makeTable(M)); // @ iteration
  return S;
}

// --- Freed in the call.

int inNoLoop(int M) {
  Table T(M); // @ call
  return total(T);
}

int beforeTheLoop(int N, int M) {
  int S = 0;
  Table T(M); // @ call
  for (int I = 0; I != N; ++I)
    S += total(T) + I;
  return S;
}

int assignedInTheLoop(int N, int M) {
  Table T(M); // @ call
  for (int I = 0; I != N; ++I) {
    T = makeTable(M); // @ any; truth call
    Sink = total(T);
  }
  return Sink;
}

int swapped(int N, int M) {
  Table A(M); // @ any; truth call
  for (int I = 0; I != N; ++I) {
    Table B(M); // @ any; truth call
    std::swap(A, B);
    Sink = total(B);
  }
  return Sink;
}

int twoOfThem(int M) {
  Table A[2] = {Table(M), Table(M + 1)}; // @ any; truth call
  return total(A[0]) + total(A[1]);
}

int freedInTheNextIteration(int N, int M) {
  int *Old = nullptr;
  for (int I = 0; I != N; ++I) {
    delete[] Old;
    Old = makeRow(M); // @ call
    Sink = Old[0];
  }
  delete[] Old;
  return Sink;
}

// --- Out of reach.

Table handedOn(int M) {
  Table T(M); // @ none; truth open
  T.Data[0] = 1;
  return T;
}

int *handedOnRow(int M) {
  int *P = makeRow(M); // @ open
  P[0] = 1;
  return P;
}

int leaked(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    int *P = makeRow(M); // @ open
    S += P[0];
    if (S < 1000)
      delete[] P;
  }
  return S;
}

int lostByAnException(int M) {
  int *P = makeRow(M); // @ open
  mayThrow();
  int S = P[0];
  delete[] P;
  return S;
}

struct Holder {
  Table T;
  int *Row;
  void renew(int M);
  void take(int M);
};
void Holder::renew(int M) {
  T = Table(M); // @ open
}
void Holder::take(int M) {
  Row = makeRow(M); // @ open
}

Table *onTheHeap(int M) {
  return new Table(M); // @ open
}

void global(int M) {
  Global = makeRow(M); // @ open
}

int given(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    Table T(M); // @ open
    opaqueTable(T);
    S += total(T);
  }
  return S;
}

int givenToAVirtualFunction(int N, int M, Base &B) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    Table T(M); // @ open
    S += B.take(T);
  }
  return S;
}

void movedAway(std::vector<Table> &All, int M) {
  Table T(M); // @ open
  All.push_back(std::move(T)); // @ any; truth open
}

void stolen(int N, int M) {
  for (int I = 0; I != N; ++I) {
    Table T(M); // @ open
    if (total(T) > 7) {
      Global = T.Data;
      T.Data = nullptr;
    }
  }
}

struct LeakyPair {
  int *A, *B;
  [[gnu::noinline]] explicit LeakyPair(int N) : A(nullptr), B(nullptr) {
    A = new (std::nothrow) int[N];
    B = new (std::nothrow) int[N + 1];
  }
  ~LeakyPair() { delete[] A; }
};
int halfFreed(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    LeakyPair P(M); // @ open
    S += P.A[0] + P.B[0];
  }
  return S;
}

struct KeepsItself {
  int *Data;
  [[gnu::noinline]] explicit KeepsItself(int N) : Data(new int[N]) {
    Global = reinterpret_cast<int *>(this);
  }
  ~KeepsItself() { delete[] Data; }
};
int registered(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    KeepsItself K(M); // @ open
    opaque(&S);
    S += K.Data[0];
  }
  return S;
}

struct KeepsOne {
  int *Data;
  [[gnu::noinline]] explicit KeepsOne(int N) : Data(new int[N]) {
    Global = new int[2];
  }
  ~KeepsOne() { delete[] Data; }
};
int oneStays(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    KeepsOne K(M); // @ open
    S += K.Data[0];
  }
  return S;
}

struct Chained {
  struct Node {
    Node *Next;
    int Value;
  } *First = nullptr;
  [[gnu::noinline]] explicit Chained(int N) {
    for (int I = 0; I != N; ++I)
      First = new Node{First, I};
  }
  ~Chained() {
    while (First) {
      Node *Next = First->Next;
      delete First;
      First = Next;
    }
  }
};
int chains(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    Chained C(M); // @ any; truth iteration
    S += C.First->Value;
  }
  return S;
}

struct LeakyChain {
  struct Node {
    Node *Next;
    int Value;
  } *First = nullptr;
  [[gnu::noinline]] explicit LeakyChain(int N) {
    for (int I = 0; I != N; ++I)
      First = new Node{First, I};
  }
  ~LeakyChain() { delete First; }
};
int leakyChains(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    LeakyChain C(M); // @ any; truth open
    S += C.First->Value;
  }
  return S;
}

/// The object of the first one holds the block of the second one later.
struct Renewed {
  int *Data;
  [[gnu::noinline]] explicit Renewed(int N) : Data(new int[N]) {
    if (N < 10) {
      Global = Data;
      Data = new int[10];
    }
  }
  ~Renewed() { delete[] Data; }
};
int renewed(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    Renewed R(M); // @ open
    S += R.Data[0];
  }
  return S;
}

/// An argument leads to the same object as the maker's own.
struct Shared {
  int *Data;
  [[gnu::noinline]] Shared(int N, Shared **Where) : Data(nullptr) {
    *Where = this;
    Data = new int[N];
    mayThrow();
    Sink = Data[0];
  }
  ~Shared() { delete[] Data; }
};
int sharedBetween(int N, int M) {
  int S = 0;
  Shared *Other;
  for (int I = 0; I != N; ++I) {
    Shared T(M, &Other); // @ any; truth open
    S += T.Data[0];
  }
  return S;
}

/// What the object of a parameter holds may change while it is looked at.
struct Place {
  int *Data;
};
[[gnu::noinline]] int *throughAPlace(Place *P, int N) {
  P->Data = new int[N];
  mayThrow();
  return P->Data;
}
int places(int N, int M, Place *P) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    int *Row = throughAPlace(P, M); // @ none; truth open
    S += Row[0];
    delete[] Row;
  }
  return S;
}

int jumped(std::jmp_buf &Buffer, int M) {
  if (setjmp(Buffer))
    return Sink;
  Table T(M); // @ none; truth open
  Sink = total(T);
  return 0;
}

int throughALambda(int N, int M) {
  int S = 0;
  auto Look = [&S](const Table &T) __attribute__((noinline)) { S += total(T); };
  for (int I = 0; I != N; ++I) {
    Table T(M); // @ iteration
    Look(T);
  }
  return S;
}

[[gnu::noinline]] std::string longName(int N) {
  return std::string(N, 'x');
}
int names(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::string Name = longName(M); // @ none; truth iteration
    S += Name[Name.size() / 2];
  }
  return S;
}

[[gnu::noinline]] std::optional<Table> maybe(int N) {
  if (N < 3)
    return std::nullopt;
  return Table(N); // @ none; truth open
}
int maybes(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::optional<Table> T = maybe(M); // @ any; truth iteration
    if (T)
      S += total(*T);
  }
  return S;
}

[[gnu::noinline]] std::shared_ptr<int> sharedInt(int N) {
  return std::make_shared<int>(N);
}
int sharedInts(int N, std::vector<std::shared_ptr<int>> &All) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::shared_ptr<int> P = sharedInt(I); // @ any; truth open
    S += *P;
    if (S > 10)
      All.push_back(P); // @ any; truth open
  }
  return S;
}

int inACycleWithTwoWaysIn(int N, int M) {
  int S = 0, I = 0;
  if (N > 10)
    goto middle;
begin:
  ++I;
middle: {
  Table T(M); // @ any; truth call
  S += total(T);
}
  if (++I < N)
    goto begin;
  return S;
}
