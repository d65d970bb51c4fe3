// Each kind of access counts the bytes that it reads and writes: scalars,
// vectors, fields, bit fields, atomics, objects passed by value, copies across
// objects. Accesses are volatile or atomic, so each level of optimization makes
// the same. What inline assembly does is not seen.

// REQUIRES: x86_64
// RUN: %anomalloc c++ -std=c++17 -O0 -g -mavx2 -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t
// RUN: %accesses %t.profile --bytes | FileCheck %s
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mavx2 -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t
// RUN: %accesses %t.profile --bytes | FileCheck %s
// RUN: %anomalloc c++ -std=c++17 -O3 -g -mavx2 -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t
// RUN: %accesses %t.profile --bytes | FileCheck %s

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>

template <typename T> static T *make(size_t Size) {
  void *volatile Block = std::aligned_alloc(32, Size);
  return static_cast<T *>(Block);
}

using Vector128 = __attribute__((vector_size(16))) int;
using Vector256 = __attribute__((vector_size(32))) int;

struct Large {
  long Values[20];
};
static volatile long Sum;
__attribute__((noinline)) static void takes(Large L) {
  Sum = Sum + *const_cast<volatile long *>(&L.Values[3]);
}

struct Bits {
  uint32_t Low : 5, High : 27;
};

int main() {
  // CHECK: size 1024 read 15 written 15
  auto *Scalars = make<volatile char>(1024);
  *Scalars = 1;
  *reinterpret_cast<volatile short *>(Scalars + 2) = 1;
  *reinterpret_cast<volatile int *>(Scalars + 4) = 1;
  *reinterpret_cast<volatile double *>(Scalars + 8) = 1;
  Sum = *Scalars;
  Sum = *reinterpret_cast<volatile short *>(Scalars + 2);
  Sum = *reinterpret_cast<volatile int *>(Scalars + 4);
  Sum = long(*reinterpret_cast<volatile double *>(Scalars + 8));

  // CHECK-NEXT: size 1056 read 48 written 96
  auto *Vectors = make<volatile char>(1056);
  *reinterpret_cast<volatile Vector128 *>(Vectors) = Vector128{1};
  *reinterpret_cast<volatile Vector256 *>(Vectors + 32) = Vector256{1};
  *reinterpret_cast<volatile Vector128 *>(Vectors + 64) =
      *reinterpret_cast<volatile Vector128 *>(Vectors);
  *reinterpret_cast<volatile Vector256 *>(Vectors + 96) =
      *reinterpret_cast<volatile Vector256 *>(Vectors + 32);

  // The whole word of a bit field, twice read and once written at most.
  // CHECK-NEXT: size 1088 read 8 written 8
  auto *Fields = make<volatile Bits>(1088);
  Fields->High = 3;
  *reinterpret_cast<volatile uint32_t *>(Fields) = 0;
  Sum = Fields->Low;

  // 8 for each of five operations, and a failed exchange that reads.
  // CHECK-NEXT: size 1120 read 32 written 32
  auto *Atomic = make<std::atomic<uint64_t>>(1120);
  Atomic->store(1);
  Atomic->fetch_add(1);
  Atomic->exchange(7);
  uint64_t Expected = 7;
  Atomic->compare_exchange_strong(Expected, 9);
  Sum = long(Atomic->load());

  // 160 written by a fill, read by the call.
  // CHECK-NEXT: size 1152 read 160 written 160
  auto *ByValue = make<Large>(1152);
  std::memset(static_cast<void *>(ByValue), 1, sizeof(Large));
  __asm__ volatile("" ::: "memory");
  takes(*ByValue);

  // Half of one object and half of the next.
  // CHECK-NEXT: size 1184 read 160 written 320
  // CHECK-NEXT: size 1216 read 0 written 160
  auto *From = make<Large>(1184);
  std::memset(static_cast<void *>(From), 1, 2 * sizeof(Large));
  auto *To = make<Large>(1216);
  volatile size_t Half = sizeof(Large);
  std::memcpy(static_cast<void *>(To), &From->Values[10], Half);

  // CHECK-NEXT: size 1248 read 0 written 0
  auto *ByAssembly = make<long>(1248);
  __asm__ volatile("movq $1, (%0)" ::"r"(ByAssembly) : "memory");

  // CHECK-NEXT: size 1280 read 14 written 14
  auto *Unaligned = make<char>(1280);
  struct __attribute__((packed)) Apart {
    char Before;
    volatile int Four;
    volatile short Two;
    volatile double Eight;
  };
  auto *Its = reinterpret_cast<Apart *>(Unaligned + 6);
  Its->Four = 1;
  Its->Two = 1;
  Its->Eight = 1;
  Sum = Its->Four;
  Sum = Its->Two;
  Sum = long(Its->Eight);

  std::free(const_cast<char *>(Scalars));
  std::free(const_cast<char *>(Vectors));
  std::free(const_cast<Bits *>(Fields));
  std::free(Atomic);
  std::free(ByValue);
  std::free(From);
  std::free(To);
  std::free(ByAssembly);
  std::free(Unaligned);
}
