//===- Sections.cpp - phases and scopes -----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/Sections.h"
#include "count/Detail.h"
#include "count/Lane.h"
#include "process/AddressSpace.h"
#include "process/Process.h"
#include "process/Text.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

static constexpr uint32_t MaxSections = 1 << SectionNumber::IdBits;
static constexpr unsigned MaxNameSize = 255;

namespace {
struct Section {
  uint32_t Id;
  Section *NextInBucket;
  Section *Older;
  uint32_t NameSize;
  char Name[]; ///< NUL-terminated.
};
} // namespace

static Section *Buckets[1024];
static Section *Newest;
static uint32_t NumSections;

static SectionStack<256> Phases;
uint32_t Phase; ///< Phases.top(), to be read by any thread.
__thread SectionStack<30> Scopes;

static bool record(Process &P, const sys::SignalGuard &Guard,
                   const Section &S) {
  selectSection(P, S.Id, S.Name);
  return addRecord<SectionRecord>(
      P, Guard, RecordType::Section, sizeof(SectionRecord) + S.NameSize + 1,
      [&](SectionRecord &R) {
        R.Id = S.Id;
        __builtin_memcpy(&R + 1, S.Name, S.NameSize);
      });
}

void recordKnownSections(Process &P, const sys::SignalGuard &Guard) {
  for (const Section *S = Newest; S; S = S->Older)
    if (!record(P, Guard, *S))
      return P.File.seal();
}

static Section **bucketOf(const char *Name, uint32_t Size) {
  uint32_t Hash = 2166136261u; // FNV-1a
  for (uint32_t I = 0; I != Size; ++I)
    Hash = (Hash ^ uint8_t(Name[I])) * 16777619u;
  return &Buckets[Hash % (sizeof(Buckets) / sizeof(Buckets[0]))];
}

static Section *find(Section *const *Bucket, const char *Name, uint32_t Size) {
  for (Section *S = __atomic_load_n(Bucket, __ATOMIC_ACQUIRE); S;
       S = S->NextInBucket)
    if (S->NameSize == Size && !__builtin_memcmp(S->Name, Name, Size))
      return S;
  return nullptr;
}

/// Memory for names: kept for good, and by a forked child.
static void *allocateName(size_t Size) {
  static char *Chunk;
  static size_t Used; // Of it: a fork between any two stores finds them true.
  constexpr size_t ChunkSize = 64 << 10;
  Size = (Size + 15) & ~size_t(15);
  if (!Chunk || ChunkSize - Used < Size) {
    bool Wiped;
    void *New = takePrivate(ChunkSize, false, Wiped);
    if (!New)
      return nullptr;
    __atomic_store_n(&Used, ChunkSize, __ATOMIC_RELEASE);
    __atomic_store_n(&Chunk, static_cast<char *>(New), __ATOMIC_RELEASE);
    __atomic_store_n(&Used, size_t(0), __ATOMIC_RELEASE);
  }
  void *Result = Chunk + Used;
  Used += Size;
  return Result;
}

/// Id of the section named \p Name, 0 when there are too many.
static uint32_t idOf(Process &P, const sys::SignalGuard &Guard,
                     const char *Name) {
  uint32_t Size = 0;
  while (Size < MaxNameSize && Name[Size])
    ++Size;
  Section **Bucket = bucketOf(Name, Size);
  if (Section *S = find(Bucket, Name, Size))
    return S->Id;
  sys::LockGuard Lock(P.SectionLock, Guard);
  if (Section *S = find(Bucket, Name, Size))
    return S->Id;
  if (NumSections + 1 >= MaxSections)
    return 0;
  auto *S = static_cast<Section *>(allocateName(sizeof(Section) + Size + 1));
  if (!S)
    return 0;
  S->Id = NumSections + 1;
  S->NextInBucket = *Bucket;
  S->NameSize = Size;
  __builtin_memcpy(S->Name, Name, Size);
  if (!record(P, Guard, *S))
    return 0; // Counts to no section rather than to a nameless one.
  S->Older = Newest;
  // In this order: a fork may come between any two.
  __atomic_store_n(&NumSections, S->Id, __ATOMIC_RELEASE);
  __atomic_store_n(&Newest, S, __ATOMIC_RELEASE);
  __atomic_store_n(Bucket, S, __ATOMIC_RELEASE);
  return S->Id;
}

/// Makes the innermost phase the running one: no thread may go on with blocks
/// of the one before. A thread that is fetching a block just now looks at Phase
/// again after it put the block into its table (Events.cpp).
static void publishPhase(Process &P, const sys::SignalGuard &Guard) {
  __atomic_store_n(&Phase, Phases.top(), __ATOMIC_SEQ_CST);
  forgetPhaseBlocks(P, Guard);
}

void countByRate(uint32_t Doublings) {
  Scopes.Rate = Doublings << SectionNumber::IdBits;
  if (Lane *L = MyLane; L->Self == L)
    forgetBlocks(*L);
}

} // namespace anomalloc::runtime

using namespace anomalloc::runtime;

int __anomalloc_kernels(void) {
  Process *P = currentProcess();
  return P && P->Opts.kernels;
}

void __anomalloc_phase_begin(const char *Name) {
  Process *P = currentProcess();
  if (!P)
    return;
  sys::SignalGuard Guard;
  uint32_t Id = idOf(*P, Guard, Name);
  {
    sys::LockGuard Lock(P->PhaseLock, Guard);
    Phases.push(Id);
    Id = Phases.top();
    publishPhase(*P, Guard);
  }
  traceSection(*P, /*Begins=*/true, /*IsPhase=*/true, Id);
}

void __anomalloc_phase_end(void) {
  Process *P = currentProcess();
  if (!P)
    return;
  sys::SignalGuard Guard;
  uint32_t Id;
  {
    sys::LockGuard Lock(P->PhaseLock, Guard);
    Id = Phases.top();
    if (!Phases.pop())
      return;
    publishPhase(*P, Guard);
  }
  traceSection(*P, /*Begins=*/false, /*IsPhase=*/true, Id);
}

void __anomalloc_scope_begin(const char *Name) {
  Process *P = currentProcess();
  if (!P)
    return;
  sys::SignalGuard Guard;
  Scopes.push(idOf(*P, Guard, Name));
  if (Lane *L = currentLane())
    selectBlocks(*L);
  traceSection(*P, /*Begins=*/true, /*IsPhase=*/false, Scopes.top());
}

void __anomalloc_scope_end(void) {
  const uint32_t Id = Scopes.top();
  if (!Scopes.pop())
    return;
  if (Lane *L = currentLane()) {
    selectBlocks(*L);
    traceSection(*L->Owner, /*Begins=*/false, /*IsPhase=*/false, Id);
  }
}
