// For whom makers made blocks: what count mode says equals, to the block and
// the byte, what is read off the stacks that an independent witness saw in the
// same run, whatever is inlined.
// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++20 -O0 -g -pthread -I %include %s -o %t/o0
// RUN: %anomalloc c++ -std=c++20 -O2 -g -pthread -I %include %s -o %t/o2
// RUN: %anomalloc c++ -std=c++20 -O3 -g -pthread -I %include %s -o %t/o3
// DEFINE: %{makers} = --maker=_ZL4nodeiP4Node --maker=_Z8makeListi --maker=_Z4onesm --maker=_ZNK6Square5cloneEv --maker=_ZNK6Square7cornersEv --maker=_ZL7xstrdupPKc --maker=_Z11makeVisitedR7Visitori
// DEFINE: %{level} =
// DEFINE: %{mode} =
// DEFINE: %{run} = env MALLOC_COUNTER_STACKS=%t/stacks%{level}%{mode} LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS=mode=%{mode}:output=%t/profile%{level}%{mode} %t/%{level}
// DEFINE: %{compare} = %python %S/../Inputs/same_shares.py %anomalloc %t/%{level} %t/profile%{level}%{mode} %t/stacks%{level}%{mode} %{makers}
// REDEFINE: %{mode} = count
// REDEFINE: %{level} = o0
// RUN: %{run}
// RUN: %{compare} | FileCheck %s
// REDEFINE: %{level} = o2
// RUN: %{run}
// RUN: %{compare} | FileCheck %s
// REDEFINE: %{level} = o3
// RUN: %{run}
// RUN: %{compare} | FileCheck %s
// In the other modes each event takes the long way.
// REDEFINE: %{mode} = lifetime+stacks
// RUN: %{run}
// RUN: %{compare} | FileCheck %s
// CHECK: the same: {{[34][0-9]}} shares of {{[0-9]+}} blocks, unknown 0

// So does what the mode stacks reads off its own stacks. No witness is there: it would
// have sites of its own.
// RUN: env ANOMALLOC_OPTIONS=mode=count:output=%t/alone %t/o3
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime+stacks:output=%t/alone-stacks %t/o3
// RUN: %python %S/../../benchmarks/shares --anomalloc %anomalloc --compare %t/alone %t/alone-stacks | FileCheck %s --check-prefix=READ
// READ: | profiles | {{[0-9]+}} | {{[0-9,]+}} | {{[0-9,]+}} | 0 | 0 |

// A merged profile says so, too, and of a phase what is its own.
// RUN: %anomalloc merge -o %t/merged %t/profileo2count
// RUN: %python %S/../Inputs/same_shares.py %anomalloc %t/o2 %t/merged %t/stackso2count %{makers} | FileCheck %s
// RUN: %anomalloc report --json %t/merged > %t/merged.json
// RUN: %python -c "import json, sys; print([s for c in json.load(sys.stdin)['maker_calls'] for s in c['sections'] if s['section'] == 'shapes'])" < %t/merged.json | FileCheck %s --check-prefix=PHASE
// PHASE: [{'section': 'shapes', 'allocations': 7, 'bytes': 112}, {'section': 'shapes', 'allocations': 7, 'bytes': 224}]

#include "anomalloc/anomalloc.h"
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>

#define OUT_OF_LINE __attribute__((noinline))

// A user's vector: constructor, copy, assignment, operators.
class Vector {
public:
  OUT_OF_LINE explicit Vector(size_t N) : Data(new double[N]()), N(N) {}
  OUT_OF_LINE Vector(const Vector &O) : Data(new double[O.N]), N(O.N) {
    memcpy(Data, O.Data, N * sizeof(double));
  }
  OUT_OF_LINE Vector &operator=(const Vector &O) {
    double *New = new double[O.N];
    memcpy(New, O.Data, O.N * sizeof(double));
    delete[] Data;
    Data = New;
    N = O.N;
    return *this;
  }
  ~Vector() { delete[] Data; }
  OUT_OF_LINE double &operator[](size_t I) { return Data[I]; } // Makes nothing.
  size_t size() const { return N; }
  OUT_OF_LINE friend Vector operator+(const Vector &A, const Vector &B) {
    Vector R(A); // A maker that calls makers.
    for (size_t I = 0; I != A.N; ++I)
      R.Data[I] += B.Data[I];
    return R;
  }

private:
  double *Data;
  size_t N;
};

