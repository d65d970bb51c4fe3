/* A rank with a profile of some size: SIZES sizes, and SITES calling places of each. */
#include <mpi.h>
#include <stdlib.h>

enum { Sizes = 2000 };

#define PLACE(I)                                                               \
  static __attribute__((noinline)) void place##I(size_t Size) {                \
    void *volatile Block = malloc(Size);                                       \
    free(Block);                                                               \
  }
PLACE(0) PLACE(1) PLACE(2) PLACE(3)

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int Rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  for (int Size = 1; Size <= Sizes; ++Size)
    for (int I = 0; I <= Rank % 4; ++I) {
      place0(Size);
      place1(Size);
      place2(Size);
      place3(Size);
    }
  MPI_Finalize();
}
