//===- StackSymbolizer.cpp - source levels of code places -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ObjectSymbolizer.h"
#include "Profile/PerfMap.h"
#include "Profile/ScopedNames.h"
#include "Profile/Symbolizer.h"
#include "Support/CloneNames.h"
#include "Support/Errors.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

using namespace llvm;

namespace anomalloc {

static StringRef known(StringRef Text) {
  return Text == DILineInfo::BadString ? StringRef() : Text;
}

namespace {

/// Source files by one name each: that of the site tables if they know it, as
/// debug information spells names otherwise ("/src/./a.h").
class FileNames {
public:
  explicit FileNames(Profile &P) : P(P) {
    for (const Site &S : P.Sites)
      add(S.Chain);
    for (const MakerCall &C : P.MakerCalls)
      add(C.Chain);
  }

  StringRef operator()(StringRef Path) {
    auto [I, New] = Known.try_emplace(Path);
    if (New) {
      auto [Name, Unheard] = Names.try_emplace(plain(Path, true));
      if (Unheard) // What ".." leaves may be a symbolic link: it stays.
        Name->second = P.save(plain(Path, false));
      I->second = Name->second;
    }
    return I->second;
  }

private:
  static SmallString<256> plain(StringRef Path, bool RemoveDotDot) {
    SmallString<256> Plain(Path);
    if (sys::path::is_absolute(Path))
      sys::path::remove_dots(Plain, RemoveDotDot);
    return Plain;
  }
  void add(ArrayRef<Frame> Chain) {
    for (const Frame &F : Chain)
      if (Seen.insert(F.File).second)
        Names.try_emplace(plain(F.File, true), F.File);
  }

