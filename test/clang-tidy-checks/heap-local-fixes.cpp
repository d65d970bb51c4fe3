// RUN: %check_tidy %s anomalloc-heap-local %t -std=c++14,c++20 -- -config='{CheckOptions: {Hints: true}}'
// RUN-FIXED: same-output fewer-allocations

// Objects of one function become variables: found, fixed, compiled and run.

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

struct Cursor {
  Cursor(int At = 0, int End = 9) : At(At), End(End) {}
  bool next() { return ++At < End; }
  int At, End;
};
struct Plain {
  int First, Second;
};
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const { return 1; }
};
struct Square : Shape {
  double area() const override { return 4; }
};

static int fill(std::vector<int> *To, int N) {
  for (int I = 0; I < N; ++I)
    To->push_back(I);
  return N;
}
static int sum(const std::vector<int> &Of) {
  int Sum = 0;
  for (int I : Of)
    Sum += I;
  return Sum;
}

static int smart(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::unique_ptr<std::vector<int>> V(new std::vector<int>());
    // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'V' keeps
    // CHECK-FIXES: {{^}}    std::vector<int> V;{{$}}
    Sum += fill(V.get(), I);
    // CHECK-FIXES: {{^}}    Sum += fill(&V, I);{{$}}
    Sum += sum(*V) + int(V->size());
    // CHECK-FIXES: {{^}}    Sum += sum(V) + int(V.size());{{$}}
  }
  return Sum;
}

static int made(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    const auto C = std::make_unique<Cursor>(I, 2 * I);
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'C' keeps
    // CHECK-FIXES: {{^}}    Cursor C(I, 2 * I);{{$}}
    while (C->next())
      Sum += (*C).At;
    // CHECK-FIXES: {{^}}    while (C.next())
    // CHECK-FIXES-NEXT: Sum += (C).At;
    auto P = std::make_shared<Plain>();
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'P' keeps
    // CHECK-FIXES: {{^}}    Plain P{};{{$}}
    Sum += P->First + P->Second;
    std::unique_ptr<const Cursor> K = std::make_unique<Cursor>();
    // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'K' keeps
    // CHECK-FIXES: {{^}}    const Cursor K;{{$}}
    Sum += K->End;
    auto B = std::unique_ptr<Plain>(new Plain{I, 3});
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'B' keeps
    // CHECK-FIXES: {{^}}    Plain B{I, 3};{{$}}
    Sum += B->Second;
  }
  return Sum;
}

static double raw(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    Square *S = new Square;
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'S' keeps
    // CHECK-FIXES: {{^}}    Square S;{{$}}
    Sum += S->area();
    if (Sum > 1e9) {
      delete S;
      return 0;
    }
    Sum += (*S).area();
    delete S;
  }
  // CHECK-FIXES: {{^}}    if (Sum > 1e9) {
  // CHECK-FIXES-NEXT: {{^}}      return 0;
  // CHECK-FIXES: {{^}}    Sum += (S).area();
  // CHECK-FIXES-NEXT: {{^}}  }
  return Sum;
}

// What follows is said, and left to a person.
// CHECK-FIXES: {{^}}// What follows is said, and left to a person.

// Another class than that of the pointer.
static double derived(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::unique_ptr<Shape> S(new Square);
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'S' keeps
    // CHECK-FIXES: {{^}}    std::unique_ptr<Shape> S(new Square);{{$}}
    Sum += S->area();
  }
  return Sum;
}

// A class that has an operator new, or & of its own.
static int Pooled = 0;
struct Pool {
  static void *operator new(std::size_t Size) {
    ++Pooled;
    return ::operator new(Size);
  }
  int At = 1;
};
struct Proxy {
  int *operator&() { return &At; }
  int At = 1;
};
static int look(const Proxy *P) { return P->At; }
static int own(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::unique_ptr<Pool> P = std::make_unique<Pool>();
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'P' keeps
    // CHECK-FIXES: {{^}}    std::unique_ptr<Pool> P = std::make_unique<Pool>();{{$}}
    Sum += P->At;
    auto X = std::make_unique<Proxy>();
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'X' keeps
    // CHECK-FIXES: {{^}}    auto X = std::make_unique<Proxy>();{{$}}
    Sum += look(X.get());
  }
  return Sum + Pooled;
}

// A function that frees its argument.
static void release(Square *S) { delete S; }
static double released(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    Square *S = new Square;
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'S' keeps
    // CHECK-FIXES: {{^}}    Square *S = new Square;{{$}}
    Sum += S->area();
    release(S);
  }
  return Sum;
}

// A use that the compiler did not see; `T C(T(I))` declares a function; a
// comment; a question for null.
static int others(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    auto A = std::make_unique<Cursor>(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'A' keeps
    // CHECK-FIXES: {{^}}    auto A = std::make_unique<Cursor>(I);{{$}}
    Sum += A->At + int(sizeof(A));
    auto B = std::make_unique<Cursor>(int(I));
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'B' keeps
    // CHECK-FIXES: {{^}}    auto B = std::make_unique<Cursor>(int(I));{{$}}
    Sum += B->At;
    auto C = std::make_unique<Cursor>(/*At=*/I);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'C' keeps
    // CHECK-FIXES: {{^}}    Cursor C(/*At=*/I);{{$}}
    Sum += C->At;
    auto /*of the row*/ D = std::make_unique<Cursor>(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'D' keeps
    // CHECK-FIXES: {{^}}    auto /*of the row*/ D = std::make_unique<Cursor>(I);{{$}}
    Sum += D->At;
    auto E = std::make_unique<Cursor>(I);
    // CHECK-FIXES: {{^}}    auto E = std::make_unique<Cursor>(I);{{$}}
    auto InLambda = [&] { return E->At; };
    Sum += InLambda();
    auto G = std::make_unique<Cursor>(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'G' keeps
    // CHECK-FIXES: {{^}}    auto G = std::make_unique<Cursor>(I);{{$}}
    if (G)
      Sum += G->At;
  }
  return Sum;
}

int main() {
  std::printf("%d %d %g %g %d %g %d\n", smart(9), made(9), raw(9), derived(9),
              own(9), released(9), others(9));
}
