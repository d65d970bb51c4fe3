/* Each rank makes 1,000 blocks of 24 bytes more than the one before. With an argument,
   rank 1 makes blocks of so many sizes, and its profile grows by that. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int Rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  for (int I = 0; I < 1000 * (Rank + 1); ++I) {
    void *volatile Block = malloc(24);
    free(Block);
  }
  void *volatile Kept = malloc(4711);
  (void)Kept;
  for (int Size = argc > 1 && Rank == 1 ? atoi(argv[1]) : 0; Size; --Size) {
    void *volatile Block = malloc(Size);
    free(Block);
  }
  MPI_Finalize();
  for (int I = 0; I < 77; ++I) { /* not recorded */
    void *volatile Block = malloc(4713);
    free(Block);
  }
  return 0;
}
