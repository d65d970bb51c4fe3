//===- RegionNames.cpp - the lines of parallel regions --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/RegionNames.h"
#include "Profile/Library.h"
#include "Profile/ObjectSymbolizer.h"
#include "Profile/RegionKey.h"
#include "Support/Demangle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace llvm;

namespace anomalloc {

/// The object of \p Its if it is the one that ran. None: its code is not known.
static std::optional<ObjectSymbolizer> openRan(const Profile &P,
                                               const RegionName &Its) {
  if (Its.BuildId.empty() ||
      matchLibrary(P, Its.File, Its.BuildId) != LibraryMatch::Same)
    return std::nullopt;
  return ObjectSymbolizer::open("", Its.File);
}

/// "solve.cpp:52"; the function's name where the compiler has made one call of
/// the calls of several regions, which has no line; "": nothing is known.
static std::string placeOf(const DILineInfo &Call) {
  if (Call.Line)
    return (sys::path::filename(Call.FileName) + ":" + Twine(Call.Line)).str();
  if (Call.FunctionName == DILineInfo::BadString)
    return "";
  const std::string Own = FunctionName(Call.FunctionName).base();
  return Own.empty() ? demangledName(Call.FunctionName) : Own;
}

void nameRegions(Profile &P) {
  std::map<std::pair<StringRef, StringRef>, std::optional<ObjectSymbolizer>>
      Objects;
  std::map<StringRef, StringRef> Known;
  for (const std::string &Name : P.Sections)
    if (sectionKey(Name).size() < Name.size())
      Known[sectionKey(Name)] = Name;
  // Parts of names refer to the old ones.
  std::vector<std::string> Sections = P.Sections;
  for (auto [Its, Named] : zip(P.Sections, Sections)) {
    if (auto I = Known.find(sectionKey(Its)); I != Known.end()) {
      Named = I->second.str();
      continue;
    }
    std::optional<RegionName> Region = parseRegion(Its);
    if (!Region)
      continue;
    auto [Object, New] = Objects.try_emplace({Region->File, Region->BuildId});
    if (New)
      Object->second = openRan(P, *Region);
    if (!Object->second)
      continue;
    const DIInliningInfo Levels = Object->second->levelsAt(Region->Offset);
    const std::string Place = placeOf(Levels.getFrame(0));
    if (!Place.empty() && !StringRef(Place).contains('\n'))
      Named = (Place + " " + Region->Team + "\n" + Its).str();
  }
  P.Sections = std::move(Sections);
}

void shortenRegions(Profile &P) {
  for (std::string &Name : P.Sections)
    if (sectionKey(Name).size() < Name.size())
      Name.resize(Name.find('\n'));
    else if (auto Region = parseRegion(Name))
      Name.resize(Region->File.end() - Name.data());
}

} // namespace anomalloc
