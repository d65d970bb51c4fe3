//===- LoadedObject.h - what ld.so(8) has loaded ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The dynamic section of one loaded object, read without dlsym(3). Source:
/// System V ABI, chapter 5, its supplement for x86-64, and for DT_GNU_HASH the
/// GNU linker.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_INTERPOSE_LOADEDOBJECT_H
#define ANOMALLOC_RUNTIME_INTERPOSE_LOADEDOBJECT_H

#include "process/Text.h"
#include <elf.h>
#include <link.h>

namespace anomalloc::runtime {

/// The dynamic symbol table of one loaded object.
class LoadedObject {
public:
  explicit LoadedObject(const dl_phdr_info &Info);

  bool contains(const void *Address) const;
  /// The address of its function \p Name; null: it defines none. With the type
  /// STT_OBJECT, it is a variable.
  void *find(const char *Name, unsigned Type = STT_FUNC) const;
  bool isNamed(const char *Soname) const {
    return this->Soname && equal(string(this->Soname), Soname);
  }
  /// The name of the object that it needs as number \p I; null: no more.
  const char *needed(unsigned I) const;

  /// A word of the object that holds the address of a function which is defined
  /// elsewhere, maybe. ld.so(8) fills it in.
  struct Slot {
    const char *Name; ///< Of the function.
    void **Place;
    /// At first the address leads back into the object; the first call of the
    /// function brings the right one.
    bool MayBeLazy;
  };
  /// Calls \p Visit for each slot through which the object calls functions
  /// (global offset table).
  template <typename Visitor> void forEachSlot(Visitor Visit) const {
    const Relocations Both[] = {Immediate, Jumps};
    for (const Relocations &R : Both)
      for (size_t I = 0; I != R.Count; ++I) {
        const uint64_t Info = R.First[I].r_info;
        const uint32_t Symbol = uint32_t(ELF64_R_SYM(Info));
        const bool IsJump = ELF64_R_TYPE(Info) == JumpSlot;
        if (Symbol && (IsJump || ELF64_R_TYPE(Info) == GlobalData))
          Visit(Slot{string(Symbols[Symbol].st_name),
                     reinterpret_cast<void **>(this->Info.dlpi_addr +
                                               R.First[I].r_offset),
                     IsJump});
      }
  }

  /// The whole pages that ld.so(8) lets nobody write to any more once the
  /// object is loaded; Begin == End: there are none.
  struct Pages {
    char *Begin, *End;
  };
  Pages protectedPages() const;

private:
#ifdef __x86_64__
  static constexpr uint32_t JumpSlot = R_X86_64_JUMP_SLOT;
  static constexpr uint32_t GlobalData = R_X86_64_GLOB_DAT;
#else
  static constexpr uint32_t JumpSlot = R_AARCH64_JUMP_SLOT;
  static constexpr uint32_t GlobalData = R_AARCH64_GLOB_DAT;
#endif
  struct Relocations {
    const ElfW(Rela) *First = nullptr;
    size_t Count = 0;
  };
  template <typename T> T *at(ElfW(Addr) Address) const {
    // glibc adds the load bias itself, but for what it must not write to.
    return reinterpret_cast<T *>(
        Address < Info.dlpi_addr ? Address + Info.dlpi_addr : Address);
  }
  const char *string(uint64_t Offset) const { return Strings + Offset; }
  uint32_t findIndex(const char *Name, unsigned Type) const;
  bool isDefinition(uint32_t Index, const char *Name, unsigned Type) const;

  const dl_phdr_info &Info;
  const ElfW(Dyn) *Dynamic = nullptr;
  const ElfW(Sym) *Symbols = nullptr;
  const char *Strings = nullptr;
  const uint16_t *Versions = nullptr;
  const uint32_t *GnuHash = nullptr;
  const uint32_t *Hash = nullptr;
  uint64_t Soname = 0;
  Relocations Immediate, Jumps;
};

/// Calls \p Visit for each loaded object in the order of loading, until it
/// returns true.
template <typename Visitor> void forEachObject(Visitor Visit) {
  auto Call = [](dl_phdr_info *Info, size_t, void *Data) -> int {
    return (*static_cast<Visitor *>(Data))(*Info);
  };
  dl_iterate_phdr(Call, &Visit);
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_INTERPOSE_LOADEDOBJECT_H
