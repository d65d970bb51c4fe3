// The functions of accelerators that the tests call, as their vendors declare them.
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
// 0 is success; cudaErrorMemoryAllocation is 2.
int cudaMalloc(void **, size_t);
int cudaMallocPitch(void **, size_t *, size_t, size_t);
int cudaMallocAsync(void **, size_t, void *);
int cudaMallocManaged(void **, size_t, unsigned);
int cudaMallocHost(void **, size_t);
int cudaHostAlloc(void **, size_t, unsigned);
int cudaFree(void *);
int cudaFreeAsync(void *, void *);
int cudaFreeHost(void *);
int cuMemAlloc_v2(unsigned long long *, size_t);
int cuMemFree_v2(unsigned long long);
int hipMalloc(void **, size_t);
int hipHostMalloc(void **, size_t, unsigned);
int hipFree(void *);
int hipHostFree(void *);
void *clSVMAlloc(void *, unsigned long, size_t, unsigned);
void clSVMFree(void *, void *);
int clEnqueueSVMFree(void *, unsigned, void **, void *, void *, unsigned,
                     const void *, void **);
void *clCreateBuffer(void *, unsigned long, size_t, void *, int *);
void *clCreateBufferWithProperties(void *, const unsigned long *, unsigned long,
                                   size_t, void *, int *);
int clRetainMemObject(void *);
int clReleaseMemObject(void *);
int clSetMemObjectDestructorCallback(void *, void (*)(void *, void *), void *);
void *omp_target_alloc(size_t, int);
void omp_target_free(void *, int);
#ifdef __cplusplus
}
#endif
