// A constructor that copies a parameter into a member is the place to change: it
// could take the parameter by value and move it.
// RUN: rm -rf "%t" && mkdir "%t" && cd "%t"
// RUN: %anomalloc c++ -std=c++17 -O2 -g %s -o program
// RUN: %anomalloc record --quiet --output=counts ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=200 counts > text
// RUN: FileCheck %s --input-file=text --check-prefix=TEXT
// RUN: FileCheck %s --input-file=text --check-prefix=ROW
// RUN: FileCheck %s --input-file=text --check-prefix=FRAME
// RUN: FileCheck %s --input-file=text --check-prefix=LITERAL
// RUN: FileCheck %s --input-file=text --check-prefix=OTHER
// REQUIRES: runtime, cli
#include <map>
#include <string>
#include <vector>

namespace {
struct Name;
using Bindings = std::map<const Name *, const Name *>;
struct Name {
  char Letter;
};

// TEXT: Text::Text({{.*}}) @ {{.*}}.cpp:[[#@LINE+5]]
// TEXT: change: take the parameter by value and move it into the member, so that callers can give theirs away; if they keep it, this copy is needed
// TEXT-NEXT: 0 to 2,000 allocations
struct Text {
  const std::u32string Its;
  Text(const std::u32string &Its) : Its(Its) {}
};

// ROW: Row::Row({{.*}}) @ {{.*}}.cpp:[[#@LINE+4]]
// ROW: change: take the parameter by value and move it into the member
struct Row {
  std::vector<double> Its;
  Row(int, const std::vector<double> &From) : Its(From) {}
};

// FRAME: Frame::Frame({{.*}}) @ {{.*}}.cpp:[[#@LINE+4]]
// FRAME: change: take the parameter by value and move it into the member
struct Frame {
  Bindings Its;
  explicit Frame(const Bindings &Up) : Its(Up) {}
};

// The copy is made in the constructor of a class of the program's own.
// LITERAL: Literal::Literal({{.*}}) @ {{.*}}.cpp:[[#@LINE+11]]
// LITERAL: change: take the parameter by value and move it into the member
struct Bits {
  int *Its;
  explicit Bits(int N) : Its(new int[32]{N}) {}
  [[gnu::noinline]] Bits(const Bits &From) : Its(new int[32]{From.Its[0]}) {}
  Bits &operator=(const Bits &) = delete;
  ~Bits() { delete[] Its; }
};
struct Literal {
  Bits Its;
  [[gnu::noinline]] explicit Literal(const Bits &From) : Its(From) {}
};

// What it copies is no parameter of its own.
// OTHER: others(int) @ {{.*}}.cpp:[[#@LINE+8]] <- {{.*}}Other::Other
// OTHER: change: make the object once before the loop
struct Other {
  std::vector<int> Its;
  [[gnu::noinline]] explicit Other(int N) : Its(N) {}
  void clear() { Its.clear(); }
};
[[gnu::noinline]] int others(int N) {
  Other One(N % 7 + 1); return One.Its.data()[0];
}
} // namespace

std::vector<void *> All;
[[gnu::noinline]] Row *keep(int N, const std::vector<double> &From) {
  Row *One = new Row(N, From);
  All.push_back(One);
  return One;
}

int main() {
  std::u32string Long(40, U'x');
  std::vector<double> Numbers(9);
  Name A{'a'}, B{'b'};
  Bindings Up{{&A, &B}};
  Bits Seven(7);
  long Sum = 0;
  for (int N = 0; N != 2000; ++N) {
    Long[3] = N;
    Text One(Long);
    Row *Two = keep(N, Numbers);
    auto *Three = new Frame(Up);
    Sum += One.Its[3] + Two->Its[2] + Three->Its.size() + others(N);
    auto *Four = new Literal(Seven);
    Sum += Four->Its.Its[0];
    delete Four;
    delete Two;
    delete Three;
  }
  return Sum == 1;
}
