// Stands in for the libraries of accelerators: memory of the host, without malloc. What is
// larger than 1 GiB does not fit. As the real one, the runtime of CUDA calls its driver. Buffers
// of OpenCL end with their last user.
#include "devices.h"
#include <stdint.h>

static void *take(size_t Size) {
  static char Arena[1 << 24] __attribute__((aligned(256)));
  static size_t Used;
  if (Size > (size_t)1 << 30)
    return 0;
  size_t At = __atomic_fetch_add(&Used, 256, __ATOMIC_RELAXED);
  return Arena + At % sizeof(Arena);
}
static int give(void **To, size_t Size) {
  *To = take(Size);
  return *To ? 0 : 2;
}

int cuMemAlloc_v2(unsigned long long *To, size_t Size) {
  return give((void **)To, Size);
}
int cuMemFree_v2(unsigned long long Block) { return 0; }
int cudaMalloc(void **To, size_t Size) {
  return cuMemAlloc_v2((unsigned long long *)To, Size);
}
int cudaMallocPitch(void **To, size_t *Pitch, size_t Width, size_t Height) {
  *Pitch = (Width + 511) / 512 * 512;
  return give(To, *Pitch * Height);
}
int cudaMallocAsync(void **To, size_t Size, void *Stream) {
  return give(To, Size);
}
int cudaMallocManaged(void **To, size_t Size, unsigned Flags) {
  return give(To, Size);
}
int cudaMallocHost(void **To, size_t Size) { return give(To, Size); }
int cudaHostAlloc(void **To, size_t Size, unsigned Flags) {
  return give(To, Size);
}
int cudaFree(void *Block) {
  return cuMemFree_v2((unsigned long long)(uintptr_t)Block);
}
int cudaFreeAsync(void *Block, void *Stream) { return 0; }
int cudaFreeHost(void *Block) { return 0; }
int hipMalloc(void **To, size_t Size) { return give(To, Size); }
int hipHostMalloc(void **To, size_t Size, unsigned Flags) {
  return give(To, Size);
}
int hipFree(void *Block) { return 0; }
int hipHostFree(void *Block) { return 0; }
void *clSVMAlloc(void *Context, unsigned long Flags, size_t Size,
                 unsigned Alignment) {
  return take(Size);
}
void clSVMFree(void *Context, void *Block) {}
int clEnqueueSVMFree(void *Queue, unsigned Number, void **Blocks, void *Free,
                     void *With, unsigned NumEvents, const void *Events,
                     void **Event) {
  return 0;
}

struct Buffer {
  int Users;
  void (*Ended)(void *, void *);
  void *With;
};
void *clCreateBufferWithProperties(void *Context, const unsigned long *All,
                                   unsigned long Flags, size_t Size, void *From,
                                   int *Error) {
  struct Buffer *Its = take(Size);
  if (Its)
    *Its = (struct Buffer){1, 0, 0};
  if (Error)
    *Error = Its ? 0 : -4;
  return Its;
}
void *clCreateBuffer(void *Context, unsigned long Flags, size_t Size,
                     void *From, int *Error) {
  return clCreateBufferWithProperties(Context, 0, Flags, Size, From, Error);
}
int clSetMemObjectDestructorCallback(void *Of, void (*Ended)(void *, void *),
                                     void *With) {
  ((struct Buffer *)Of)->Ended = Ended;
  ((struct Buffer *)Of)->With = With;
  return 0;
}
int clRetainMemObject(void *Of) {
  ++((struct Buffer *)Of)->Users;
  return 0;
}
int clReleaseMemObject(void *Of) {
  struct Buffer *Its = Of;
  if (!--Its->Users && Its->Ended)
    Its->Ended(Of, Its->With);
  return 0;
}
void *omp_target_alloc(size_t Size, int Device) { return take(Size); }
void omp_target_free(void *Block, int Device) {}
