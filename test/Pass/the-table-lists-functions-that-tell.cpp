// Of the functions that allocate or call a library's that does, and of no other.
// A library's tells if the user's code was inlined there and nothing else
// allocates: what std::function calls is the user's.
// RUN: %clangxx -std=c++17 -O2 -g %plugin_options -mllvm -anomalloc-activations=1 -c %s -o %t.o
// RUN: %dump_site_table %t.o | FileCheck %s --implicit-check-not=telling
// RUN: %clangxx -std=c++17 -O2 -g %plugin_options -c %s -o %t.without.o
// RUN: %dump_site_table %t.without.o | FileCheck %s --check-prefix=WITHOUT --implicit-check-not=telling
// WITHOUT: site heap
// RUN: llvm-nm %t.without.o | FileCheck %s --check-prefix=SYMBOL --implicit-check-not=__anomalloc_activations
// SYMBOL: __anomalloc_tls

#include <functional>
#include <vector>

// CHECK-DAG: telling _Z5makesv
char *makes() { return new char[8]; }

// CHECK-DAG: telling _Z5growsRSt6vectorIiSaIiEE
void grows(std::vector<int> &V) { V.push_back(1); }

void callsMakes() { makes(); }

int silent(int I) { return I + 1; }

// CHECK-DAG: telling _ZNSt17_Function_handlerIFPcvEZ4keepvE3$_0E9_M_invokeERKSt9_Any_data
std::function<char *()> keep() {
  return [] { return new char[16]; };
}