  Profile &P;
  DenseSet<StringRef> Seen;
  StringMap<StringRef> Names; ///< By the path without "." and "..".
  StringMap<StringRef> Known; ///< By what debug information says.
};

} // namespace

/// Puts scopes to the names of \p Levels, which are those of the code at
/// \p Address, where their functions have no linkage names.
static void addScopes(Profile &P, std::vector<Frame> &Levels,
                      ScopedNames &Scopes, uint64_t Address) {
  if (all_of(Levels, [](const Frame &F) {
        return F.Function.empty() || F.Function.starts_with("_");
      }))
    return;
  std::vector<std::string> Names = Scopes.at(Address);
  if (Names.size() != Levels.size())
    return;
  for (auto [Level, Name] : zip(Levels, Names))
    if (!Level.Function.starts_with("_") && !Name.empty() &&
        StringRef(Name).ends_with(("::" + Level.Function).str()))
      Level.Function = P.save(Name);
}

/// The levels at the call that returns to \p Offset, innermost first.
static std::vector<Frame> levelsAt(Profile &P, FileNames &FileName,
                                   const ObjectSymbolizer &Code,
                                   ScopedNames &Scopes, uint64_t Offset) {
  // The call is before what it returns to.
  uint64_t Call = Offset ? Offset - 1 : 0;
  const DIInliningInfo Found = Code.levelsAt(Call);
  std::vector<Frame> Levels;
  for (uint32_t I = 0; I != Found.getNumberOfFrames(); ++I) {
    const DILineInfo &Line = Found.getFrame(I);
    Frame Level;
    Level.Function = P.save(withoutCloneSuffix(known(Line.FunctionName)));
    Level.File = FileName(known(Line.FileName));
    Level.Line = Line.Line;
    Level.Column = Line.Column;
    Levels.push_back(Level);
  }
  if (Levels.size() == 1 && Levels[0].Function.empty() &&
      Levels[0].File.empty())
    Levels.clear();
  addScopes(P, Levels, Scopes, Call);
  return Levels;
}

/// Calls \p Take with each of \p Places and its levels, unless its library is
/// not what it was; returns the paths of those that changed.
template <typename Place, typename Function>
static std::vector<std::string>
forEachLevels(Profile &P, const SymbolizeOptions &Options,
              ArrayRef<Place *> Places, Function Take) {
  std::map<std::pair<StringRef, StringRef>, std::vector<Place *>> ByFile;
  for (Place *One : Places)
    if (!One->Library.empty() && One->Library != MadeCode)
      ByFile[{One->Library, One->BuildId}].push_back(One);

  FileNames FileName(P);
  std::vector<std::string> Changed;
  for (auto &[File, Its] : ByFile) {
    auto [Library, BuildId] = File;
    std::string Path = placeOfLibrary(Options.Root, Library);
    LibraryMatch Match = matchLibrary(P, Path, BuildId);
    if (Match == LibraryMatch::Changed)
      Changed.push_back(Path);
    if (Match != LibraryMatch::Same)
      continue;
    const std::optional<ObjectSymbolizer> Code =
        ObjectSymbolizer::open(Options.Root, Path);
    if (!Code)
      continue;
    ScopedNames Scopes(Options.Root, Path);
    for (Place *One : Its)
      Take(*One, levelsAt(P, FileName, *Code, Scopes, One->Offset));
  }
  return Changed;
}

std::vector<std::string> symbolizeStacks(Profile &P,
                                         const SymbolizeOptions &Options) {
  std::vector<CodePlace *> Places;
  for (CodePlace &C : P.Places) {
    if (auto Made = P.FunctionNames.find(C.Offset);
        C.Library == MadeCode && Made != P.FunctionNames.end()) {
      Frame Level;
      Level.Function = Made->second;
      C.Levels = {Level};
    }
    if (C.Levels.empty())
      Places.push_back(&C);
  }
  std::set<std::pair<StringRef, StringRef>> AtHand;
  std::vector<std::string> Changed = forEachLevels<CodePlace>(
      P, Options, Places, [&](CodePlace &C, std::vector<Frame> Levels) {
        C.Levels = std::move(Levels);
        AtHand.insert({C.Library, C.BuildId});
      });
  for (const CodePlace *C : Places)
    if (!C->Library.empty() && C->Library != MadeCode && !AtHand.count({C->Library, C->BuildId}))
      P.LostObjects.insert({C->Library, C->BuildId});
  return Changed;
}

void symbolizeFreeSites(Profile &P, const SymbolizeOptions &Options) {
  std::set<DarkOrigin *> FreeSites;
  for (const Lifetime &L : P.Lifetimes)
    for (const auto &Pair : L.FreeSites)
      FreeSites.insert(&P.Dark[uint32_t(Pair.first)]);
  std::vector<DarkOrigin *> Places(FreeSites.begin(), FreeSites.end());
  forEachLevels<DarkOrigin>(
      P, Options, Places, [&P](DarkOrigin &D, std::vector<Frame> Levels) {
        auto User = find_if(Levels, [&P](const Frame &F) {
          return F.Line && !F.File.empty() && !P.isSystemFile(F.File);
        });
        if (User != Levels.end())
          D.UserFrame = *User;
      });
}

std::vector<std::vector<Frame>> levelsOf(Profile &P,
                                         ArrayRef<DarkIndex> Origins,
                                         const SymbolizeOptions &Options) {
  std::vector<std::vector<Frame>> Levels(P.Dark.size());
  std::vector<DarkOrigin *> Places;
  for (DarkIndex I : Origins)
    Places.push_back(&P.Dark[uint32_t(I)]);
  forEachLevels<DarkOrigin>(P, Options, Places,
                            [&](DarkOrigin &D, std::vector<Frame> Its) {
                              Levels[&D - P.Dark.data()] = std::move(Its);
                            });
  std::vector<std::vector<Frame>> Result;
  for (DarkIndex I : Origins)
    Result.push_back(std::move(Levels[uint32_t(I)]));
  return Result;
}

Expected<std::vector<std::vector<Frame>>>
symbolizeAddresses(Profile &P, StringRef Path, ArrayRef<uint64_t> Addresses) {
  const std::optional<ObjectSymbolizer> Code = ObjectSymbolizer::open("", Path);
  if (!Code)
    return makeError(Path + ": is no object, or cannot be read");
  FileNames FileName(P);
  ScopedNames Scopes("", Path);
  std::vector<std::vector<Frame>> Levels;
  for (uint64_t Address : Addresses)
    Levels.push_back(levelsAt(P, FileName, *Code, Scopes, Address + 1));
  return Levels;
}

} // namespace anomalloc
