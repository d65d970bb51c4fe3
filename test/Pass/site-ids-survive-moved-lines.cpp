// The id of a site is made of names, never of lines: a comment above, a changed
// size, a function before it leave ids as they are; so do no debug information
// (without inlining) and a rebuild from another folder.
// RUN: rm -rf %t && mkdir -p %t/one %t/two && cd %t
// RUN: cp %s %t/one/a.cpp && cp %s %t/two/a.cpp
// RUN: cd %t/one && %clangxx -O1 -g %plugin -c a.cpp -o a.o
// RUN: cd %t/two && %clangxx -O1 -g -DMOVED %plugin -c a.cpp -o a.o
// RUN: %dump_site_table %t/one/a.o | grep -o "^site.* id .*" | grep -v new_one | sed 's/.* id //' | sort > %t/one.ids
// RUN: %dump_site_table %t/two/a.o | grep -o "^site.* id .*" | sed 's/.* id //' | sort > %t/two.ids
// RUN: comm -23 %t/one.ids %t/two.ids | count 0
// RUN: comm -13 %t/one.ids %t/two.ids | count 1
// RUN: cd %t/one && %clangxx -O0 -g %plugin -c a.cpp -o g.o && %clangxx -O0 %plugin -c a.cpp -o no-g.o
// RUN: %dump_site_table %t/one/g.o | grep "^site" | sed 's/.* id //' > %t/g.ids
// RUN: %dump_site_table %t/one/no-g.o | grep "^site" | sed 's/.* id //' > %t/no-g.ids
// RUN: diff %t/g.ids %t/no-g.ids

#ifdef MOVED


int *added() { return new int[7]; }
#endif

#include <vector>

static char *helper(int N) {
  return new char[N];
}

char *two(int N) {
  char *P = helper(N);
  return P ? helper(N + 1) : P;
}

void fill(std::vector<long> &V) { V.push_back(1); }
