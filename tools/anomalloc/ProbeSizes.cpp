//===- ProbeSizes.cpp - asks the allocator of this very process -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program of its own, so that nothing but the questions touches the heap:
/// run with an allocator preloaded, it says what that allocator hands out.
/// \code
///   $ printf '24\n100\n' | LD_PRELOAD=/usr/lib/libjemalloc.so.2 probe-sizes
///   allocator 5f3c... /usr/lib/libjemalloc.so.2
///   24 32
///   100 112
/// \endcode
/// Sizes that could not be had are left out. "-" stands for no build id.
/// Nothing is said if one object gives malloc and another malloc_usable_size.
///
/// With ANOMALLOC_PROBE=times in its environment the answers are nanoseconds of
/// a malloc and its free, rounded down:
/// \code
///   24 15
///   100 15
/// \endcode
///
/// With ANOMALLOC_PROBE=work they are nanoseconds of the same with what
/// programs do around it. As many blocks as fill a second cache are there at
/// once; each is filled, copied into the next and read, and they are freed in
/// another order. So the allocator's own lists and the blocks come from beyond
/// the nearest cache.
///
//===----------------------------------------------------------------------===//

#include <dlfcn.h>
#include <inttypes.h>
#include <link.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

namespace {

struct Object {
  uintptr_t Address; ///< In it.
  const char *Path;
  const uint8_t *BuildId;
  size_t BuildIdSize;
};

void findBuildId(Object &O, uintptr_t At, uintptr_t End) {
  while (At + sizeof(ElfW(Nhdr)) < End) {
    auto *Note = reinterpret_cast<const ElfW(Nhdr) *>(At);
    uintptr_t Name = At + sizeof(*Note);
    uintptr_t Data = Name + ((Note->n_namesz + 3) & ~3u);
    if (Note->n_type == NT_GNU_BUILD_ID && Note->n_namesz == 4 &&
        memcmp(reinterpret_cast<const char *>(Name), "GNU", 4) == 0) {
      O.BuildId = reinterpret_cast<const uint8_t *>(Data);
      O.BuildIdSize = Note->n_descsz;
      return;
    }
    At = Data + ((Note->n_descsz + 3) & ~3u);
  }
}

/// For dl_iterate_phdr(3): stops at the object that holds the address.
int visit(dl_phdr_info *Info, size_t, void *Argument) {
  auto &O = *static_cast<Object *>(Argument);
  bool Holds = false;
  for (unsigned I = 0; I != Info->dlpi_phnum; ++I) {
    const ElfW(Phdr) &H = Info->dlpi_phdr[I];
    Holds |= H.p_type == PT_LOAD &&
             O.Address - (Info->dlpi_addr + H.p_vaddr) < H.p_memsz;
  }
  if (!Holds)
    return 0;
  O.Path = Info->dlpi_name;
  for (unsigned I = 0; I != Info->dlpi_phnum && !O.BuildId; ++I) {
    const ElfW(Phdr) &H = Info->dlpi_phdr[I];
    if (H.p_type == PT_NOTE)
      findBuildId(O, Info->dlpi_addr + H.p_vaddr,
                  Info->dlpi_addr + H.p_vaddr + H.p_memsz);
  }
  return 1;
}

Object objectOf(const char *Function) {
  Object O = {};
  O.Address = reinterpret_cast<uintptr_t>(dlsym(RTLD_DEFAULT, Function));
  dl_iterate_phdr(visit, &O);
  return O;
}

/// An object that passes malloc on to another has no sizes to tell.
bool printAllocator() {
  Object O = objectOf("malloc");
  if (!O.Path || O.Path != objectOf("malloc_usable_size").Path)
    return false;
  printf("allocator ");
  for (size_t I = 0; I != O.BuildIdSize; ++I)
    printf("%02x", O.BuildId[I]);
  printf("%s %s\n", O.BuildIdSize ? "" : "-", O.Path);
  return true;
}

uint64_t now() {
  timespec Time;
  clock_gettime(CLOCK_MONOTONIC, &Time);
  return uint64_t(Time.tv_sec) * 1000000000 + uint64_t(Time.tv_nsec);
}

/// Of one round of pairs; 0 if there is no block of that size.
uint64_t timeRound(uint64_t Size, unsigned Pairs) {
  uint64_t Start = now();
  for (unsigned I = 0; I != Pairs; ++I) {
    void *Block = malloc(Size);
    // The compiler must not know that nobody uses it.
    __asm__ volatile("" : "+r"(Block) : : "memory");
    if (!Block)
      return 0;
    free(Block);
  }
  return now() - Start;
}

/// Blocks that live at once in a round with work: a mebibyte of them, which is
/// more than a first cache holds and less than a last one. A power of two.
constexpr unsigned MostBlocks = 16384;
unsigned blocksFor(uint64_t Size) {
  constexpr uint64_t Together = 1 << 20;
  unsigned Blocks = 4;
  while (Blocks != MostBlocks && (Size + 16) * Blocks < Together)
    Blocks *= 2;
  return Blocks;
}

/// Of one round of \p Number blocks with work; 0 if they cannot be had.
uint64_t timeWork(uint64_t Size, unsigned Number) {
  static char *Blocks[MostBlocks];
  uint64_t Start = now();
  for (unsigned I = 0; I != Number; ++I) {
    Blocks[I] = static_cast<char *>(malloc(Size));
    if (!Blocks[I])
      return 0;
    memset(Blocks[I], int(I), Size);
  }
  // Each block once, in no order that a machine foresees: a linear congruential
  // generator whose period is Number.
  unsigned Sum = 0;
  auto After = [Number](unsigned I) { return (I * 1664525 + 1) % Number; };
  for (unsigned I = 0, J = 0; I != Number; ++I, J = After(J)) {
    memcpy(Blocks[After(J)], Blocks[J], Size);
    for (uint64_t K = 0; K < Size; K += 64)
      Sum += static_cast<unsigned char>(Blocks[J][K]);
  }
  __asm__ volatile("" : : "r"(Sum) : "memory");
  for (unsigned I = 0, J = 0; I != Number; ++I, J = After(J))
    free(Blocks[J]);
  return now() - Start;
}

/// So that two runs, as a rule, say the same.
uint64_t roundedDown(uint64_t Nanoseconds) {
  uint64_t Step = Nanoseconds < 10 ? 1 : 5;
  for (uint64_t Limit = 100; Nanoseconds >= Limit; Limit *= 10)
    Step = Limit / 10;
  return Nanoseconds / Step * Step;
}

/// What disturbs only makes a round longer: the best one counts.
void printTime(uint64_t Size) {
  constexpr int Rounds = 7;
  unsigned Pairs = Size <= 65536 ? 256 : 16;
  uint64_t Best = UINT64_MAX;
  for (int I = 0; I != Rounds; ++I) {
    uint64_t Time = timeRound(Size, Pairs);
    if (!Time)
      return;
    Best = Time < Best ? Time : Best;
  }
  printf("%" PRIu64 " %" PRIu64 "\n", Size, roundedDown(Best / Pairs));
}

void printWork(uint64_t Size) {
  constexpr int Rounds = 3;
  unsigned Number = blocksFor(Size);
  uint64_t Best = UINT64_MAX;
  for (int I = 0; I != Rounds; ++I) {
    uint64_t Time = timeWork(Size, Number);
    if (!Time)
      return;
    Best = Time < Best ? Time : Best;
  }
  printf("%" PRIu64 " %" PRIu64 "\n", Size, roundedDown(Best / Number));
}

void printUsable(uint64_t Size) {
  if (void *Block = malloc(Size)) {
    printf("%" PRIu64 " %zu\n", Size, malloc_usable_size(Block));
    free(Block);
  }
}

} // namespace

int main() {
  // Buffers of stdio would lie in the heap that is asked.
  static char In[BUFSIZ], Out[BUFSIZ];
  setvbuf(stdin, In, _IOFBF, sizeof(In));
  setvbuf(stdout, Out, _IOFBF, sizeof(Out));
  if (!printAllocator())
    return 0;
  const char *What = getenv("ANOMALLOC_PROBE");
  bool Times = What && !strcmp(What, "times");
  bool Work = What && !strcmp(What, "work");
  if (!Times && !Work) {
    // glibc: a block of its first threshold has pages of its own, unless there
    // is room for it at the end of the heap. Keep that threshold and no such
    // room.
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
    mallopt(M_TOP_PAD, 0);
    mallopt(M_TRIM_THRESHOLD, 0);
  }
  uint64_t Size;
  while (scanf("%" SCNu64, &Size) == 1)
    Times ? printTime(Size) : Work ? printWork(Size) : printUsable(Size);
  return fflush(stdout) == 0 ? 0 : 1;
}
