//===- LoadedObject.cpp - what ld.so(8) has loaded ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpose/LoadedObject.h"
#include "process/System.h"

namespace anomalloc::runtime {

LoadedObject::LoadedObject(const dl_phdr_info &Info) : Info(Info) {
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
    case DT_RELA:
      Immediate.First = at<const ElfW(Rela)>(D->d_un.d_ptr);
      break;
    case DT_RELASZ:
      Immediate.Count = D->d_un.d_val / sizeof(ElfW(Rela));
      break;
    case DT_JMPREL:
      Jumps.First = at<const ElfW(Rela)>(D->d_un.d_ptr);
      break;
    case DT_PLTRELSZ:
      Jumps.Count = D->d_un.d_val / sizeof(ElfW(Rela));
      break;
    }
  if (!Immediate.First || !Symbols || !Strings)
    Immediate.Count = 0;
  if (!Jumps.First || !Symbols || !Strings)
    Jumps.Count = 0;
}

LoadedObject::Pages LoadedObject::protectedPages() const {
  const uint64_t Mask = ~(uint64_t(sys::pageSize()) - 1);
  for (unsigned I = 0; I != Info.dlpi_phnum; ++I)
    if (const ElfW(Phdr) &P = Info.dlpi_phdr[I]; P.p_type == PT_GNU_RELRO) {
      const uint64_t Begin = Info.dlpi_addr + P.p_vaddr;
      return {reinterpret_cast<char *>(Begin & Mask),
              reinterpret_cast<char *>((Begin + P.p_memsz) & Mask)};
    }
  return {nullptr, nullptr};
}

bool LoadedObject::contains(const void *Address) const {
  uint64_t Offset = reinterpret_cast<uint64_t>(Address) - Info.dlpi_addr;
  for (unsigned I = 0; I != Info.dlpi_phnum; ++I) {
    const ElfW(Phdr) &P = Info.dlpi_phdr[I];
    if (P.p_type == PT_LOAD && Offset - P.p_vaddr < P.p_memsz)
      return true;
  }
  return false;
}

const char *LoadedObject::needed(unsigned I) const {
  for (auto *D = Dynamic; D && D->d_tag != DT_NULL; ++D)
    if (D->d_tag == DT_NEEDED && I-- == 0)
      return string(D->d_un.d_val);
  return nullptr;
}

bool LoadedObject::isDefinition(uint32_t Index, const char *Name,
                                unsigned Type) const {
  constexpr uint16_t HiddenVersion = 0x8000; // Not what new programs get.
  const ElfW(Sym) &S = Symbols[Index];
  return S.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(S.st_info) == Type &&
         ELF64_ST_BIND(S.st_info) != STB_LOCAL &&
         !(Versions && (Versions[Index] & HiddenVersion)) &&
         equal(string(S.st_name), Name);
}

uint32_t LoadedObject::findIndex(const char *Name, unsigned Type) const {
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
      if ((Of | 1) == (H | 1) && isDefinition(I, Name, Type))
        return I;
      if (Of & 1)
        return 0;
    }
  }
  if (!Hash)
    return 0;
  uint32_t NumSymbols = Hash[1];
  for (uint32_t I = 1; I < NumSymbols; ++I)
    if (isDefinition(I, Name, Type))
      return I;
  return 0;
}

void *LoadedObject::find(const char *Name, unsigned Type) const {
  if (!Symbols || !Strings)
    return nullptr;
  uint32_t I = findIndex(Name, Type);
  return I ? reinterpret_cast<void *>(Info.dlpi_addr + Symbols[I].st_value)
           : nullptr;
}

} // namespace anomalloc::runtime
