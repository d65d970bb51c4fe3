//===- Symbolizer.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Symbolizer.h"
#include "Profile/FunctionTable.h"
#include "Profile/ObjectSymbolizer.h"
#include "Profile/PerfMap.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>
#include <map>

using namespace llvm;

namespace anomalloc {
namespace {

/// The functions of a library, and the files that their names are in.
struct LibraryFunctions {
  void add(OwnedObject Object) {
    Table.add(*Object.getBinary());
    Objects.push_back(std::move(Object));
  }
  std::vector<OwnedObject> Objects;
  FunctionTable Table;
};

LibraryMatch loadFunctions(const Profile &P, StringRef Root, StringRef Path,
                           StringRef BuildId, LibraryFunctions &Functions) {
  std::optional<OwnedObject> Library = openLibrary(Path);
  LibraryMatch Match = matchLibrary(P, Path, BuildId, Library);
  if (Match != LibraryMatch::Same)
    return Match;
  std::optional<OwnedObject> Debug =
      openDebugFile(Root, Path, *Library->getBinary());
  Functions.add(std::move(*Library));
  if (Debug)
    Functions.add(std::move(*Debug));
  Functions.Table.sort();
  return LibraryMatch::Same;
}

/// Asks debug information for the function at \p Address.
std::string askDebugInfo(const ObjectSymbolizer &Code, uint64_t Address) {
  const DIInliningInfo Levels = Code.levelsAt(Address);
  const std::string &Name = Levels.getFrame(0).FunctionName;
  return Name == DILineInfo::BadString ? "" : Name;
}

} // namespace

std::string rootOfUser() {
  const char *Root = getenv("ANOMALLOC_SYSROOT");
  return Root ? Root : "";
}

std::vector<std::string> symbolize(Profile &P,
                                   const SymbolizeOptions &Options) {
  std::map<std::pair<StringRef, StringRef>, std::vector<DarkOrigin *>> ByFile;
  for (DarkOrigin &D : P.Dark)
    if (D.Function.empty() && !D.Library.empty() && D.Library != MadeCode)
      ByFile[{D.Library, D.BuildId}].push_back(&D);

  std::vector<std::string> Changed;
  for (auto &[File, Origins] : ByFile) {
    auto [Library, BuildId] = File;
    std::string Path = placeOfLibrary(Options.Root, Library);
    LibraryFunctions Functions;
    LibraryMatch M = loadFunctions(P, Options.Root, Path, BuildId, Functions);
    if (M == LibraryMatch::Changed)
      Changed.push_back(Path);
    if (M != LibraryMatch::Same)
      continue;
    std::optional<ObjectSymbolizer> Code;
    for (DarkOrigin *D : Origins) {
      // A return address may be the first one of the next function.
      uint64_t Call = D->Offset ? D->Offset - 1 : 0;
      if (const FunctionTable::Function *F = Functions.Table.find(Call))
        D->Function = P.save(F->Name);
      if (!D->Function.empty() || !Options.DebugInfo)
        continue;
      if (!Code)
        Code = ObjectSymbolizer::open(Options.Root, Path);
      if (Code)
        D->Function = P.save(askDebugInfo(*Code, Call));
    }
  }
  return Changed;
}

} // namespace anomalloc
