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
