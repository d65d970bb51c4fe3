//===- NamedFrames.cpp - functions of stacks, by name ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/formats/NamedFrames.h"
#include "Report/text/Names.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace llvm;

namespace anomalloc {

/// What code without a name is called.
static std::string addressName(const MeasuredStacks::Place &Place) {
  StringRef Library = sys::path::filename(Place.Library);
  if (!Place.Offset)
    return Library.empty() ? "[unknown]" : Library.str();
  std::string Address = "0x" + utohexstr(*Place.Offset, /*LowerCase=*/true);
  return Library.empty() ? Address : Library.str() + "+" + Address;
}

NamedFrames::NamedFrames(const MeasuredStacks &Stacks) {
  StringMap<uint32_t> NameOfSymbol, NameOfText;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, StringRef, StringRef>,
           uint32_t>
      Known;
  auto Named = [&](std::string Text) {
    auto [I, New] = NameOfText.try_emplace(Text, Names.size());
    if (New)
      Names.push_back(std::move(Text));
    return I->second;
  };
  auto NamedBy = [&](StringRef Symbol) {
    auto [I, New] = NameOfSymbol.try_emplace(Symbol);
    if (New) {
      std::string Full = fullFunctionName(Symbol);
      I->second = Named(Full.empty() ? Symbol.str() : Full);
    }
    return I->second;
  };
  auto Add = [&](const Frame &F) {
    auto [I, New] = Known.try_emplace(
        {F.Name, F.Line, F.Column, F.File, F.Library}, Frames.size());
    if (New)
      Frames.push_back(F);
    Levels.push_back(I->second);
  };
  for (const MeasuredStacks::Place &Place : Stacks.Places) {
    Begin.push_back(Levels.size());
    if (!Place.Note.empty())
      Add({Named(Place.Note.str())});
    else if (Place.Levels.empty())
      Add({Named(addressName(Place)), "", "", 0, 0, Place.Library});
    for (const anomalloc::Frame &L : Place.Levels)
      Add({L.Function.empty() ? Named(addressName(Place)) : NamedBy(L.Function),
           L.Function, L.File, L.Line, L.Column, Place.Library});
  }
  Begin.push_back(Levels.size());
}

} // namespace anomalloc
