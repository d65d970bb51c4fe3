//===- AssembledCode.cpp - an object, linked ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssembledCode.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace llvm::support::endian;

namespace anomalloc::test {

static constexpr char Macros[] = R"(
.macro function name
  .type \name,@function
\name:
.endm
.macro end name
  .size \name, .-\name
.endm
.macro slot name
slot_\name:
  .quad 0
  .ifdef aarch64
  .reloc slot_\name, R_AARCH64_JUMP_SLOT, \name
  .else
  .reloc slot_\name, R_X86_64_JUMP_SLOT, \name
  .endif
.endm
)";

namespace {

/// Makes an object a shared library, in place. Each section that is loaded gets
/// an address of its own; what relocations ask for is written.
class Linker {
  using Elf = object::ELF64LE;

public:
  explicit Linker(MutableArrayRef<char> Bytes)
      : Bytes(Bytes), File(cantFail(object::ELFFile<Elf>::create(
                          StringRef(Bytes.data(), Bytes.size())))) {}

  void link(std::vector<std::pair<std::string, uint64_t>> &Labels) {
    place();
    for (Elf::Shdr &S : sections())
      if (S.sh_type == ELF::SHT_SYMTAB)
        moveSymbols(S, Labels);
    for (Elf::Shdr &S : sections())
      if (S.sh_type == ELF::SHT_RELA)
        relocate(S);
    header().e_type = ELF::ET_DYN;
  }

private:
  template <typename T> T *mutableAt(uint64_t Offset) {
    return reinterpret_cast<T *>(Bytes.data() + Offset);
  }
  Elf::Ehdr &header() { return *mutableAt<Elf::Ehdr>(0); }
  MutableArrayRef<Elf::Shdr> sections() {
    return {mutableAt<Elf::Shdr>(header().e_shoff), header().e_shnum};
  }
  template <typename T> MutableArrayRef<T> rows(const Elf::Shdr &S) {
    return {mutableAt<T>(S.sh_offset), size_t(S.sh_size / sizeof(T))};
  }

  void place() {
    constexpr uint64_t Page = 0x1000;
    uint64_t Next = Page;
    for (Elf::Shdr &S : sections())
      if (S.sh_flags & ELF::SHF_ALLOC) {
        S.sh_addr = Next;
        Next = alignTo(Next + S.sh_size + 1, Page);
      }
  }

  void moveSymbols(const Elf::Shdr &Table,
                   std::vector<std::pair<std::string, uint64_t>> &Labels) {
    StringRef Names = cantFail(File.getStringTableForSymtab(Table));
    for (Elf::Sym &S : rows<Elf::Sym>(Table))
      if (S.st_shndx && S.st_shndx < ELF::SHN_LORESERVE) {
        S.st_value = S.st_value + sections()[S.st_shndx].sh_addr;
        Labels.push_back({cantFail(S.getName(Names)).str(), S.st_value});
      }
  }

  void relocate(const Elf::Shdr &Its) {
    Elf::Shdr &Target = sections()[Its.sh_info];
    MutableArrayRef<Elf::Sym> Symbols = rows<Elf::Sym>(sections()[Its.sh_link]);
    for (Elf::Rela &R : rows<Elf::Rela>(Its)) {
      char *At = Bytes.data() + Target.sh_offset + R.r_offset;
      R.r_offset = R.r_offset + Target.sh_addr;
      uint64_t Value = Symbols[R.getSymbol(false)].st_value + R.r_addend;
      switch (R.getType(false)) {
      case ELF::R_X86_64_JUMP_SLOT:
      case ELF::R_AARCH64_JUMP_SLOT:
        break; // It is the loader's.
      case ELF::R_X86_64_PC32:
      case ELF::R_X86_64_PLT32:
        write32le(At, uint32_t(Value - R.r_offset));
        break;
      case ELF::R_X86_64_32:
      case ELF::R_X86_64_32S:
        write32le(At, uint32_t(Value));
        break;
      case ELF::R_X86_64_64:
        write64le(At, Value);
        break;
      case ELF::R_AARCH64_CALL26:
        write32le(At,
                  0x94000000 | (uint32_t(Value - R.r_offset) >> 2 & 0x3ffffff));
        break;
      case ELF::R_AARCH64_ADR_PREL_PG_HI21: {
        uint32_t Pages = uint32_t((Value >> 12) - (R.r_offset >> 12));
        write32le(At, (read32le(At) & 0x9f00001f) | (Pages & 3) << 29 |
                          (Pages >> 2 & 0x7ffff) << 5);
        break;
      }
      case ELF::R_AARCH64_LDST64_ABS_LO12_NC:
        write32le(At, read32le(At) | uint32_t(Value & 0xff8) << 7);
        break;
      case ELF::R_AARCH64_ADD_ABS_LO12_NC:
        write32le(At, read32le(At) | uint32_t(Value & 0xfff) << 10);
        break;
      default:
        if (Target.sh_flags & ELF::SHF_ALLOC)
          ADD_FAILURE() << "relocation " << R.getType(false);
      }
    }
  }

  MutableArrayRef<char> Bytes;
  object::ELFFile<Elf> File;
};

} // namespace

AssembledCode::AssembledCode(const std::string &Text, StringRef Target) {
  const std::string Set =
      Target.starts_with("aarch64") ? ".set aarch64, 1\n" : "";
  Bytes = assemble(Set + Macros + ".text\n" + Text + "\n", Target);
  if (Bytes.empty())
    return;
  Linker(Bytes).link(Labels);
  open();
}

void AssembledCode::open() {
  Code.reset();
  Object = cantFail(object::ObjectFile::createObjectFile(
      MemoryBufferRef(StringRef(Bytes.data(), Bytes.size()), "library.so")));
  Code = cantFail(MachineCode::open(*Object, nullptr));
}

void AssembledCode::strip() {
  auto &Header = *reinterpret_cast<object::ELF64LE::Ehdr *>(Bytes.data());
  auto *Sections =
      reinterpret_cast<object::ELF64LE::Shdr *>(Bytes.data() + Header.e_shoff);
  for (unsigned I = 0; I != Header.e_shnum; ++I)
    if (Sections[I].sh_type == ELF::SHT_SYMTAB)
      Sections[I].sh_type = ELF::SHT_PROGBITS;
  open();
}

uint64_t AssembledCode::at(StringRef Label) const {
  for (const auto &[Name, Address] : Labels)
    if (Name == Label)
      return Address;
  ADD_FAILURE() << "no label " << Label.str();
  return 0;
}

MachineCall AssembledCode::before(StringRef Label) {
  if (std::optional<MachineCall> Call =
          Code ? Code->callBefore(at(Label)) : std::nullopt)
    return *Call;
  ADD_FAILURE() << "no call before " << Label.str();
  MachineCall None;
  None.LoopDepth = ~0u;
  return None;
}

} // namespace anomalloc::test
