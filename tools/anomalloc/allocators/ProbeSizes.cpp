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
/// With a question of ProbeTimes.cpp in its environment the answers are
/// nanoseconds:
/// \code
///   $ printf '24\n100\n' | ANOMALLOC_PROBE=pair probe-sizes
///   allocator 5f3c... /lib/x86_64-linux-gnu/libc.so.6
///   24 5
///   100 5
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "allocators/ProbeTimes.h"
#include <dlfcn.h>
#include <inttypes.h>
#include <link.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
  const anomalloc::TimeQuestion *Time =
      anomalloc::findTimeQuestion(getenv("ANOMALLOC_PROBE"));
  if (!Time) {
    // glibc: a block of its first threshold has pages of its own, unless there
    // is room for it at the end of the heap. Keep that threshold and no such
    // room.
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
    mallopt(M_TOP_PAD, 0);
    mallopt(M_TRIM_THRESHOLD, 0);
  }
  uint64_t Size;
  while (scanf("%" SCNu64, &Size) == 1)
    Time ? printTime(*Time, Size) : printUsable(Size);
  return fflush(stdout) == 0 ? 0 : 1;
}
