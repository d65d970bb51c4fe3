//===- FunctionTable.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/FunctionTable.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <tuple>

using namespace llvm;

namespace anomalloc {

/// Functions that begin within another one and end before it does. More of them
/// are not stepped over.
static constexpr unsigned MostInnerFunctions = 16;

/// A part of Function::Rank: the worst.
static constexpr unsigned WithoutSize = 4;

/// Hand-written assembly has functions without a size: they reach to the next
/// one, or to the end of their section.
static uint64_t sizeToSectionEnd(const object::ELFSymbolRef &Symbol,
                                 uint64_t Start) {
  Expected<object::section_iterator> Section = Symbol.getSection();
  if (!Section) {
    consumeError(Section.takeError());
    return 0;
  }
  if (*Section == Symbol.getObject()->section_end())
    return 0;
  return (*Section)->getAddress() + (*Section)->getSize() - Start;
}

/// Whether LLVM can read all symbols of \p Elf: where it cannot, iterators of
/// symbols end the program.
static bool hasSoundSymbols(const object::ELF64LEObjectFile &Elf) {
  auto Sections = Elf.getELFFile().sections();
  if (!Sections) {
    consumeError(Sections.takeError());
    return false;
  }
  for (const auto &Section : *Sections) {
    if (Section.sh_type != ELF::SHT_SYMTAB &&
        Section.sh_type != ELF::SHT_DYNSYM)
      continue;
    if (auto Symbols = Elf.getELFFile().symbols(&Section); !Symbols) {
      consumeError(Symbols.takeError());
      return false;
    }
  }
  return true;
}

void FunctionTable::add(const object::ObjectFile &Object) {
  auto *Elf = dyn_cast<object::ELF64LEObjectFile>(&Object);
  if (!Elf || !hasSoundSymbols(*Elf))
    return;
  for (const object::ELFSymbolRef &Symbol : Elf->symbols())
    add(Symbol);
  for (const object::ELFSymbolRef &Symbol : Elf->getDynamicSymbolIterators())
    add(Symbol);
}

void FunctionTable::add(const object::ELFSymbolRef &Symbol) {
  uint8_t Type = Symbol.getELFType();
  if (Type != ELF::STT_FUNC && Type != ELF::STT_GNU_IFUNC)
    return;
  Expected<uint32_t> Flags = Symbol.getFlags();
  Expected<uint64_t> Start = Symbol.getAddress();
  Expected<StringRef> Name = Symbol.getName();
  if (!Flags || !Start || !Name) {
    consumeError(Flags.takeError());
    consumeError(Start.takeError());
    consumeError(Name.takeError());
    return;
  }
  if ((*Flags & object::SymbolRef::SF_Undefined) || Name->empty() ||
      Name->size() > LongestName)
    return;
  uint64_t Size = Symbol.getSize();
  if (Size == 0)
    Size = sizeToSectionEnd(Symbol, *Start);
  const bool IsLocal = Symbol.getBinding() == ELF::STB_LOCAL;
  unsigned Rank = WithoutSize * (Symbol.getSize() == 0) + 2 * IsLocal +
                  (Name->starts_with("_") && !Name->starts_with("_Z"));
  add({*Start, Size, Rank, *Name, IsLocal});
}

void FunctionTable::sort() {
  llvm::sort(Functions, [](const Function &A, const Function &B) {
    return std::tie(A.Start, A.Rank, A.Name) <
           std::tie(B.Start, B.Rank, B.Name);
  });
  // Of several names for one address the best ranked stands first.
  Functions.erase(llvm::unique(Functions,
                               [](const Function &A, const Function &B) {
                                 return A.Start == B.Start;
                               }),
                  Functions.end());
  for (size_t I = 1; I < Functions.size(); ++I)
    if (Function &F = Functions[I - 1]; F.Rank & WithoutSize)
      F.Size = std::min(F.Size, Functions[I].Start - F.Start);
}

const FunctionTable::Function *FunctionTable::find(uint64_t Address) const {
  auto Behind = llvm::upper_bound(
      Functions, Address,
      [](uint64_t Address, const Function &F) { return Address < F.Start; });
  for (unsigned I = 0; I != MostInnerFunctions && Behind != Functions.begin();
       ++I) {
    const Function &F = *--Behind;
    if (Address - F.Start < F.Size)
      return &F;
  }
  return nullptr;
}

} // namespace anomalloc
