//===- Modules.cpp - which object an address belongs to -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// _dl_find_object(3) of glibc 2.35 and later answers without a lock, so it may
// be asked from a signal handler, a constructor, or a thread for which a
// dlopen(3) elsewhere waits.
//
//===----------------------------------------------------------------------===//

#include "profile/Modules.h"
#include "process/Process.h"
#include "process/System.h"
#include "process/Text.h"
#include "profile/OutputName.h"
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/auxv.h>

using namespace anomalloc::format;

extern "C" int _dl_find_object(void *, struct dl_find_object *)
    __attribute__((weak));
#pragma weak _r_debug

namespace anomalloc::runtime {

namespace {
struct Image {
  uint64_t Start, End, Bias;
  const char *Path;
  const uint8_t *BuildId = nullptr;
  uint32_t BuildIdSize = 0;
};
} // namespace

namespace {
struct ProgramHeaders {
  const ElfW(Phdr) *First = nullptr;
  unsigned Count = 0;
};
} // namespace

static ProgramHeaders headersAt(uint64_t Start) {
  auto *Elf = reinterpret_cast<const ElfW(Ehdr) *>(Start);
  if (__builtin_memcmp(Elf->e_ident, ELFMAG, SELFMAG) != 0)
    return {};
  return {reinterpret_cast<const ElfW(Phdr) *>(Start + Elf->e_phoff),
          Elf->e_phnum};
}

/// The program headers of the object that has the segment \p I. glibc shows
/// each segment by itself if there are gaps between them, as lld makes them for
/// pages of 64 KiB: the file's header is in the first one.
static ProgramHeaders headersOf(const Image &I) {
  if (ProgramHeaders Its = headersAt(I.Start); Its.Count)
    return Its;
  uint64_t Word;
  if (I.Bias && sys::readMemory(I.Bias, &Word, sizeof(Word)))
    return headersAt(I.Bias);
  if (I.Bias)
    return {};
  return {reinterpret_cast<const ElfW(Phdr) *>(getauxval(AT_PHDR)),
          unsigned(getauxval(AT_PHNUM))}; // The program's own.
}

/// The build id among the notes of a segment.
static void findBuildId(Image &I, const ElfW(Phdr) & Header) {
  uint64_t At = I.Bias + Header.p_vaddr;
  uint64_t End = At + Header.p_memsz;
  while (At + sizeof(ElfW(Nhdr)) < End) {
    auto *Note = reinterpret_cast<const ElfW(Nhdr) *>(At);
    uint64_t Name = At + sizeof(*Note);
    uint64_t Data = Name + ((Note->n_namesz + 3) & ~3u);
    if (Note->n_type == NT_GNU_BUILD_ID && Note->n_namesz == 4 &&
        !__builtin_memcmp(reinterpret_cast<const char *>(Name), "GNU", 4)) {
      I.BuildId = reinterpret_cast<const uint8_t *>(Data);
      I.BuildIdSize = Note->n_descsz;
      return;
    }
    At = Data + ((Note->n_descsz + 3) & ~3u);
  }
}

/// Makes a segment the whole object.
static void findRest(Image &I) {
  const ProgramHeaders All = headersOf(I);
  for (unsigned H = 0; H != All.Count; ++H) {
    const ElfW(Phdr) &Its = All.First[H];
    if (Its.p_type == PT_NOTE && !I.BuildId)
      findBuildId(I, Its);
    if (Its.p_type != PT_LOAD)
      continue;
    const uint64_t Begin = I.Bias + Its.p_vaddr, End = Begin + Its.p_memsz;
    I.Start = Begin < I.Start ? Begin : I.Start;
    I.End = End > I.End ? End : I.End;
  }
}

static bool findImage(const void *Address, Image &I) {
  struct dl_find_object Found;
  if (!_dl_find_object || _dl_find_object(const_cast<void *>(Address), &Found))
    return false;
  I.Start = reinterpret_cast<uint64_t>(Found.dlfo_map_start);
  I.End = reinterpret_cast<uint64_t>(Found.dlfo_map_end);
  I.Bias = Found.dlfo_link_map->l_addr;
  I.Path = Found.dlfo_link_map->l_name;
  if (!I.Path || !*I.Path)
    I.Path = programPath();
  findRest(I);
  return true;
}

const uint8_t *frameHeaderOf(uint64_t Pc) {
  struct dl_find_object Found;
  if (!_dl_find_object || _dl_find_object(reinterpret_cast<void *>(Pc), &Found))
    return nullptr;
  return static_cast<const uint8_t *>(Found.dlfo_eh_frame);
}

const char *modulePath(const void *Address) {
  Image I;
  return findImage(Address, I) ? I.Path : "";
}

static void record(Process &P, const sys::SignalGuard &Guard, const Image &I) {
  if (P.NumModules == MaxModules)
    return;
  size_t PathLength = length(I.Path) + 1;
  bool Done = addRecord<ModuleRecord>(
      P, Guard, RecordType::Module,
      sizeof(ModuleRecord) + I.BuildIdSize + PathLength, [&](ModuleRecord &R) {
        R.Start = I.Start;
        R.End = I.End;
        R.Bias = I.Bias;
        R.Epoch = P.Epoch;
        R.BuildIdSize = I.BuildIdSize;
        char *Bytes = reinterpret_cast<char *>(&R + 1);
        if (I.BuildIdSize)
          __builtin_memcpy(Bytes, I.BuildId, I.BuildIdSize);
        __builtin_memcpy(Bytes + I.BuildIdSize, I.Path, PathLength);
      });
  if (Done)
    P.Modules[P.NumModules++] = {I.Start, I.End, false};
}

void recordModuleOf(Process &Its, const sys::SignalGuard &Guard, uint64_t Pc) {
  Process &P = Its.whole();
  sys::LockGuard Lock(P.ModuleLock, Guard);
  for (uint32_t I = 0; I != P.NumModules; ++I)
    if (!P.Modules[I].Gone && Pc >= P.Modules[I].Start && Pc < P.Modules[I].End)
      return;
  Image I;
  if (findImage(reinterpret_cast<void *>(Pc), I))
    record(P, Guard, I);
  else
    __atomic_store_n(&P.HasOtherCode, true, __ATOMIC_RELAXED);
}

void recordLoadedModules(Process &P, const sys::SignalGuard &Guard) {
  // The list itself may be changing under a dlopen(3) elsewhere, but at start,
  // when this runs, and in a fresh child, there is one thread.
  const struct r_debug *Debug = &_r_debug;
  if (!Debug)
    return;
  for (struct link_map *Map = Debug->r_map; Map; Map = Map->l_next)
    if (Map->l_ld)
      recordModuleOf(P, Guard, reinterpret_cast<uint64_t>(Map->l_ld));
}

void recordModulesLocked(Process &P, const sys::SignalGuard &Guard) {
  struct Context {
    Process &P;
    const sys::SignalGuard &Guard;
  } Its = {P, Guard};
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Data) -> int {
        auto &C = *static_cast<Context *>(Data);
        for (unsigned I = 0; I != Info->dlpi_phnum; ++I)
          if (const ElfW(Phdr) &H = Info->dlpi_phdr[I]; H.p_type == PT_DYNAMIC)
            recordModuleOf(C.P, C.Guard, Info->dlpi_addr + H.p_vaddr);
        return 0;
      },
      &Its);
}

void noticeUnloadedModules(Process &P) {
  // A program that loads and unloads for ever must not make ever new rows.
  constexpr uint32_t MaxEpochs = 64;
  sys::SignalGuard Guard;
  sys::LockGuard Lock(P.ModuleLock, Guard);
  for (uint32_t I = 0; I != P.NumModules; ++I) {
    LoadedModule &M = P.Modules[I];
    Image Now;
    if (M.Gone || (findImage(reinterpret_cast<void *>(M.Start), Now) &&
                   Now.Start == M.Start))
      continue;
    M.Gone = true;
    P.Rules.forgetAll();
    if (P.Epoch < MaxEpochs)
      __atomic_store_n(&P.Epoch, P.Epoch + 1, __ATOMIC_RELEASE);
    if (Process &Its = P.recording(); &Its != &P) {
      Its.Rules.forgetAll();
      __atomic_store_n(&Its.Epoch, P.Epoch, __ATOMIC_RELEASE);
    }
  }
}

} // namespace anomalloc::runtime
