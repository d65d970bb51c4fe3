// What is thrown, shared, or handed out by a factory cannot be kept, or be put on
// the stack, by the line that makes it.
// RUN: rm -rf "%t" && mkdir "%t" && cd "%t"
// RUN: %anomalloc c++ -std=c++17 -O2 -g %s -o program
// RUN: %anomalloc record --quiet --output=counts ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=200 counts > text
// RUN: FileCheck %s --input-file=text --check-prefix=CAST
// RUN: FileCheck %s --input-file=text --check-prefix=AT
// RUN: FileCheck %s --input-file=text --check-prefix=RATIO
// RUN: FileCheck %s --input-file=text --check-prefix=VALUE
// RUN: FileCheck %s --input-file=text --check-prefix=NAME
// RUN: FileCheck %s --input-file=text --check-prefix=WITH
// RUN: FileCheck %s --input-file=text --check-prefix=TREE --implicit-check-not='make the object once'
// RUN: FileCheck %s --input-file=text --check-prefix=ENTITY
// RUN: FileCheck %s --input-file=text --check-prefix=JOB
// RUN: FileCheck %s --input-file=text --check-prefix=CLONE
// REQUIRES: runtime, cli
#include <memory>
#include <string>
#include <vector>

struct BadCast {
  int From, To;
};

// CAST: cast(int) @ {{.*}}.cpp:[[#@LINE+5]] <- {{.*}}__cxa_allocate_exception
// CAST-NOT: before the loop
// CAST: change: do not throw where it is usual: ask first, or return an empty
// CAST-NEXT: allocations{{$}}
[[gnu::noinline]] int cast(int N) {
  if (N % 2) throw BadCast{N, 2};
  return N;
}

// AT: Values::at(int) const @ {{.*}}.cpp:[[#@LINE+5]] <- {{.*}}__cxa_allocate_exception
// AT: change: do not throw where it is usual
struct Values {
  int Size;
  [[gnu::noinline]] int at(int I) const {
    if (I >= Size) throw I;
    return I;
  }
};

// A constructor makes for its caller, whose line could ask first.
// RATIO: ratios(int) @ {{.*}}.cpp:[[#@LINE+10]] <- Ratio::Ratio
// RATIO: change: do not throw where it is usual
struct Ratio {
  [[gnu::noinline]] Ratio(int A, int B) : A(A), B(B) {
    if (B == 0) throw BadCast{A, B};
  }
  int A, B;
};
[[gnu::noinline]] int ratios(int N) {
  try {
    return Ratio(N, N % 2).A;
  } catch (const BadCast &) {
    return 0;
  }
}

struct Node {
  int Values[8];
};
std::vector<std::shared_ptr<void>> Kept(64);

// VALUE: value(int) @ {{.*}}.cpp:[[#@LINE+4]] <- std::make_shared
// VALUE-NOT: stack
// VALUE: change: hold the object itself, or its one owner, where nobody shares it; else take them from a pool
[[gnu::noinline]] std::shared_ptr<Node> value(int N) {
  auto One = std::make_shared<Node>();
  One->Values[N % 8] = N;
  Kept[N % 64] = One;
  return One;
}

// The type that it holds is no hint that the line makes a text.
// NAME: name(int) @ {{.*}}.cpp:[[#@LINE+4]] <- std::make_shared
// NAME-NOT: append
// NAME: change: hold the object itself
[[gnu::noinline]] void name(int N) {
  Kept[N % 64] = std::make_shared<std::string>(3, 'x');
}

// WITH: with(int) @ {{.*}}.cpp:[[#@LINE+3]] <- std::allocate_shared
// WITH: change: hold the object itself
[[gnu::noinline]] void with(int N) {
  Kept[N % 64] = std::allocate_shared<Node>(std::allocator<Node>());
}

// Its constructor makes more blocks: it is shared all the same.
struct Tree {
  [[gnu::noinline]] Tree(const char *Name, int Depth) : Name(Name), Depth(Depth) {}
  std::string Name;
  int Depth;
};
// TREE: tree(int) @ {{.*}}.cpp:[[#@LINE+4]] <- std::make_shared
// TREE-NOT: before the loop
// TREE: change: hold the object itself, or its one owner, where nobody shares it; else take them from a pool
[[gnu::noinline]] void tree(int N) {
  Kept[N % 64] = std::make_shared<Tree>("a name that needs a block", N);
}

// It keeps what it hands out, so that it is no maker.
struct Heap {
  std::vector<void *> All;
  // ENTITY: Heap::makeEntity<{{.*}}>(int) @ {{.*}}.cpp:[[#@LINE+4]] <- operator new
  // ENTITY-NOT: stack
  // ENTITY: change: take them from a pool, keep one and use it again, or do without it in the frequent cases
  template <class T> [[gnu::noinline]] T *makeEntity(int N) {
    T *One = new T();
    One->Values[N % 8] = N;
    All.push_back(One);
    return One;
  }
};

struct Job {
  int Step, Next;
};
std::vector<Job *> Last;
// JOB: createJob(int) @ {{.*}}.cpp:[[#@LINE+3]] <- operator new
// JOB: change: take them from a pool, keep one
[[gnu::noinline]] Job *createJob(int N) {
  Job *One = new Job{N, N + 1};
  Last.push_back(One);
  return One;
}

// CLONE: Shape::clone(Shape**) const @ {{.*}}.cpp:[[#@LINE+5]] <- operator new
// CLONE: change: take them from a pool, keep one
struct Shape {
  int Corners[6];
  [[gnu::noinline]] void clone(Shape **To) const {
    *To = new Shape(*this);
  }
};

int main() {
  Heap All;
  Shape One{}, *Two;
  long Sum = 0;
  for (int N = 0; N != 2000; ++N) {
    try {
      Sum += cast(N);
    } catch (const BadCast &) {
    }
    try {
      Sum += Values{1000}.at(N);
    } catch (int) {
    }
    Sum += ratios(N) + value(N)->Values[0];
    name(N);
    with(N);
    tree(N);
    Sum += All.makeEntity<Node>(N)->Values[0] + createJob(N)->Next;
    One.clone(&Two);
    Sum += Two->Corners[2];
  }
  return Sum == 1;
}
