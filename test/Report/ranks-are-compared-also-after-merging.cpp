// How evenly ranks allocate is known of their profiles, and of a merged one,
// which is the same file in whatever order, and along whatever tree.

// RUN: rm -rf "%t" && mkdir -p "%t/a b" "%t/tree"
// RUN: %anomalloc c++ -std=c++17 -O1 -g %s -o "%t/a b/prog"
// RUN: cd "%t/a b" && sh -c 'for Rank in 0 1 2 3 4; do PMI_RANK=$Rank %anomalloc record --quiet --mode=lifetime+stacks --output=%%r.prof ./prog || exit; done'
// RUN: cd "%t/a b" && %anomalloc merge -o "%t/once" 0.prof 1.prof 2.prof 3.prof 4.prof
// RUN: cd "%t/a b" && %anomalloc merge -o "%t/turned" 4.prof 2.prof 0.prof 3.prof 1.prof && cmp "%t/once" "%t/turned"
// RUN: cp "%t/a b/3.prof" "%t/tree" && cd "%t/tree" && %anomalloc merge -o left 3.prof "%t/a b/1.prof"
// RUN: cd "%t/tree" && %anomalloc merge -o right "%t/a b/4.prof" "%t/a b/0.prof" && %anomalloc merge -o all right "%t/a b/2.prof" left
// RUN: cmp "%t/once" "%t/tree/all"

// Blocks of 24 bytes: 10 and the rank, but 400 of rank 3. The mean of solve is
// (10 + 11 + 12 + 400 + 14) / 5 = 89.4, the variance (100 + 121 + 144 +
// 160,000 + 196) / 5 - 89.4^2, its root 155.31.
// RUN: %anomalloc report --ranks "%t/once" > "%t/text" && FileCheck %s < "%t/text"
// CHECK: Ranks   5 ranks on 1 host;
// CHECK-NEXT: rank 3 makes 4.5 times the mean of solve's blocks
// CHECK-NEXT: rank 4 makes 5.0 times the mean of rare's blocks
// CHECK-NEXT: allocations mean min rank max rank max/mean std. dev.
// CHECK: most live bytes
// CHECK: peak resident
// CHECK: section solve 89 10 0 400 3 4.47 155{{$}}
// CHECK: section rare 1 0 5 4 5.00 2{{$}}
// CHECK: 24 bytes 89 10 0 400 3 4.47 155{{$}}
// CHECK: solve @ ranks...g.cpp:[[#L:]] 89

// The single profiles tell the same, and the first page of a report tells what
// is uneven.
// RUN: cd "%t/a b" && %anomalloc report --only=ranks 0.prof 1.prof 2.prof 3.prof 4.prof | diff "%t/text" -
// RUN: %anomalloc report "%t/once" | FileCheck %s --check-prefix=FIRST
// FIRST: rank 3 makes 4.5 times the mean of solve's blocks
// RUN: %anomalloc report "%t/a b/0.prof" | FileCheck %s --check-prefix=ALONE
// ALONE-NOT: Ranks
// ALONE: To know more

// With a filter, only what is known of what passes.
// RUN: %anomalloc report --ranks --section=solve "%t/once" | FileCheck %s --check-prefix=SOLVE
// SOLVE-NOT: {{^}} all{{ }}
// SOLVE: section solve 89
// SOLVE-NOT: section

// RUN: %anomalloc report --json "%t/once" | %check_schema report | FileCheck %s --check-prefix=VALID
// VALID: {{^}}valid
// RUN: %anomalloc report --json --ranks "%t/once" | FileCheck %s --check-prefix=JSON
// JSON: "ranks": {
// JSON-NEXT: "ranks": 5,
// JSON-NEXT: "all_ranks": 5,
// JSON-NEXT: "hosts": 1,
// JSON: "section": "rare",
// JSON-NEXT: "size": null,
// JSON-NEXT: "ranks": 1,
// JSON-NEXT: "allocations": {
// JSON-NEXT: "sum": 5,
// JSON-NEXT: "mean": 1,
// JSON-NEXT: "min": 0,
// JSON-NEXT: "min_rank": null,
// JSON-NEXT: "max": 5,
// JSON-NEXT: "max_rank": 4,
// JSON-NEXT: "standard_deviation": 2
// JSON-NEXT: },
// JSON-NEXT: "bytes": {
// JSON-NEXT: "sum": 200,

// RUN: %anomalloc export --format=csv -o "%t/tables" "%t/once" && FileCheck %s --check-prefix=TABLE < "%t/tables/rank_counts.csv"
// TABLE: ranks,ranks_having,allocations,allocations_min,allocations_min_rank,allocations_max,allocations_max_rank,allocations_deviation,bytes
// TABLE: {{^}}0,,,,,solve,24,5,5,447,10,0,400,3,155.306,10728,240,0,9600,3,3727.335{{$}}
// TABLE: {{^}}0,,,,,rare,,5,1,5,0,,5,4,2.000,200,0,,200,4,80.000{{$}}
// RUN: %anomalloc export --format=csv -o "%t/one" "%t/a b/0.prof" && wc -l < "%t/one/rank_counts.csv" | FileCheck %s --check-prefix=LINES
// LINES: {{^}}1{{$}}

// A child inherits the variable of its rank, and is none.
// RUN: cd "%t" && env PMI_RANK=2 %anomalloc record --quiet --output=parent --children=child sh -c '"a b/prog"; true'
// RUN: %anomalloc report --ranks child | FileCheck %s --check-prefix=NONE

// Of one rank alone nobody knows how many there were.
// RUN: cd "%t" && env PMI_RANK=1 %anomalloc record --quiet --mode=count --output=few "a b/prog"
// RUN: %anomalloc report --no-probe --only=next "%t/few" | FileCheck %s --check-prefix=FEW
// FEW: mpirun -n RANKS anomalloc record --mode=lifetime

// A process outside of MPI has no rank.
// RUN: cd "%t" && %anomalloc record --quiet --output=alone "a b/prog" && %anomalloc report --ranks alone | FileCheck %s --check-prefix=NONE
// NONE: no process has a rank: it did not run under MPI

#include "anomalloc/anomalloc.h"
#include <cstdlib>

void *volatile Kept;

__attribute__((noinline)) void solve(long Blocks) {
  for (long I = 0; I != Blocks; ++I)
    Kept = std::malloc(24);
}

int main() {
  const char *Text = std::getenv("PMI_RANK");
  const long Rank = Text ? std::atol(Text) : 0;
  anomalloc_phase_begin("split");
  Kept = std::malloc(32);
  anomalloc_phase_end();
  anomalloc_phase_begin("solve");
  solve(Rank == 3 ? 400 : 10 + Rank);
  anomalloc_phase_end();
  if (Rank != 4)
    return 0;
  anomalloc_phase_begin("rare");
  for (int I = 0; I != 5; ++I)
    Kept = std::malloc(40);
  anomalloc_phase_end();
  return 0;
}
