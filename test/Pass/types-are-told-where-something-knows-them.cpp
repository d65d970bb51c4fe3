// By !heapallocsite, template arguments, constructors and debug variables; line
// tables alone hold neither types nor linkage names.
// RUN: %clangxx -O2 -g %plugin -c %s -o %t.g.o && %dump_site_table %t.g.o | FileCheck %s --check-prefixes=CHECK,DEBUG
// RUN: %clangxx -O2 -gline-tables-only %plugin -c %s -o %t.l.o && %dump_site_table %t.l.o | FileCheck %s --check-prefixes=CHECK,LINES

#include <cstdlib>
#include <list>
#include <memory>

namespace ns {
struct Element {
  Element();
  double Values[4];
};
} // namespace ns

struct Plain {
  int X, Y;
};

ns::Element *constructed() { return new ns::Element; }
// CHECK: site heap _Znwm size 32 type {{(ns::)?}}Element depth 0

Plain *plain() { return new Plain; }
// DEBUG: site heap _Znwm size 8 type Plain depth 0
// LINES: site heap _Znwm size 8 type - depth 0

void node(std::list<Plain> &L) { L.push_back({1, 2}); }
// DEBUG: site heap _Znwm size 24 type std::_List_node<Plain> depth 0
// LINES: site heap _Znwm size 24 type - depth 0

void use(long *);
void variable(size_t N) {
  long *Numbers = (long *)malloc(N);
  use(Numbers);
}
// DEBUG: site heap malloc size - type long depth 0
// LINES: site heap malloc size - type - depth 0
