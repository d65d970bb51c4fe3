//===- RegionKey.cpp - what identifies a parallel region ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/RegionKey.h"
#include "anomalloc/RegionNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <string_view>
#include <tuple>

using namespace llvm;

namespace anomalloc {

static constexpr StringLiteral BeforeBuild(", build ");

std::optional<RegionName> parseRegion(StringRef Name) {
  static_assert(std::string_view(ANOMALLOC_REGION_FORMAT) ==
                "parallel by %u thread%s at +0x%lx of %s");
  RegionName Its;
  StringRef Rest, Offset;
  std::tie(Its.Team, Rest) = Name.split(" at +0x");
  std::tie(Offset, Its.File) = Rest.split(" of ");
  if (!Its.Team.consume_front("parallel ") || !Its.Team.starts_with("by ") ||
      Its.File.empty() || Offset.getAsInteger(16, Its.Offset))
    return std::nullopt;
  if (auto [File, Build] = Its.File.rsplit(BeforeBuild);
      !Build.empty() && all_of(Build, isHexDigit)) {
    Its.File = File;
    Its.BuildId = Build;
  }
  return Its;
}

std::string regionOfBuild(StringRef Name, StringRef BuildId) {
  return (Name + BeforeBuild + BuildId).str();
}

StringRef sectionKey(StringRef Name) {
  const StringRef First = Name.split('\n').second;
  return parseRegion(First) ? First : Name;
}

} // namespace anomalloc
