// What copies and temporaries are for, and what virtual calls are called, is
// known in a run: the counters of calls tell it, and so do stacks, which have but
// lines.
//
// RUN: rm -rf "%t" && mkdir "%t"
// RUN: %anomalloc c++ -std=c++17 -O2 -g %s -o "%t/prog"
// RUN: cd "%t" && env ANOMALLOC_OPTIONS=output=count ./prog
// RUN: cd "%t" && env ANOMALLOC_OPTIONS=mode=stacks:output=stacks ./prog
// RUN: %anomalloc report --no-probe --width=200 --top=10 "%t/count" | FileCheck %s --check-prefixes=CHECK,COUNT
// RUN: %anomalloc report --no-probe --width=200 --top=10 "%t/stacks" | FileCheck %s
//
// clang-format off
#include <cstdlib>
#include <vector>

using Path = std::vector<int>;
struct Shape {
  Path Own;
  [[gnu::noinline]] void follow(const Shape &Other) { Own = Other.Own; }
  virtual Path split() const;
  virtual ~Shape();
};
class Term {
public:
  [[gnu::noinline]] explicit Term(int N) : Block(malloc(N)) {}
  ~Term() { free(Block); }
  void *Where() const { return Block; }
private:
  Term(const Term &);
  void *Block;
};
[[gnu::noinline]] Path Shape::split() const { return Own; }
Shape::~Shape() {}

void *volatile Sink;
[[gnu::noinline]] void look(const Term &T) { Sink = T.Where(); }

int main(int Argc, char **) {
  Shape One;
  One.Own.assign(10 * Argc, 1);
  const Shape *volatile Any = &One;
  for (int I = 0; I != 500; ++I) {
    Shape Two;
    Two.follow(One);
    // CHECK-DAG: Shape::follow(Shape const&) @ {{.*}}:19 <- std::vector<...>::operator=
    // CHECK-DAG: change: both keep one: share it
    // CHECK-DAG: may save less than 1 ms and 0 to 500 allocations{{$}}
    look(Term(100 + I));
    // CHECK-DAG: main @ {{.*}}:[[#@LINE-1]] <- Term::Term
    // CHECK-DAG: change: do without the temporary
    Sink = Any->split().data();
    // COUNT-DAG: main @ {{.*}}:[[#@LINE-1]] <- virtual split
    // COUNT-DAG: made in Shape::split() const @ {{.*}}:32
  }
}
