//===- ElfImage.cpp -------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/ElfImage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/DebugInfo/DWARF/DWARFDataExtractor.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugFrame.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace anomalloc::recover {

/// Bytes of call frame information that are read at most: each becomes some
/// twenty in memory. LLVM's own library, of a hundred megabytes, has ten.
constexpr uint64_t LargestFrames = 32 << 20;

/// DenseMap keeps these keys for itself.
static bool isKey(uint64_t Address) { return Address < ~uint64_t(1); }

template <typename T> static T valueOr(Expected<T> Value, T Else) {
  if (Value)
    return std::move(*Value);
  consumeError(Value.takeError());
  return Else;
}

ElfImage::ElfImage(const object::ELF64LEObjectFile &Code,
                   const object::ObjectFile *Symbols, const Decoder &D)
    : D(D), Processor(Code.getArch()) {
  Functions.add(Code);
  if (Symbols)
    Functions.add(*Symbols);
  Functions.sort();

  const ElfFile &File = Code.getELFFile();
  for (const Elf::Shdr &S : valueOr(File.sections(), {})) {
    if (S.sh_type == ELF::SHT_RELA)
      readRelocations(File, S);
    if (!(S.sh_flags & ELF::SHF_ALLOC) || S.sh_type == ELF::SHT_NOBITS)
      continue;
    Sections.push_back({S.sh_addr, valueOr(File.getSectionContents(S), {}),
                        valueOr(File.getSectionName(S), StringRef()),
                        (S.sh_flags & ELF::SHF_EXECINSTR) != 0});
  }
  llvm::sort(Sections, [](const Section &A, const Section &B) {
    return A.Address < B.Address;
  });
  readPlt();
}

/// Whether \p Type fills a GOT entry with the address of a function.
static bool isSlot(uint16_t Machine, uint32_t Type) {
  return Machine == ELF::EM_X86_64
             ? Type == ELF::R_X86_64_GLOB_DAT || Type == ELF::R_X86_64_JUMP_SLOT
             : Type == ELF::R_AARCH64_GLOB_DAT ||
                   Type == ELF::R_AARCH64_JUMP_SLOT;
}

/// Many symbols may have one name: the end of a long one is not looked for
/// again and again.
static StringRef boundedName(uint64_t At, StringRef Names) {
  StringRef Rest = Names.substr(std::min<uint64_t>(At, Names.size()));
  size_t End = Rest.take_front(FunctionTable::LongestName).find('\0');
  return End == StringRef::npos ? StringRef()
                                : Rest.take_front(End).split('@').first;
}

void ElfImage::readRelocations(const ElfFile &File, const Elf::Shdr &Section) {
  const uint16_t Machine = File.getHeader().e_machine;
  const uint32_t Relative = Machine == ELF::EM_X86_64
                                ? uint32_t(ELF::R_X86_64_RELATIVE)
                                : uint32_t(ELF::R_AARCH64_RELATIVE);
  const auto *Table = valueOr(File.getSection(Section.sh_link),
                              static_cast<const Elf::Shdr *>(nullptr));
  Elf::SymRange Symbols;
  StringRef Names;
  if (Table && (Table->sh_type == ELF::SHT_SYMTAB ||
                Table->sh_type == ELF::SHT_DYNSYM)) {
    Symbols = valueOr(File.symbols(Table), {});
    Names = valueOr(File.getStringTableForSymtab(*Table), StringRef());
  }
  for (const Elf::Rela &R : valueOr(File.relas(Section), {})) {
    const uint32_t Type = R.getType(false), Symbol = R.getSymbol(false);
    if (!isKey(R.r_offset))
      continue;
    if (Type == Relative)
      Pointers[R.r_offset] = R.r_addend;
    else if (isSlot(Machine, Type) && Symbol < Symbols.size())
      SlotNames[R.r_offset] = boundedName(Symbols[Symbol].st_name, Names);
  }
}