// Inlined into the constructor, or not.
class Field {
public:
  OUT_OF_LINE Field(size_t N) : Values(N), Old(Values), Name(40, 'n') {
    trace();
  }
  // No maker: what is made for it is to be changed here.
  OUT_OF_LINE void trace() {
    Vector Copy(Values);
    Sum += Copy[0];
  }
  // What is made behind trace(), the constructor's caller is to change.
  Vector Values, Old;
  std::string Name;
  double Sum = 0;
};
class Grid {
public:
  OUT_OF_LINE Grid(size_t N) {
    First.reset(new Field(N));
    First->trace();
    Second.reset(new Field(2 * N));
  }
  std::unique_ptr<Field> First, Second;
};

struct Node {
  int Value;
  Node *Next;
};
// Factories.
static OUT_OF_LINE Node *node(int Value, Node *Next) {
  Node *N = static_cast<Node *>(malloc(sizeof(Node)));
  if (!N)
    abort();
  *N = {Value, Next};
  return N;
}
OUT_OF_LINE Node *makeList(int N) {
  Node *List = nullptr;
  for (int I = 0; I != N; ++I)
    List = node(I, List);
  return List;
}
// Kept elsewhere: no factory.
static Node *Kept;
OUT_OF_LINE Node *makeAndKeep(int N) {
  Kept = node(N, Kept);
  return node(N, nullptr);
}
static OUT_OF_LINE void freeList(Node *N) {
  while (N) {
    Node *Next = N->Next;
    free(N);
    N = Next;
  }
}
OUT_OF_LINE Vector ones(size_t N) {
  Vector R(N);
  for (size_t I = 0; I != N; ++I)
    R[I] = 1;
  return R;
}
struct Shape {
  virtual ~Shape() = default;
  virtual Shape *clone() const = 0;
  virtual Vector corners() const = 0;
};
struct Square : Shape {
  OUT_OF_LINE Shape *clone() const override { return new Square(*this); }
  OUT_OF_LINE Vector corners() const override { return Vector(4); }
  double Side = 1;
};
// A maker that a function was inlined into which is none, and calls makers: they
// count for its line, those around them for the constructor's caller.
struct Logged {
  OUT_OF_LINE explicit Logged(size_t N) : First(N) {
    for (size_t I = 0; I != N; ++I)
      log(I);
    Second.reset(new Vector(N + 2));
    Last.reset(new double[N + 9]);
  }
  __attribute__((always_inline)) void log(size_t I) {
    Vector Message(I + 1);
    Sum += Message[0];
  }
  Vector First;
  std::unique_ptr<Vector> Second;
  std::unique_ptr<double[]> Last;
  double Sum = 0;
};
// Recursion of makers.
struct Tree {
  OUT_OF_LINE explicit Tree(int Depth) {
    if (Depth) {
      Left = std::make_unique<Tree>(Depth - 1);
      Right.reset(new Tree(Depth - 1));
    }
  }
  std::unique_ptr<Tree> Left, Right;
};
// A maker that throws when it has made something.
struct Fragile {
  OUT_OF_LINE explicit Fragile(int N) : V(N + 1) {
    if (N % 2)
      check(N);
  }
  OUT_OF_LINE static void check(int N) {
    Vector Message(N);
    if (Message.size() < 100)
      throw N;
  }
  Vector V;
};
// A maker that goes on after an exception below it.
struct Robust {
  OUT_OF_LINE explicit Robust(int N) {
    try {
      Fragile F(N);
    } catch (int) {
    }
    After.resize(N + 3);
  }
  std::vector<int> After;
};
static thread_local jmp_buf Jump;
OUT_OF_LINE static void jumpOut(int N) {
  Vector *Lost = new Vector(N);
  if (Lost->size())
    longjmp(Jump, 1);
}
struct Jumper {
  OUT_OF_LINE explicit Jumper(int N) {
    if (!setjmp(Jump))
      jumpOut(N);
    After.reset(new int(N));
  }
  std::unique_ptr<int> After;
};
// Makers that go on behind functions that are none, and call makers: whom the
// maker serves is still known. Called by a pointer, by a library,
struct Visitor {
  virtual ~Visitor() = default;
  virtual int visit(int N) = 0;
};
struct Counter : Visitor {
  OUT_OF_LINE int visit(int N) override {
    Vector Seen(N + 1);
    return Sum += int(Seen.size());
  }
  int Sum = 0;
};
struct Visited {
  OUT_OF_LINE Visited(Visitor &V, int N) {
    for (int I = 0; I != 2; ++I)
      Sum += V.visit(I);
    After.resize(N + 31);
    for (int I = 0; I != 2; ++I)
      Parts[I].reset(new Vector(V.visit(I)));
  }
  std::vector<int> After;
  std::unique_ptr<Vector> Parts[2];
  int Sum = 0;
};
static int compare(const void *A, const void *B) {
  Vector Key(2);
  return *static_cast<const int *>(A) - *static_cast<const int *>(B) +
         int(Key.size()) - 2;
}
struct Sorted {
  OUT_OF_LINE explicit Sorted(int N) {
    for (int I = 0; I != 5; ++I)
      Values[I] = I * N % 5;
    qsort(Values, 5, sizeof(int), compare);
    After.reset(new int[N + 41]);
  }
  int Values[5];
  std::unique_ptr<int[]> After;
};
// by a signal,
static void handle(int) {
  Vector Seen(3);
  if (Seen.size() != 3)
    abort();
}
struct Interrupted {
  OUT_OF_LINE explicit Interrupted(int N) {
    // Nobody sees a call here.
    asm volatile("syscall"
                 :
                 : "a"(SYS_tgkill), "D"(getpid()), "S"(syscall(SYS_gettid)),
                   "d"(SIGUSR1)
                 : "rcx", "r11", "memory");
    After.reset(new int[N + 51]);
  }
  std::unique_ptr<int[]> After;
};
// or by what must tell nobody, as its caller ends with it.
OUT_OF_LINE std::unique_ptr<Visited> makeVisited(Visitor &V, int N) {
  auto R = std::make_unique<Visited>(V, N);
  R->Sum += V.visit(N);
  return R;
}
static OUT_OF_LINE char *xstrdup(const char *S) {
  char *R = static_cast<char *>(malloc(strlen(S) + 1));
  if (!R)
    abort();
  return strcpy(R, S);
}
OUT_OF_LINE void work(int N) {
  for (int I = 0; I != N; ++I) {
    Vector A(I + 1), B(A);
    Vector C = A + B;
    C = A;
    A[0] = C[0];
    Grid G(I + 1);
    Logged L(I + 2);
    freeList(makeList(I));
    free(makeAndKeep(I));
    Vector O = ones(5);
    O = ones(6) + O + ones(6);
    Tree T(3);
    for (int J = 0; J != 3; ++J) {
      try {
        Fragile F(J);
        Robust R(J + 1);
      } catch (int Thrown) {
        Vector InCatch(Thrown + 2);
      }
    }
    Robust R(I);
    Jumper Jump(I + 1);
    free(xstrdup("text"));
    Counter Visits;
    Visited V(Visits, I);
    makeVisited(Visits, I);
    Sorted S(I + 1);
    Interrupted Signal(I);
    std::map<int, Vector> M;
    M.emplace(I, Vector(3));
    M.emplace(I + 1, A);
    std::vector<std::string> Names;
    Names.push_back(std::string(30 + I, 'x'));
    Names.push_back(Names[0]);
    // At -O0 the C++ library's own code runs our copy of std::allocator<char>.
    std::ostringstream Text;
    Text << Names[0] << Names[1];
    Names.push_back(Text.str() + Names[0]);
    std::function<Vector(int)> F = [&](int K) { return A + Vector(K + I + 1); };
    F(I);
  }
}
Shape *Global = new Square;
int main(int argc, char **) {
  signal(SIGUSR1, handle);
  std::unique_ptr<Shape> Prototype(Global);
  anomalloc_phase_begin("shapes");
  for (int I = 0; I != 7; ++I) {
    std::unique_ptr<Shape> S(Prototype->clone());
    Vector V = S->corners();
    V[0] = I;
  }
  anomalloc_phase_end();
  work(3);
  std::vector<std::thread> Threads;
  for (int T = 0; T != 2; ++T)
    Threads.emplace_back([T] { work(4 + T); });
  for (std::thread &T : Threads)
    T.join();
  freeList(Kept);
  return argc > 9;
}
