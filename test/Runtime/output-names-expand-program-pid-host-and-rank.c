// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 %s -o %t/prog
// RUN: cd %t && env -u SLURM_PROCID ANOMALLOC_OPTIONS='output=%%n-%%r-%%%%-a\:b' %t/prog
// RUN: test -s %t/prog-0-%%-a:b
// RUN: cd %t && env OMPI_COMM_WORLD_RANK=17 ANOMALLOC_OPTIONS=output=rank.%%r %t/prog
// RUN: %anomalloc report --only=coverage %t/rank.17
// RUN: cd %t && env ANOMALLOC_OPTIONS=output=pid.%%p.%%h %t/prog | FileCheck %s
// RUN: ls %t | FileCheck %s --check-prefix=FILES
// The program changes its folder: the name was made absolute before.
// CHECK: pid [[PID:[0-9]+]]
// FILES: pid.{{[0-9]+}}.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  void *volatile Block = malloc(1);
  free(Block);
  printf("pid %d\n", (int)getpid());
  return chdir("/");
}
