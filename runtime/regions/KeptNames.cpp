//===- KeptNames.cpp ------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "regions/KeptNames.h"
#include "regions/OpenRegions.h"
#include <stddef.h>

namespace anomalloc::runtime::regions {

constexpr unsigned KeptNameSize = 255;
/// Not from the heap, which is measured.
alignas(16) static char NameMemory[256 << 10];
static uint32_t NameMemoryUsed;
static KeptName *NameBuckets[256];

static char *takeNameMemory(uint32_t Size) {
  uint32_t Used = __atomic_load_n(&NameMemoryUsed, __ATOMIC_RELAXED);
  do
    if (sizeof(NameMemory) - Used < Size)
      return nullptr;
  while (!__atomic_compare_exchange_n(&NameMemoryUsed, &Used, Used + Size, true,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return NameMemory + Used;
}

KeptName *keepName(const char *Name) {
  if (!Name)
    return nullptr;
  uint32_t Size = 0;
  while (Size != KeptNameSize && Name[Size])
    ++Size;
  KeptName *&Bucket = NameBuckets[keyOf(Name).Value % 256];
  KeptName *First = __atomic_load_n(&Bucket, __ATOMIC_ACQUIRE);
  for (KeptName *K = First; K; K = K->Next)
    if (!__builtin_strncmp(K->Text, Name, Size) && !K->Text[Size])
      return K;
  char *Memory =
      takeNameMemory(uint32_t((sizeof(KeptName) + Size + 16) & ~size_t(15)));
  if (!Memory)
    return nullptr;
  // No lock: a fork may come at any time. Two threads may keep a name twice.
  auto *New = reinterpret_cast<KeptName *>(Memory);
  char *Text = reinterpret_cast<char *>(New + 1);
  __builtin_memcpy(Text, Name, Size);
  New->Text = Text;
  do
    New->Next = First;
  while (!__atomic_compare_exchange_n(&Bucket, &First, New, true,
                                      __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
  return New;
}

} // namespace anomalloc::runtime::regions