void ElfImage::readPlt() {
  for (const Section &S : Sections)
    if (S.Name.starts_with(".plt") || S.Name == ".iplt")
      for (auto [Entry, Slot] : compat::findPltEntries(D.analysis(), S.Address,
                                                       S.Bytes, D.subtarget()))
        if (isKey(Entry))
          PltSlots.try_emplace(Entry, Slot);
}

const ElfImage::Section *ElfImage::sectionOf(uint64_t Address) const {
  auto Behind = llvm::upper_bound(
      Sections, Address,
      [](uint64_t Address, const Section &S) { return Address < S.Address; });
  if (Behind == Sections.begin())
    return nullptr;
  const Section &S = *std::prev(Behind);
  return Address - S.Address < S.Bytes.size() ? &S : nullptr;
}

ArrayRef<uint8_t> ElfImage::bytes(uint64_t Address) const {
  const Section *S = sectionOf(Address);
  return S ? S->Bytes.drop_front(Address - S->Address) : ArrayRef<uint8_t>();
}

void ElfImage::readFrames() {
  FramesRead = true;
  for (const Section &S : Sections) {
    if (S.Name != ".eh_frame" || S.Bytes.size() > LargestFrames)
      continue;
    DWARFDebugFrame Frames(Processor, true, S.Address);
    // What stands before an entry that is malformed is good.
    consumeError(Frames.parse(
        DWARFDataExtractor(toStringRef(S.Bytes), true, sizeof(uint64_t))));
    for (const dwarf::FrameEntry &Entry : Frames.entries())
      if (auto *F = dyn_cast<dwarf::FDE>(&Entry))
        Framed.add({F->getInitialLocation(), F->getAddressRange(), 0, ""});
  }
  Framed.sort();
}

const FunctionTable::Function *ElfImage::function(uint64_t Address) {
  if (const FunctionTable::Function *F = Functions.find(Address))
    return F;
  if (!FramesRead)
    readFrames();
  return Framed.find(Address);
}

StringRef ElfImage::callee(const Instruction &Call) const {
  if (std::optional<uint64_t> Target = D.target(Call))
    return functionAt(*Target);
  if (D.isIndirectThroughMemory(Call))
    if (std::optional<uint64_t> Slot = D.relativeAddress(Call))
      return functionInSlot(*Slot);
  return "";
}

StringRef ElfImage::functionAt(uint64_t Address) const {
  const FunctionTable::Function *F = Functions.find(Address);
  if (F && F->Start == Address)
    return F->Name.split('@').first;
  // Only the jump of a PLT entry is known; "endbr64" may stand before it, and a
  // prefix "bnd" of it.
  ArrayRef<uint8_t> Bytes = bytes(Address);
  uint64_t Jump = Address;
  if (Bytes.take_front(4) == ArrayRef<uint8_t>({0xf3, 0x0f, 0x1e, 0xfa})) {
    Jump += 4;
    Bytes = Bytes.drop_front(4);
  }
  if (Bytes.take_front(1) == ArrayRef<uint8_t>({0xf2}))
    ++Jump;
  if (!isKey(Jump))
    return "";
  auto Found = PltSlots.find(Jump);
  return Found == PltSlots.end() ? "" : functionInSlot(Found->second);
}

StringRef ElfImage::functionInSlot(uint64_t Address) const {
  if (!isKey(Address))
    return "";
  if (StringRef Name = SlotNames.lookup(Address); !Name.empty())
    return Name;
  const Section *S = sectionOf(Address);
  if (!S || !S->Name.starts_with(".got"))
    return ""; // A variable: it may change.
  const std::optional<uint64_t> To = pointerAt(Address);
  const FunctionTable::Function *F = To ? Functions.find(*To) : nullptr;
  return F && F->Start == *To ? F->Name.split('@').first : "";
}

std::optional<uint64_t> ElfImage::pointerAt(uint64_t Address) const {
  if (!isKey(Address))
    return std::nullopt;
  if (auto Found = Pointers.find(Address); Found != Pointers.end())
    return Found->second;
  ArrayRef<uint8_t> Bytes = bytes(Address);
  if (Bytes.size() < sizeof(uint64_t))
    return std::nullopt;
  return support::endian::read64le(Bytes.data());
}

} // namespace anomalloc::recover
