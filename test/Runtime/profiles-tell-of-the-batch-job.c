// What a batch system puts into the environment stands in the profile, in the
// headline, and in the tables.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 %s -o %t/prog
// DEFINE: %{nothing} = env -u SLURM_JOB_ID -u SLURM_JOB_NAME -u SLURM_STEP_ID -u SLURM_ARRAY_TASK_ID -u PBS_JOBID -u PBS_JOBNAME -u PBS_ARRAY_INDEX -u LSB_JOBID -u LSB_JOBNAME -u FLUX_JOB_ID
// RUN: %{nothing} SLURM_JOB_ID=4711 SLURM_STEP_ID=0 SLURM_JOB_NAME='a "b"' PBS_JOBID=12.host SLURM_ARRAY_TASK_ID=3 ANOMALLOC_OPTIONS=output=%t/slurm %t/prog
// RUN: %{nothing} PBS_JOBID=12.host PBS_JOBNAME=solve ANOMALLOC_OPTIONS=output=%t/pbs %t/prog
// RUN: %{nothing} FLUX_JOB_ID=f23 ANOMALLOC_OPTIONS=output=%t/flux %t/prog
// RUN: %{nothing} ANOMALLOC_OPTIONS=output=%t/none %t/prog

// RUN: %anomalloc report %t/slurm | FileCheck %s --check-prefix=SLURM
// SLURM: 1 process, 1 thread, {{.*}}; job 4711.0 (a "b")
// RUN: %anomalloc report %t/pbs | FileCheck %s --check-prefix=PBS
// PBS: 1 process, 1 thread, {{.*}}; job 12.host (solve)
// RUN: %anomalloc report %t/flux | FileCheck %s --check-prefix=FLUX
// FLUX: 1 process, 1 thread, {{.*}}; job f23{{$}}
// RUN: %anomalloc report %t/none | FileCheck %s --check-prefix=NONE --implicit-check-not="; job"
// NONE: 1 process
// Of several jobs none is named at the top.
// RUN: %anomalloc report %t/slurm %t/pbs | FileCheck %s --check-prefix=BOTH --implicit-check-not="; job"
// BOTH: 2 processes

// RUN: %anomalloc merge --output=%t/merged %t/slurm %t/pbs %t/none
// RUN: %anomalloc report --json %t/merged | %python -c 'import json, sys; keys = "job", "job_name", "job_step", "job_task"; print(*sorted(" ".join(str(p.get(k)) for k in keys) for p in json.load(sys.stdin)["processes"]), sep="\n")' | FileCheck %s --check-prefix=JSON
//      JSON: 12.host solve None None
// JSON-NEXT: 4711 a "b" 0 3
// JSON-NEXT: None None None None
// RUN: %anomalloc export --format=csv --output=%t/tables %t/slurm %t/none
// RUN: FileCheck %s --check-prefix=CSV --input-file=%t/tables/processes.csv
//      CSV: ,job,job_name,job_step,job_task{{$}}
// CSV-NEXT: ,4711,"a ""b""",0,3{{$}}
// CSV-NEXT: ,,,,{{$}}

#include <stdlib.h>

int main(void) {
  void *volatile Block = malloc(1);
  free(Block);
  return 0;
}
