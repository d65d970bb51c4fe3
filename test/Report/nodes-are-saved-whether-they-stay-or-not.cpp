// A container without nodes saves them, also those that stay: the mode lifetime
// tells the same entries as the mode count. Objects that stay have none.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -O2 -g %plugin %s %rt_flags -o program
// RUN: %anomalloc record --quiet --mode=lifetime --output=profile ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=150 profile > text
// RUN: FileCheck %s --input-file=text --check-prefix=MAP
// RUN: FileCheck %s --input-file=text --check-prefix=LIST
// RUN: FileCheck %s --input-file=text --check-prefix=TABLE
// RUN: FileCheck %s --input-file=text --check-prefix=OBJECTS
// REQUIRES: runtime, cli
#include <list>
#include <map>
#include <unordered_set>
#include <vector>

// MAP: fillMap({{.*}}) @ {{.*}}.cpp:[[#@LINE+5]] <-
// MAP: repeated: 5,000 blocks of 40 bytes, 5,000 of them live at the peak
// MAP-NEXT: change: use a container without nodes, as a sorted vector
// MAP-NEXT: saves {{.*}} and 5,000 allocations{{$}}
[[gnu::noinline]] void fillMap(std::map<int, int> &M) {
  for (int I = 0; I < 5000; ++I) M.emplace(I * 7, I);
}

// LIST: fillList({{.*}}) @ {{.*}}.cpp:[[#@LINE+4]] <-
// LIST: repeated: 3,000 blocks of 24 bytes, 3,000 of them live at the peak
// LIST-NEXT: change: use a container without nodes
[[gnu::noinline]] void fillList(std::list<int> &L) {
  for (int I = 0; I < 3000; ++I) L.push_back(I);
}

// TABLE: fillSet({{.*}}) @ {{.*}}.cpp:[[#@LINE+4]] <-
// TABLE: repeated: 4,0
// TABLE: change: use a container without nodes
[[gnu::noinline]] void fillSet(std::unordered_set<int> &S) {
  for (int I = 0; I < 4000; ++I) S.insert(I * 3);
}

// OBJECTS: 3 of 3 places
// OBJECTS-NOT: makeObjects
struct Object { int Values[6]; };
[[gnu::noinline]] void makeObjects(std::vector<Object *> &To) {
  for (int I = 0; I < 2000; ++I) To.push_back(new Object{{I}});
}

int main() {
  std::map<int, int> M;
  std::list<int> L;
  std::unordered_set<int> S;
  std::vector<Object *> Objects;
  Objects.reserve(2000);
  fillMap(M);
  fillList(L);
  fillSet(S);
  makeObjects(Objects);
  int Sum = M[7] + L.back() + int(S.count(3));
  for (Object *O : Objects) {
    Sum += O->Values[0];
    delete O;
  }
  return Sum == 1;
}
