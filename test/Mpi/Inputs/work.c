/* Each rank makes 1,000 blocks of 24 bytes more than the one before. With an argument,
   rank 0 writes to the file of that name until the disk is full. */
#include <fcntl.h>
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

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
  MPI_Barrier(MPI_COMM_WORLD);
  static char Zeros[4096];
  for (int Fd = argc > 1 && !Rank ? open(argv[1], O_WRONLY | O_CREAT, 0600) : -1;
       write(Fd, Zeros, sizeof(Zeros)) > 0;)
    ;
  MPI_Finalize();
  for (int I = 0; I < 77; ++I) { /* not recorded */
    void *volatile Block = malloc(4713);
    free(Block);
  }
  return 0;
}
