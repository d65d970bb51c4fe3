//===- RegionNames.cpp - the lines of parallel regions --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/RegionNames.h"
#include "Profile/Library.h"
#include "Profile/ObjectSymbolizer.h"
#include "anomalloc/RegionNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <map>
#include <string_view>

using namespace llvm;

namespace anomalloc {
namespace {

/// A name of ANOMALLOC_REGION_FORMAT, taken apart.
struct RegionName {
  StringRef Team; ///< "by 4 threads"
  uint64_t Offset = 0;
  StringRef File;
};

} // namespace

static std::optional<RegionName> parseRegion(StringRef Name) {
  static_assert(std::string_view(ANOMALLOC_REGION_FORMAT) ==
                "parallel by %u thread%s at +0x%lx of %s");
  RegionName Its;
  StringRef Rest, Offset;
  std::tie(Its.Team, Rest) = Name.split(" at +0x");
  std::tie(Offset, Its.File) = Rest.split(" of ");
  if (!Its.Team.consume_front("parallel ") || Its.File.empty() ||
      Offset.getAsInteger(16, Its.Offset))
    return std::nullopt;
  return Its;
}

/// The object \p File if it is the one that ran. None: its code is not known.
static std::optional<ObjectSymbolizer> openRan(const Profile &P,
                                               StringRef File) {
  auto Module = find_if(
      P.Modules, [&](const anomalloc::Module &M) { return M.Path == File; });
  if (Module == P.Modules.end() ||
      matchLibrary(P, File, Module->BuildId) != LibraryMatch::Same)
    return std::nullopt;
  return ObjectSymbolizer::open("", File);
}

void nameRegions(Profile &P) {
  std::map<StringRef, std::optional<ObjectSymbolizer>> Objects;
  // The parts of names refer to the old ones.
  std::vector<std::string> Sections = P.Sections;
  for (auto [Its, Named] : zip(P.Sections, Sections)) {
    std::optional<RegionName> Region = parseRegion(Its);
    if (!Region)
      continue;
    auto [Object, New] = Objects.try_emplace(Region->File);
    if (New)
      Object->second = openRan(P, Region->File);
    if (!Object->second)
      continue;
    const DIInliningInfo Levels = Object->second->levelsAt(Region->Offset);
    const DILineInfo &Line = Levels.getFrame(0);
    if (Line.Line)
      Named = (sys::path::filename(Line.FileName) + ":" + Twine(Line.Line) +
               " " + Region->Team)
                  .str();
  }
  P.Sections = std::move(Sections);
}

} // namespace anomalloc
