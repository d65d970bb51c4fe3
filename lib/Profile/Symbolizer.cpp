//===- Symbolizer.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Symbolizer.h"
#include "Profile/Library.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/DebugInfo/Symbolize/Symbolize.h"
#include "llvm/Object/ELFObjectFile.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

/// The functions of a library, from its symbol tables.
class FunctionTable {
public:
  void add(OwnedObject Object) {
    Objects.push_back(std::move(Object));
    auto *Elf = dyn_cast<object::ELFObjectFileBase>(Objects.back().getBinary());
    if (!Elf)
      return;
    for (const object::ELFSymbolRef &Symbol : Elf->symbols())
      add(Symbol);
    for (const object::ELFSymbolRef &Symbol : Elf->getDynamicSymbolIterators())
      add(Symbol);
  }

  /// To be called once, after the last add().
  void sort() {
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
  }

  /// The function that \p Address lies in, or "".
  StringRef find(uint64_t Address) const {
    auto Behind = llvm::upper_bound(
        Functions, Address,
        [](uint64_t Address, const Function &F) { return Address < F.Start; });
    if (Behind == Functions.begin())
      return "";
    const Function &F = *std::prev(Behind);
    return Address - F.Start < F.Size ? F.Name : "";
  }

private:
  struct Function {
    uint64_t Start;
    uint64_t Size;
    unsigned Rank;  ///< Smaller is a better name for the same address.
    StringRef Name; ///< In one of Objects.
  };
  /// Names may share their ends, so that many long ones take little room in a
  /// file. What is longer than this is none.
  static constexpr size_t LongestName = 16 << 10;

  void add(const object::ELFSymbolRef &Symbol) {
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
    unsigned Rank = 4 * (Symbol.getSize() == 0) +
                    2 * (Symbol.getBinding() == ELF::STB_LOCAL) +
                    (Name->starts_with("_") && !Name->starts_with("_Z"));
    Functions.push_back({*Start, Size, Rank, *Name});
  }

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

  std::vector<OwnedObject> Objects;
  std::vector<Function> Functions;
};

/// Where distributions put the symbol tables that they stripped off.
std::string debugFile(StringRef Root, StringRef BuildId) {
  if (BuildId.size() < 3)
    return "";
  return (Root + "/usr/lib/debug/.build-id/" + BuildId.take_front(2) + "/" +
          BuildId.drop_front(2) + ".debug")
      .str();
}

LibraryMatch loadFunctions(const Profile &P, StringRef Root, StringRef Path,
                           StringRef BuildId, FunctionTable &Functions) {
  std::optional<OwnedObject> Library = openLibrary(Path);
  LibraryMatch Match = matchLibrary(P, Path, BuildId, Library);
  if (Match != LibraryMatch::Same)
    return Match;
  Functions.add(std::move(*Library));
  std::string DebugPath = debugFile(Root, BuildId);
  if (!DebugPath.empty())
    if (std::optional<OwnedObject> Debug = openLibrary(DebugPath))
      if (buildIdOf(*Debug->getBinary()) == BuildId)
        Functions.add(std::move(*Debug));
  Functions.sort();
  return LibraryMatch::Same;
}

/// Asks debug information for the function at \p Address.
std::string askDebugInfo(symbolize::LLVMSymbolizer &Symbolizer, StringRef Path,
                         uint64_t Address) {
  Expected<DILineInfo> Line = Symbolizer.symbolizeCode(
      Path.str(), object::SectionedAddress{
                      Address, object::SectionedAddress::UndefSection});
  if (!Line) {
    consumeError(Line.takeError());
    return "";
  }
  return Line->FunctionName == DILineInfo::BadString ? "" : Line->FunctionName;
}

} // namespace

std::vector<std::string> symbolize(Profile &P,
                                   const SymbolizeOptions &Options) {
  std::map<std::pair<StringRef, StringRef>, std::vector<DarkOrigin *>> ByFile;
  for (DarkOrigin &D : P.Dark)
    if (D.Function.empty() && !D.Library.empty())
      ByFile[{D.Library, D.BuildId}].push_back(&D);

  symbolize::LLVMSymbolizer::Options SymbolizerOptions;
  SymbolizerOptions.Demangle = false;
  symbolize::LLVMSymbolizer Symbolizer(SymbolizerOptions);

  std::vector<std::string> Changed;
  for (auto &[File, Origins] : ByFile) {
    auto [Library, BuildId] = File;
    std::string Path = Options.Root + Library.str();
    FunctionTable Functions;
    LibraryMatch M = loadFunctions(P, Options.Root, Path, BuildId, Functions);
    if (M == LibraryMatch::Changed)
      Changed.push_back(Path);
    if (M != LibraryMatch::Same)
      continue;
    for (DarkOrigin *D : Origins) {
      // A return address may be the first one of the next function.
      uint64_t Call = D->Offset ? D->Offset - 1 : 0;
      D->Function = P.save(Functions.find(Call));
      if (D->Function.empty() && Options.DebugInfo)
        D->Function = P.save(askDebugInfo(Symbolizer, Path, Call));
    }
  }
  return Changed;
}

} // namespace anomalloc
