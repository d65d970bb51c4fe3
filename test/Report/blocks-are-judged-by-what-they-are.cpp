// A table is what makes its rows, not what is given one: nodes, copies and the
// texts of a table's elements have remedies of their own.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -O2 -g %plugin %s %rt_flags -o program
// RUN: %anomalloc record --quiet --output=profile ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=150 profile > text
// RUN: FileCheck %s --input-file=text --check-prefix=NODES
// RUN: FileCheck %s --input-file=text --check-prefix=COPIES
// RUN: FileCheck %s --input-file=text --check-prefix=TEXTS
// RUN: FileCheck %s --input-file=text --check-prefix=TABLE
// RUN: FileCheck %s --input-file=text --check-prefix=FILLED
// REQUIRES: runtime, cli
#include <set>
#include <string>
#include <vector>

using Table = std::vector<std::vector<int>>;

// NODES: colour(std::vector<std::vector<int>> const&) @ {{.*}}.cpp:[[#@LINE+9]] <- {{.*}}insert
// NODES-NEXT: 3,000 allocations
// NODES-NEXT: repeated: 3,000 blocks of 40 bytes
// NODES-NEXT: change: use a container without nodes
[[gnu::noinline]] int colour(const Table &T) {
  int Most = 0;
  for (const std::vector<int> &Row : T) {
    std::set<int> Used;
    for (int V : Row)
      Used.insert(V);
    Most += int(Used.size());
  }
  return Most;
}

// COPIES: walk({{.*}}) @ {{.*}}.cpp:[[#@LINE+8]] <- {{.*}}vector
// COPIES-NEXT: allocations of 600 bytes
// COPIES-NEXT: repeated:
[[gnu::noinline]] int walk(const Table &T, int U, std::vector<char> Seen, int D) {
  Seen[U] = 1;
  int Sum = 1;
  for (int V : T[U])
    if (D && !Seen[V])
      Sum += walk(T, V, Seen, D - 1);
  return Sum;
}

// TEXTS: names(int) @ {{.*}}.cpp:[[#@LINE+4]]
// TEXTS-NEXT: allocations of 41,
// TEXTS-NEXT: repeated: 2,021 blocks of 3 sizes, 2,000 of them of 41 bytes
[[gnu::noinline]] std::size_t names(int N) {
  std::vector<std::vector<std::string>> T(20, std::vector<std::string>(N, std::string(40, 'x')));
  return T[3][4].size();
}

// TABLE: make(int) @ {{.*}}.cpp:[[#@LINE+4]] <- {{.*}}vector
// TABLE: vector-of-vector: {{.*}} blocks for vectors of vectors
// TABLE: change: keep the rows in one block and compute the index
[[gnu::noinline]] Table make(int N) {
  return Table(N, std::vector<int>(5));
}

// FILLED: filled(int) @ {{.*}}.cpp:[[#@LINE+6]] <- {{.*}}assign
// FILLED: vector-of-vector: 800 blocks, as many as the tables of 'filled' have rows
// FILLED: change: keep the rows in one block and compute the index
[[gnu::noinline]] long filled(int N) {
  std::vector<std::vector<long>> T(N);
  for (std::vector<long> &Row : T)
    Row.assign(12, N);
  return T[N / 2][3];
}

int main(int Argc, char **) {
  Table T = make(600 * Argc);
  for (int U = 0; U < 600; ++U)
    for (int K = 0; K < 5; ++K)
      T[U][K] = (U * 5 + K * 31 + 1) % 600;
  return colour(T) + walk(T, 0, std::vector<char>(600), 4) + names(100 * Argc) +
             filled(800 * Argc) ==
         1;
}
