//===- DefinitionSearch.cpp - who defines a function ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpose/DefinitionSearch.h"
#include "interpose/LoadedObject.h"

namespace anomalloc::runtime {

/// How many objects were loaded before any dlopen(3); 0: it is not known yet,
/// and there was none.
static unsigned NumFirstObjects;

void noteProgramIsLoaded() {
  if (!NumFirstObjects)
    forEachObject([](const dl_phdr_info &) {
      ++NumFirstObjects;
      return false;
    });
}

bool isProgramLoaded() { return NumFirstObjects; }

namespace {
/// Numbers of objects; later ones are left out.
class ObjectSet {
public:
  bool contains(unsigned I) const {
    return I < Max && Bits[I / 64] >> I % 64 & 1;
  }
  /// False if it was there.
  bool add(unsigned I) {
    if (I >= Max || contains(I))
      return false;
    Bits[I / 64] |= uint64_t(1) << I % 64;
    return true;
  }

private:
  static constexpr unsigned Max = 512;
  uint64_t Bits[Max / 64] = {};
};
} // namespace

static unsigned numberOf(const char *Soname) {
  unsigned Number = 0;
  forEachObject([&](const dl_phdr_info &Info) {
    bool Found = LoadedObject(Info).isNamed(Soname);
    Number += !Found;
    return Found;
  });
  return Number;
}

/// The definition in the caller's object, or in the nearest of those that it
/// needs, but for that of \p Own.
static __attribute__((noinline)) void *
findNeeded(const char *Name, const void *Own, const void *Caller) {
  ObjectSet Seen, Next;
  unsigned I = 0;
  forEachObject([&](const dl_phdr_info &Info) {
    if (LoadedObject(Info).contains(Caller) && Seen.add(I))
      Next.add(I);
    ++I;
    return false;
  });
  void *Found = nullptr;
  for (bool More = true; More && !Found;) {
    const ObjectSet Level = Next;
    More = false;
    I = 0;
    forEachObject([&](const dl_phdr_info &Info) {
      LoadedObject O(Info);
      if (!Level.contains(I++))
        return false;
      Found = O.find(Name);
      if (Found && Found != Own)
        return true;
      Found = nullptr;
      for (unsigned N = 0; const char *Soname = O.needed(N); ++N)
        if (unsigned Number = numberOf(Soname); Seen.add(Number))
          More |= Next.add(Number);
      return false;
    });
  }
  return Found;
}

void *findDefinition(const char *Name, const void *Own, const void *Caller) {
  bool IsBehind = !Own;
  unsigned I = 0, NumLater = 0;
  void *First = nullptr, *Later = nullptr;
  forEachObject([&](const dl_phdr_info &Info) {
    LoadedObject O(Info);
    bool IsFirst = !NumFirstObjects || I++ < NumFirstObjects;
    if (!IsBehind) {
      IsBehind = O.contains(Own);
      return false;
    }
    void *Found = O.find(Name);
    if (!Found)
      return false;
    if (IsFirst) {
      First = Found;
      return true;
    }
    Later = Found;
    ++NumLater;
    return false;
  });
  if (First)
    return First;
  if (NumLater > 1)
    if (void *Needed = findNeeded(Name, Own, Caller))
      return Needed;
  return Later;
}

} // namespace anomalloc::runtime
