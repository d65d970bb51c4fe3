// Counts what a program asks OpenCL for, independently of Anomalloc: preloaded behind its
// libraries. At the end writes to the file WITNESS and the number of the process, with tabs
// between: a line for each function and size with the number of blocks, then what was freed
// of each space, and the most that lived. A buffer ends here when the program, and each of
// its sub-buffers, gave back what references they took.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum Space { Device, Managed, NumSpaces };
static const char *const SpaceNames[] = {"device", "managed"};
static struct {
  unsigned long Freed, FreedBytes, Live, Peak;
} Sums[NumSpaces];

static struct Made {
  const char *Function;
  size_t Size;
  unsigned long Number;
} Counts[1 << 16];

static struct Object {
  void *Block, *Parent;
  long Users; // 0: ended.
  size_t Size;
  enum Space Space;
} Objects[1 << 20];
static int NumCounts, NumObjects;
static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;

static void *real(const char *Name) {
  void *Next = dlsym(RTLD_NEXT, Name);
  return Next ? Next : dlsym(dlopen("libOpenCL.so.1", RTLD_LAZY), Name);
}

static struct Object *find(void *Block) {
  for (int I = NumObjects; I--;)
    if (Objects[I].Block == Block && Objects[I].Users)
      return &Objects[I];
  return 0;
}

static void *made(const char *Function, void *Block, void *Parent, size_t Size,
                  enum Space Space) {
  if (!Block)
    return 0;
  pthread_mutex_lock(&Lock);
  int I = 0;
  while (I != NumObjects && Objects[I].Users)
    ++I;
  NumObjects += I == NumObjects;
  Objects[I] = (struct Object){Block, Parent, 1, Size, Space};
  if (Parent) {
    struct Object *Its = find(Parent);
    if (Its)
      ++Its->Users;
    Objects[I].Size = 0;
  } else {
    if ((Sums[Space].Live += Size) > Sums[Space].Peak)
      Sums[Space].Peak = Sums[Space].Live;
    I = 0;
    while (I != NumCounts &&
           (Counts[I].Function != Function || Counts[I].Size != Size))
      ++I;
    NumCounts += I == NumCounts;
    Counts[I] = (struct Made){Function, Size, Counts[I].Number + 1};
  }
  pthread_mutex_unlock(&Lock);
  return Block;
}

static void dropLocked(void *Block) {
  struct Object *Its = find(Block);
  if (!Its || --Its->Users)
    return;
  if (Its->Parent)
    return dropLocked(Its->Parent);
  Sums[Its->Space].Live -= Its->Size;
  Sums[Its->Space].FreedBytes += Its->Size;
  ++Sums[Its->Space].Freed;
}
static void drop(void *Block) {
  pthread_mutex_lock(&Lock);
  dropLocked(Block);
  pthread_mutex_unlock(&Lock);
}

#define MAKES(Name, Parent, Size, Space, Parameters, Arguments)                \
  void *Name Parameters {                                                      \
    static void *(*Real)Parameters;                                            \
    if (!Real)                                                                 \
      Real = (void *(*)Parameters)real(#Name);                                 \
    return made(#Name, Real Arguments, Parent, Size, Space);                   \
  }
MAKES(clCreateBuffer, 0, S, Device,
      (void *C, uint64_t F, size_t S, void *H, int *E), (C, F, S, H, E))
MAKES(clCreateBufferWithProperties, 0, S, Device,
      (void *C, void *P, uint64_t F, size_t S, void *H, int *E),
      (C, P, F, S, H, E))
MAKES(clCreateSubBuffer, B, 0, Device,
      (void *B, uint64_t F, unsigned T, void *I, int *E), (B, F, T, I, E))
MAKES(clSVMAlloc, 0, S, Managed, (void *C, uint64_t F, size_t S, unsigned A),
      (C, F, S, A))

void clSVMFree(void *Context, void *Block) {
  drop(Block);
  ((void (*)(void *, void *))real("clSVMFree"))(Context, Block);
}
int clEnqueueSVMFree(void *Q, unsigned Number, void **Blocks, void *Free, void *W,
                     unsigned N, void *Events, void *Event) {
  int (*Real)(void *, unsigned, void **, void *, void *, unsigned, void *, void *) =
      real("clEnqueueSVMFree");
  for (unsigned I = 0; !Free && I != Number; ++I)
    drop(Blocks[I]);
  return Real(Q, Number, Blocks, Free, W, N, Events, Event);
}
int clRetainMemObject(void *Block) {
  pthread_mutex_lock(&Lock);
  struct Object *Its = find(Block);
  if (Its)
    ++Its->Users;
  pthread_mutex_unlock(&Lock);
  return ((int (*)(void *))real("clRetainMemObject"))(Block);
}
int clReleaseMemObject(void *Block) {
  drop(Block);
  return ((int (*)(void *))real("clReleaseMemObject"))(Block);
}

__attribute__((destructor)) static void tell(void) {
  char Path[4096];
  snprintf(Path, sizeof(Path), "%s.%d", getenv("WITNESS"), getpid());
  FILE *To = NumCounts ? fopen(Path, "w") : 0;
  if (!To)
    return;
  for (int I = 0; I != NumCounts; ++I)
    fprintf(To, "made\t%s\t%zu\t%lu\n", Counts[I].Function, Counts[I].Size,
            Counts[I].Number);
  for (int I = 0; I != NumSpaces; ++I)
    fprintf(To, "space\t%s\t%lu\t%lu\t%lu\n", SpaceNames[I], Sums[I].Freed,
            Sums[I].FreedBytes, Sums[I].Peak);
  fclose(To);
}
