//===- Statistics.cpp - what an allocator says of itself ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An allocator is asked by its own functions: those in the object that has its
// malloc. Declarations are those of malloc.h, jemalloc(3), mimalloc.h and
// gperftools' malloc_extension_c.h.
//
//===----------------------------------------------------------------------===//

#include "Replayer/Statistics.h"
#include "Replayer/BlockOf.h"
#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

namespace anomalloc {
namespace replay {
namespace {

using Mallctl = int(const char *, void *, size_t *, void *, size_t);
using MiProcessInfo = void(size_t *, size_t *, size_t *, size_t *, size_t *,
                           size_t *, size_t *, size_t *);
using NumericProperty = int(const char *, size_t *);
using Mallinfo2 = struct mallinfo2();

Mallctl *AskJemalloc;
MiProcessInfo *AskMimalloc;
NumericProperty *AskTcmalloc;
Mallinfo2 *AskGlibc;

constexpr const char *JemallocNames[] = {"stats.allocated", "stats.active",
                                         "stats.metadata",  "stats.resident",
                                         "stats.mapped",    "stats.retained"};
constexpr const char *TcmallocNames[] = {
    "generic.current_allocated_bytes",   "generic.heap_size",
    "tcmalloc.pageheap_free_bytes",      "tcmalloc.pageheap_unmapped_bytes",
    "tcmalloc.central_cache_free_bytes", "tcmalloc.transfer_cache_free_bytes",
    "tcmalloc.thread_cache_free_bytes"};

const void *objectOf(void *Function) {
  Dl_info Info;
  return Function && dladdr(Function, &Info) ? Info.dli_fbase : nullptr;
}

template <typename Function>
void find(Function *&To, const char *Name, const void *Object) {
  void *Found = dlsym(RTLD_DEFAULT, Name);
  if (Found && objectOf(Found) == Object)
    To = reinterpret_cast<Function *>(Found);
}

/// Appends "name value" lines. Nothing here allocates.
class Lines {
public:
  explicit Lines(char *To) : At(To), End(To + TextSize - 1) { *At = 0; }
  void add(const char *Name, uint64_t Value) {
    char Digits[24];
    char *D = Digits + sizeof(Digits);
    *--D = 0;
    *--D = '\n';
    D = digits(Value, D);
    if (strlen(Name) + 1 + strlen(D) > size_t(End - At))
      return;
    put(Name);
    put(" ");
    put(D);
  }

  /// Before \p End. Returns the first.
  static char *digits(uint64_t Value, char *End) {
    do
      *--End = char('0' + Value % 10);
    while (Value /= 10);
    return End;
  }

private:
  void put(const char *Text) {
    while (*Text)
      *At++ = *Text++;
    *At = 0;
  }
  char *At, *const End;
};

/// Lines "pool-24.slots 341", "pool-24.live 340": the slots that were ever cut,
/// and those of them that are in no list. \p Which: of SharedState::PoolOf.
void tellPool(SharedState &S, uint32_t Which, Lines &To) {
  uint64_t Slots = 0, Unused = 0, Returned = 0;
  auto Count = [](void *First) {
    uint64_t Number = 0;
    for (void *Slot = First; Slot; Slot = *static_cast<void **>(Slot))
      ++Number;
    return Number;
  };
  for (uint32_t Copy = 0; Copy != S.Copies; ++Copy)
    for (uint32_t Lane = 0; Lane != S.Lanes; ++Lane) {
      PoolPart &Part = S.parts(Copy, Lane)[Which];
      Slots += Part.Slots;
      Unused += Count(Part.Free);
      Returned += Count(Part.Returned.load());
    }
  char Digits[24];
  char *const End = Digits + sizeof(Digits) - 1;
  *End = 0;
  char *const Size = Lines::digits(S.PoolOf[Which].Size, End);
  auto Tell = [&](const char *What, uint64_t Value) {
    char Name[64] = "pool-";
    strcat(strcat(Name, Size), What);
    To.add(Name, Value);
  };
  Tell(".slots", Slots);
  Tell(".live", Slots - Unused - Returned);
}

} // namespace

void findStatistics(SharedState &S) {
  void *Malloc = dlsym(RTLD_DEFAULT, "malloc");
  Dl_info Info;
  if (!Malloc || !dladdr(Malloc, &Info))
    return;
  strncpy(S.Allocator, Info.dli_fname, sizeof(S.Allocator) - 1);
  find(AskJemalloc, "mallctl", Info.dli_fbase);
  find(AskMimalloc, "mi_process_info", Info.dli_fbase);
  find(AskTcmalloc, "MallocExtension_GetNumericProperty", Info.dli_fbase);
  find(AskGlibc, "mallinfo2", Info.dli_fbase);
}

void tellStatistics(SharedState &S) {
  Lines To(S.Text);
  for (uint32_t I = 0; I != S.Pools; ++I)
    tellPool(S, I, To);
  if (S.Arenas) {
    uint64_t Resets = 0;
    for (uint32_t I = 0; I != S.Arenas * S.Copies; ++I)
      Resets += S.arenas(0)[I].Resets;
    To.add("arenas.ended", Resets);
  }
  if (AskGlibc) {
    struct mallinfo2 I = AskGlibc();
    To.add("arena", I.arena);
    To.add("hblkhd", I.hblkhd);
    To.add("uordblks", I.uordblks);
    To.add("fordblks", I.fordblks);
    To.add("fsmblks", I.fsmblks);
    To.add("keepcost", I.keepcost);
  }
  if (AskJemalloc) {
    uint64_t Epoch = 1;
    size_t Size = sizeof(Epoch);
    AskJemalloc("epoch", &Epoch, &Size, &Epoch, Size);
    for (const char *Name : JemallocNames) {
      size_t Value = 0;
      Size = sizeof(Value);
      if (AskJemalloc(Name, &Value, &Size, nullptr, 0) == 0)
        To.add(Name, Value);
    }
  }
  if (AskMimalloc) {
    size_t Ms, User, System, Rss, PeakRss, Commit, PeakCommit, Faults;
    AskMimalloc(&Ms, &User, &System, &Rss, &PeakRss, &Commit, &PeakCommit,
                &Faults);
    To.add("current_commit", Commit);
    To.add("peak_commit", PeakCommit);
    To.add("page_faults", Faults);
  }
  if (AskTcmalloc)
    for (const char *Name : TcmallocNames) {
      size_t Value = 0;
      if (AskTcmalloc(Name, &Value))
        To.add(Name, Value);
    }
}

void tellUsableSizes(SharedState &S) {
  for (uint32_t I = 0; I != S.Questions; ++I) {
    Question &Q = S.questions()[I];
    void *Block = blockOf(Q.Size, unsigned(Q.AlignmentBits));
    Q.Usable = Block ? malloc_usable_size(Block) : 0;
    free(Block);
  }
}

} // namespace replay
} // namespace anomalloc
