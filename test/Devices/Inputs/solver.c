// Asks accelerators for memory in every way, once before its loop and often in it.
#include "devices.h"
#include <stdlib.h>

enum { Steps = 50, Size = 4096 };

static void *setUp(void) {
  void *Field = 0;
  cudaMalloc(&Field, 1000000);
  return Field;
}

static void step(int I) {
  void *Block, *Staging, *Pooled;
  cudaMalloc(&Block, Size); // In a loop.
  cudaHostAlloc(&Staging, Size / 2, 0); // For each transfer.
  cudaMallocAsync(&Pooled, Size, 0);
  cudaFreeAsync(Pooled, 0);
  cudaFreeHost(Staging);
  cudaFree(Block);
}

static void *opaque(void *Block) {
  __asm__ volatile("" : "+r"(Block));
  return Block;
}

static int fails(void) {
  void *Block = 0;
  return cudaMalloc(&Block, (size_t)1 << 40);
}

int main(void) {
  void *Field = setUp();
  for (int I = 0; I != Steps; ++I) {
    step(I);
    if (fails() != 2)
      return 1;
  }
  size_t Pitch;
  void *Grid, *Shared, *Locked, *Hip, *HipLocked;
  unsigned long long Driver;
  cudaMallocPitch(&Grid, &Pitch, 100, 30); // 3,000 bytes are asked for.
  cudaMallocManaged(&Shared, 700, 1);
  cudaMallocHost(&Locked, 600);
  cuMemAlloc_v2(&Driver, 500);
  hipMalloc(&Hip, 400);
  hipHostMalloc(&HipLocked, 300, 0);
  void *Svm = clSVMAlloc(0, 0, 200, 0);
  void *Queued = clSVMAlloc(0, 0, 300, 0);
  clEnqueueSVMFree(0, 1, &Queued, 0, 0, 0, 0, 0);
  void *Buffer = clCreateBuffer(0, 0, 100, 0, 0);
  clRetainMemObject(Buffer); // Two users, of which one stays.
  clReleaseMemObject(Buffer);
  clReleaseMemObject(clCreateBufferWithProperties(0, 0, 0, 2000, 0, 0));
  void *Target = omp_target_alloc(50, 0);
  omp_target_free(Target, 0);
  clSVMFree(0, Svm);
  hipFree(Hip);
  free(opaque(malloc(17))); // The only one of the heap.
  return !Field || !Buffer || !HipLocked || !Driver || !Locked || !Shared ||
         !Grid;
}
