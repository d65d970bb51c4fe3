// Blocks that stay, more than caches hold, are read and freed out of memory. The
// allocator is asked what that costs beside a pool. The mode count sees no free, so
// it tells the most "if they stay", of nodes: an array is none. The mode lifetime
// knows that they stayed, and tells a range. A few nodes are in the caches. Nodes
// that lie between others break their row: what these gain is told apart, and is
// no more than they would gain by pools of their own.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O1 -g %s -o %t/prog
// RUN: %anomalloc record --quiet --mode=count --output=%t/many %t/prog 330000
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/life %t/prog 330000
// RUN: %anomalloc record --quiet --mode=count --output=%t/few %t/prog 30000

// RUN: %anomalloc report --json %t/many > %t/many.json
// RUN: %check_schema report < %t/many.json | FileCheck %s --check-prefix=VALID
// VALID: valid
// RUN: %query "sorted((f['function'], f['may_stay'], f['saved_nanoseconds_if_kept'] > 0) for f in findings)" < %t/many.json | FileCheck %s --check-prefix=MANY
// MANY: [('arrays(std::vector<char>*, unsigned int)', True, False), ('nodes(Node*, unsigned int, unsigned int)', True, True)]
// RUN: %query "sum(f['saved_nanoseconds_of_others'] for f in findings)" < %t/many.json | FileCheck %s --check-prefix=NONE
// RUN: %anomalloc report --only=findings --width=320 %t/many | FileCheck %s --check-prefix=TEXT
// TEXT: measured here; of what stays: to read and free it from beyond the caches, which a pool spares
// TEXT: 1 {{.*}} nodes(
// TEXT: change: if they stay, take them from a pool; else make one
// TEXT-NEXT: may save {{.*}} and 330,000 allocations{{$}}
// TEXT: 2 {{.*}} arrays(
// TEXT: change: make the container once before the loop
// TEXT: may save {{.*}}, unless they stay

// RUN: %anomalloc report --json %t/life > %t/life.json
// RUN: %query "[(f['anomaly'], f['saved_nanoseconds'] > 0, f['saved_nanoseconds_most'] >= f['saved_nanoseconds'], f['saved_nanoseconds_if_kept']) for f in findings if f['anomaly'] == 'pool-candidate']" < %t/life.json | FileCheck %s --check-prefix=LIFE
// LIFE: [('pool-candidate', True, True, 0)
// RUN: %anomalloc report --only=findings --width=250 %t/life | FileCheck %s --check-prefix=KNOWN
// KNOWN: pool-candidate: 330,000 blocks at the peak
// KNOWN-NEXT: change: take them from a pool
// KNOWN-NEXT: saves {{[0-9.]+}} MiB and {{.*}} ms

// RUN: %anomalloc record --quiet --mode=count --output=%t/two %t/prog 330000 64
// RUN: %anomalloc report --json %t/two > %t/two.json
// RUN: %query "[(f['saved_nanoseconds_of_others'] > 0, f['saved_nanoseconds_of_others'] <= sum(g['saved_nanoseconds_if_kept'] for g in findings) - f['saved_nanoseconds_if_kept']) for f in findings if 'nodes(' in f['function'] or 'between(' in f['function']]" < %t/two.json | FileCheck %s --check-prefix=TWO
// TWO: {{^}}[(True, True), (True, True)]
// RUN: %anomalloc report --only=findings --width=400 %t/two | FileCheck %s --check-prefix=BESIDE
// BESIDE: of what stays: {{.*}}, which a pool spares; of nodes beside it: to read them in a row, which entries share

// Nobody was asked, or nothing is out of the caches.
// RUN: %anomalloc report --json --no-probe %t/many > %t/table.json
// RUN: %query "sum(f['saved_nanoseconds_if_kept'] + f['saved_nanoseconds_of_others'] for f in findings)" < %t/table.json | FileCheck %s --check-prefix=NONE
// RUN: %anomalloc report --json %t/few > %t/few.json
// RUN: %query "sum(f['saved_nanoseconds_if_kept'] for f in findings)" < %t/few.json | FileCheck %s --check-prefix=NONE
// NONE: {{^}}0{{$}}

#include <cstdlib>
#include <vector>

struct Node {
  Node *Next;
  char Content[120];
};
using Array = std::vector<char>;

__attribute__((noinline)) Node *between(Node *Last) {
  return new Node{Last, {}};
}

__attribute__((noinline)) Node *nodes(Node *Last, unsigned Number,
                                      unsigned Every) {
  for (unsigned I = 0; I < Number; ++I) {
    Last = new Node{Last, {}};
    if (Every && I % Every == 0)
      Last = between(Last);
  }
  return Last;
}

__attribute__((noinline)) void arrays(Array *To, unsigned Number) {
  for (unsigned I = 0; I < Number; ++I)
    new (To + I) Array(100);
}

static Array Arrays[2000];

int main(int Number, char **Arguments) {
  Node *All = nodes(nullptr, unsigned(std::atoi(Arguments[1])),
                    Number > 2 ? unsigned(std::atoi(Arguments[2])) : 0);
  arrays(Arrays, 2000);
  while (All) {
    Node *Next = All->Next;
    delete All;
    All = Next;
  }
}
