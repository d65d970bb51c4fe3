// A tool of Kokkos that counts what it is told of memory (KOKKOS_TOOLS_LIBS). At the end
// writes to the file WITNESS and the number of the process, with tabs between: a line for
// each region, space and label with the number of blocks and their bytes; then the number
// and bytes of those that were freed again, and the most that lived. Kokkos also tells that
// blocks end which it made before it loaded a tool: these are left out.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Space {
  char Name[64];
};
static struct Row {
  char Region[256], Space[64], Label[256];
  unsigned long Number, Bytes;
} Rows[1 << 14];
static struct {
  const void *Block;
  uint64_t Size;
} Living[1 << 16];
static int NumRows, NumLiving, Depth;
static char Regions[32][256];
static unsigned long Freed, FreedBytes, Live, Peak;
static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;

void kokkosp_push_profile_region(const char *Name) {
  strncpy(Regions[++Depth], Name, 255);
}
void kokkosp_pop_profile_region(void) { --Depth; }

void kokkosp_allocate_data(struct Space In, const char *Label, const void *Block,
                           uint64_t Size) {
  pthread_mutex_lock(&Lock);
  int I = 0;
  while (I != NumRows &&
         (strcmp(Rows[I].Region, Regions[Depth]) ||
          strcmp(Rows[I].Space, In.Name) || strcmp(Rows[I].Label, Label)))
    ++I;
  if (I == NumRows) {
    ++NumRows;
    strcpy(Rows[I].Region, Regions[Depth]);
    strcpy(Rows[I].Space, In.Name);
    strncpy(Rows[I].Label, Label, 255);
  }
  ++Rows[I].Number;
  Rows[I].Bytes += Size;
  Living[NumLiving].Block = Block;
  Living[NumLiving++].Size = Size;
  if ((Live += Size) > Peak)
    Peak = Live;
  pthread_mutex_unlock(&Lock);
}

void kokkosp_deallocate_data(struct Space In, const char *Label,
                             const void *Block, uint64_t Size) {
  pthread_mutex_lock(&Lock);
  for (int I = NumLiving; I--;)
    if (Living[I].Block == Block) {
      Live -= Living[I].Size;
      FreedBytes += Living[I].Size;
      ++Freed;
      Living[I] = Living[--NumLiving];
      break;
    }
  pthread_mutex_unlock(&Lock);
}

__attribute__((destructor)) static void tell(void) {
  char Path[4096];
  snprintf(Path, sizeof(Path), "%s.%d", getenv("WITNESS"), getpid());
  FILE *To = NumRows ? fopen(Path, "w") : 0;
  if (!To)
    return;
  for (int I = 0; I != NumRows; ++I)
    fprintf(To, "label\t%s\t%s\t%s\t%lu\t%lu\n", Rows[I].Region, Rows[I].Space,
            Rows[I].Label, Rows[I].Number, Rows[I].Bytes);
  fprintf(To, "space\tlibrary-pool\t%lu\t%lu\t%lu\n", Freed, FreedBytes, Peak);
  fclose(To);
}
