//===- ElfImage.h - a linked file, by its addresses -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RECOVER_ELFIMAGE_H
#define ANOMALLOC_RECOVER_ELFIMAGE_H

#include "Profile/FunctionTable.h"
#include "Recover/Decoder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Object/ELFObjectFile.h"

namespace anomalloc::recover {

/// The bytes, functions and names of a linked ELF file. What is malformed is
/// left out. The names are in the file.
class ElfImage {
public:
  /// \p Symbols has the symbols that were stripped off \p Code; it may be null.
  /// Both, and \p D, must outlive this.
  ElfImage(const llvm::object::ELF64LEObjectFile &Code,
           const llvm::object::ObjectFile *Symbols, const Decoder &D);

  /// The bytes of the file from \p Address to the end of its section; none if
  /// it is in no section, or in one that the file has no bytes of.
  llvm::ArrayRef<uint8_t> bytes(uint64_t Address) const;

  /// Whether \p Address lies in a section that is executed.
  bool isCode(uint64_t Address) const {
    const Section *S = sectionOf(Address);
    return S && S->IsCode;
  }

  /// The function that \p Address lies in, or null. Symbols tell its bounds, or
  /// else the call frame information; then it has no name.
  const FunctionTable::Function *function(uint64_t Address);

  /// Linkage name of the function that \p Call calls: directly, through the
  /// PLT or through the GOT; "" if unknown.
  llvm::StringRef callee(const Instruction &Call) const;

  /// The pointer that is at \p Address once the file is loaded, as an address
  /// of the file. None if there is none.
  std::optional<uint64_t> pointerAt(uint64_t Address) const;

private:
  /// Linkage name of the function that begins at \p Address, or that the entry
  /// there of the procedure linkage table (PLT) leads to; "" if unknown.
  llvm::StringRef functionAt(uint64_t Address) const;

  /// Linkage name of the function whose address is in the entry at \p Address
  /// of the global offset table (GOT); "" if unknown.
  llvm::StringRef functionInSlot(uint64_t Address) const;

  struct Section {
    uint64_t Address;
    llvm::ArrayRef<uint8_t> Bytes;
    llvm::StringRef Name;
    bool IsCode;
  };
  using Elf = llvm::object::ELF64LE;
  using ElfFile = llvm::object::ELFFile<Elf>;

  const Section *sectionOf(uint64_t Address) const;
  void readRelocations(const ElfFile &File, const Elf::Shdr &Section);
  void readPlt();
  void readFrames();

  const Decoder &D;
  std::vector<Section> Sections; ///< By address.
  FunctionTable Functions;       ///< From symbols.
  FunctionTable Framed;          ///< From call frame information.
  bool FramesRead = false;
  llvm::Triple::ArchType Processor;
  llvm::DenseMap<uint64_t, llvm::StringRef> SlotNames; ///< By GOT entry.
  llvm::DenseMap<uint64_t, uint64_t> PltSlots; ///< GOT entry, by PLT entry.
  llvm::DenseMap<uint64_t, uint64_t> Pointers; ///< What is relocated: to where.
};

} // namespace anomalloc::recover

#endif // ANOMALLOC_RECOVER_ELFIMAGE_H
