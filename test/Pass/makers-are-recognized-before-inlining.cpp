// Which functions are makers: by what they do, by annotation, by a line of the
// functions file, by attribute; at -O0, and at -O3, where most are inlined away.
// RUN: rm -rf %t && mkdir %t
// RUN: echo "maker scene::*Builder::build" > %t/functions
// RUN: %clangxx -std=c++17 -O0 -g %plugin_options -mllvm -anomalloc-functions=%t/functions -I %include -c %s -o %t/a.o
// RUN: %dump_site_table %t/a.o > %t/a && FileCheck %s < %t/a && FileCheck %s --check-prefix=NONE < %t/a
// RUN: %clangxx -std=c++17 -O3 -g %plugin_options -mllvm -anomalloc-functions=%t/functions -I %include -c %s -o %t/a.o
// RUN: %dump_site_table %t/a.o > %t/a && FileCheck %s < %t/a && FileCheck %s --check-prefix=NONE < %t/a
// RUN: echo "maker one two" > %t/functions
// RUN: not %clangxx -std=c++17 %plugin_options -mllvm -anomalloc-functions=%t/functions -I %include -c %s -o %t/a.o 2>&1 | FileCheck %s --check-prefix=ERROR
// NONE: unit
// ERROR: functions:1: expected 'maker NAME'

#include <anomalloc/anomalloc.h>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

struct Node {
  int Value;
  char *Name;
  Node *Next;
};

// CHECK-DAG: maker _ZL9newestOfMPKc
static Node *newestOfM(const char *Name) {
  Node *N = static_cast<Node *>(malloc(sizeof(Node)));
  if (!N)
    return nullptr;
  N->Name = strdup(Name); // Reached from the block that is returned.
  N->Next = nullptr;
  return N;
}
// CHECK-DAG: maker _Z8makeTwicPKc
Node *makeTwic(const char *Name) {
  Node *N = newestOfM(Name);
  N->Next = newestOfM(Name);
  return N;
}
// Units that call it see no factory: its name says nothing.
// NONE-NOT: maker _Z6secretPKc
Node *secret(const char *Name) { return newestOfM(Name); }
// CHECK-DAG: maker _Z3rowi
std::vector<int> row(int N) {
  std::vector<int> R(N);
  R.push_back(N);
  return R;
}
// CHECK-DAG: maker _Z5ownedPKc
std::unique_ptr<Node> owned(const char *Name) {
  return std::unique_ptr<Node>(newestOfM(Name));
}
// CHECK-DAG: maker _Z10makeBufferm
void *makeBuffer(size_t N) {
  void *P;
  return posix_memalign(&P, 64, N) ? nullptr : P;
}
// What it puts into its caller's object, the caller returns.
struct Bag {
  char *Data;
  size_t Size;
};
// CHECK-DAG: maker _ZL4fillP3Bagm
static void fill(Bag *B, size_t N) {
  *B = {static_cast<char *>(malloc(N)), N};
}
// CHECK-DAG: maker _Z5bagOfm
Bag bagOf(size_t N) {
  Bag B = {};
  fill(&B, N);
  return B;
}
// One of its callers keeps the object.
// NONE-NOT: maker _ZL6refillP3Bagm
static void refill(Bag *B, size_t N) {
  *B = {static_cast<char *>(malloc(N)), N};
}
Bag refilled(size_t N) {
  Bag B = {};
  refill(&B, N);
  return B;
}
size_t sizeOfBag(size_t N) {
  Bag B = {};
  refill(&B, N);
  size_t Size = B.Size;
  free(B.Data);
  return Size;
}
// One temporary.
// NONE-NOT: maker _Z7makeSumi
std::unique_ptr<int> makeSum(int N) {
  std::vector<int> Values = row(N);
  return std::make_unique<int>(Values[0]);
}
// One kept block.
// NONE-NOT: maker _Z8makeKeptPKc
Node *Kept;
Node *makeKept(const char *Name) {
  Kept = newestOfM(Name);
  return newestOfM(Name);
}
// CHECK-DAG: maker _Z6filledRSt6vectorIiSaIiEE
ANOMALLOC_MAKER void filled(std::vector<int> &V) { V.push_back(1); }
// CHECK-DAG: maker _ZN5scene10BoxBuilder5buildEv
namespace scene {
struct BoxBuilder {
  Node *Box;
  void build();
};
void BoxBuilder::build() { Box = newestOfM("box"); }
} // namespace scene
// CHECK-DAG: maker _Z6pooledv
__attribute__((malloc)) Node *pooled();
Node *pooled() {
  std::string Name(100, 'x');
  return newestOfM(Name.c_str());
}

// Who returns what it was given returns what was made.
// CHECK-DAG: maker _Z6markedI5ThingEPT_v
struct Thing {
  int Flags = 0;
  Thing &mark(int More) { return set(Flags | More); }
  Thing &set(int New) {
    Flags = New;
    return *this;
  }
};
template <class T> T *marked() { return &(new T)->mark(3); }
Thing *use() { return marked<Thing>(); }
// CHECK-DAG: maker _Z6letterB5cxx11v
std::string letter() { return "Dear Sir or Madam, this is more than fits"; }
// A local that moves into the result, or that the result shares, is none.
// CHECK-DAG: maker _Z7movedIni
struct Table {
  std::vector<int> Cells;
};
Table movedIn(int N) {
  std::vector<int> Cells(N);
  Table T;
  T.Cells = std::move(Cells);
  return T;
}
// NONE-NOT: maker _Z8copiedIni
Table copiedIn(int N) {
  std::vector<int> Cells(N);
  Table T;
  T.Cells = Cells;
  return T;
}
// CHECK-DAG: maker _Z9evaluatedRK10Expression
struct Shared {
  int *Count;
  explicit Shared(int *Count) : Count(Count) {}
  Shared(const Shared &S) : Count(S.Count) { ++*Count; }
  ~Shared();
};
struct Expression {
  Shared Value;
  virtual Expression evaluate() const;
};
Shared evaluated(const Expression &E) {
  const Expression &Result = E.evaluate();
  return Result.Value;
}
// Objects in registers, as C returns them: their callers ask.
// CHECK-DAG: maker textOf
// CHECK-DAG: maker boxOf
// CHECK-DAG: maker _ZL7slotIn4P3Box
// CHECK-DAG: maker withSlot
// NONE-NOT: maker boxOfCopy
// NONE-NOT: maker called
extern "C" {
struct Box {
  long Kind;
  char *Block;
};
Box textOf(const char *Text) { return Box{1, strdup(Text)}; }
void freeBox(Box);
Box boxOf(Box What) {
  char **Block = static_cast<char **>(malloc(sizeof(char *)));
  *Block = What.Block;
  return Box{2, reinterpret_cast<char *>(Block)};
}
static char *slotIn4(Box *In) {
  char *Block = static_cast<char *>(malloc(4));
  In->Block = Block;
  return Block + 1;
}
Box withSlot(Box In, int Kind) {
  if (Kind < 0)
    return boxOf(textOf("no such kind")); // The box takes the text.
  *slotIn4(&In) = 1;
  return In;
}
Box boxOfCopy(const char *Text) {
  Box Temporary = textOf(Text);
  Box Result = boxOf(Temporary);
  freeBox(Temporary);
  return Result;
}
// An interpreter calls it, by a line that calls all of them.
static Box called(const char *Text) { return textOf(Text); }
}
Box (*const Builtins[])(const char *) = {called};
Box interpret(int I, const char *Text) { return Builtins[I](Text); }
