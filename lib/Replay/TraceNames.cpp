//===- TraceNames.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay/TraceNames.h"
#include "Support/Demangle.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {

/// Where the blocks of \p K are made: "solve in solver.cpp:17".
static std::string placeOf(const Profile &Model, const Count &K) {
  constexpr size_t Longest = 100;
  if (!K.Site)
    return "code without sites";
  const Frame &At = Model.site(*K.Site).userFrame();
  std::string Name = nameOfFunction(At.Function);
  if (Name.size() > Longest)
    Name = Name.substr(0, Longest - 3) + "...";
  return Name + " in " + sys::path::filename(At.File).str() + ":" +
         std::to_string(At.Line);
}

void nameSections(TraceSummary &S, const TracedProfile::Names &Names) {
  for (size_t I = 0; I != Names.Keys.size(); ++I)
    S.SectionNames[S.Keys[I].Section] =
        Names.Model->section(Names.Keys[I].Section);
  for (auto &[Number, Use] : S.Sections) {
    uint64_t Most = 0;
    for (auto [Key, Blocks] : Use.EscapesByKey)
      if (Blocks > Most) {
        Most = Blocks;
        Use.EscapePlace = placeOf(*Names.Model, Names.Keys[Key]);
      }
  }
}

} // namespace anomalloc
