//===- DefinitionSearch.cpp - who defines a function ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpose/DefinitionSearch.h"
#include "process/Text.h"
#include <elf.h>
#include <link.h>

namespace anomalloc::runtime {

namespace {

/// The dynamic symbol table of one loaded object.
class Object {
public:
  explicit Object(const dl_phdr_info &Info);

  bool contains(const void *Address) const;
  /// The address of its function \p Name; null: it defines none.
  void *find(const char *Name) const;
  bool isNamed(const char *Soname) const {
    return this->Soname && equal(string(this->Soname), Soname);
  }
  /// The name of the object that it needs as number \p I; null: no more.
  const char *needed(unsigned I) const;

private:
  template <typename T> T *at(ElfW(Addr) Address) const {
    // glibc adds the load bias itself, but for what it must not write to.
    return reinterpret_cast<T *>(
        Address < Info.dlpi_addr ? Address + Info.dlpi_addr : Address);
  }
  const char *string(uint64_t Offset) const { return Strings + Offset; }
  uint32_t findIndex(const char *Name) const;
  bool isDefinition(uint32_t Index, const char *Name) const;

  const dl_phdr_info &Info;
  const ElfW(Dyn) *Dynamic = nullptr;
  const ElfW(Sym) *Symbols = nullptr;
  const char *Strings = nullptr;
  const uint16_t *Versions = nullptr;
  const uint32_t *GnuHash = nullptr;
  const uint32_t *Hash = nullptr;
  uint64_t Soname = 0;
};

} // namespace

Object::Object(const dl_phdr_info &Info) : Info(Info) {
  for (unsigned I = 0; I != Info.dlpi_phnum; ++I)
    if (Info.dlpi_phdr[I].p_type == PT_DYNAMIC)
      Dynamic = reinterpret_cast<const ElfW(Dyn) *>(Info.dlpi_addr +
                                                    Info.dlpi_phdr[I].p_vaddr);
  for (auto *D = Dynamic; D && D->d_tag != DT_NULL; ++D)
    switch (D->d_tag) {
    case DT_SYMTAB:
      Symbols = at<const ElfW(Sym)>(D->d_un.d_ptr);
      break;
    case DT_STRTAB:
      Strings = at<const char>(D->d_un.d_ptr);
      break;
    case DT_VERSYM:
      Versions = at<const uint16_t>(D->d_un.d_ptr);
      break;
    case DT_GNU_HASH:
      GnuHash = at<const uint32_t>(D->d_un.d_ptr);
      break;
    case DT_HASH:
      Hash = at<const uint32_t>(D->d_un.d_ptr);
      break;
    case DT_SONAME:
      Soname = D->d_un.d_val;
      break;
    }
}

bool Object::contains(const void *Address) const {
  uint64_t Offset = reinterpret_cast<uint64_t>(Address) - Info.dlpi_addr;
  for (unsigned I = 0; I != Info.dlpi_phnum; ++I) {
    const ElfW(Phdr) &P = Info.dlpi_phdr[I];
    if (P.p_type == PT_LOAD && Offset - P.p_vaddr < P.p_memsz)
      return true;
  }
  return false;
}

const char *Object::needed(unsigned I) const {
  for (auto *D = Dynamic; D && D->d_tag != DT_NULL; ++D)
    if (D->d_tag == DT_NEEDED && I-- == 0)
      return string(D->d_un.d_val);
  return nullptr;
}

bool Object::isDefinition(uint32_t Index, const char *Name) const {
  constexpr uint16_t HiddenVersion = 0x8000; // Not what new programs get.
  const ElfW(Sym) &S = Symbols[Index];
  return S.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(S.st_info) == STT_FUNC &&
         ELF64_ST_BIND(S.st_info) != STB_LOCAL &&
         !(Versions && (Versions[Index] & HiddenVersion)) &&
         equal(string(S.st_name), Name);
}

uint32_t Object::findIndex(const char *Name) const {
  if (GnuHash) {
    uint32_t H = 5381;
    for (const char *C = Name; *C; ++C)
      H = H * 33 + uint8_t(*C);
    uint32_t NumBuckets = GnuHash[0], First = GnuHash[1],
             BloomWords = GnuHash[2];
    const uint32_t *Buckets =
        GnuHash + 4 + BloomWords * sizeof(ElfW(Addr)) / sizeof(uint32_t);
    uint32_t I = NumBuckets ? Buckets[H % NumBuckets] : 0;
    if (I < First)
      return 0;
    for (const uint32_t *Chain = Buckets + NumBuckets;; ++I) {
      uint32_t Of = Chain[I - First];
      if ((Of | 1) == (H | 1) && isDefinition(I, Name))
        return I;
      if (Of & 1)
        return 0;
    }
  }
  if (!Hash)
    return 0;
  uint32_t NumSymbols = Hash[1];
  for (uint32_t I = 1; I < NumSymbols; ++I)
    if (isDefinition(I, Name))
      return I;
  return 0;
}

void *Object::find(const char *Name) const {
  if (!Symbols || !Strings)
    return nullptr;
  uint32_t I = findIndex(Name);
  return I ? reinterpret_cast<void *>(Info.dlpi_addr + Symbols[I].st_value)
           : nullptr;
}

/// Calls \p Visit for each loaded object in the order of loading, until it
/// returns true.
template <typename Visitor> static void forEachObject(Visitor Visit) {
  auto Call = [](dl_phdr_info *Info, size_t, void *Data) -> int {
    return (*static_cast<Visitor *>(Data))(*Info);
  };
  dl_iterate_phdr(Call, &Visit);
}

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
    bool Found = Object(Info).isNamed(Soname);
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
    if (Object(Info).contains(Caller) && Seen.add(I))
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
      Object O(Info);
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
    Object O(Info);
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
