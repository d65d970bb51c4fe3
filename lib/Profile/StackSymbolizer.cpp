//===- StackSymbolizer.cpp - source levels of stacks ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Library.h"
#include "Profile/Symbolizer.h"
#include "llvm/DebugInfo/Symbolize/Symbolize.h"
#include <map>

using namespace llvm;

namespace anomalloc {

static StringRef known(StringRef Text) {
  return Text == DILineInfo::BadString ? StringRef() : Text;
}

static void askFor(Profile &P, symbolize::LLVMSymbolizer &Symbolizer,
                   StringRef Path, CodePlace &Place) {
  // The call is before what it returns to.
  uint64_t Call = Place.Offset ? Place.Offset - 1 : 0;
  Expected<DIInliningInfo> Found = Symbolizer.symbolizeInlinedCode(
      Path.str(),
      object::SectionedAddress{Call, object::SectionedAddress::UndefSection});
  if (!Found) {
    consumeError(Found.takeError());
    return;
  }
  for (uint32_t I = 0; I != Found->getNumberOfFrames(); ++I) {
    const DILineInfo &Line = Found->getFrame(I);
    Frame Level;
    Level.Function = P.save(known(Line.FunctionName));
    Level.File = P.save(known(Line.FileName));
    Level.Line = Line.Line;
    Level.Column = Line.Column;
    Place.Levels.push_back(Level);
  }
  if (Place.Levels.size() == 1 && Place.Levels[0].Function.empty() &&
      Place.Levels[0].File.empty())
    Place.Levels.clear();
}

std::vector<std::string> symbolizeStacks(Profile &P,
                                         const SymbolizeOptions &Options) {
  std::map<std::pair<StringRef, StringRef>, std::vector<CodePlace *>> ByFile;
  for (CodePlace &C : P.Places)
    if (C.Levels.empty() && !C.Library.empty())
      ByFile[{C.Library, C.BuildId}].push_back(&C);

  symbolize::LLVMSymbolizer::Options SymbolizerOptions;
  SymbolizerOptions.Demangle = false;
  symbolize::LLVMSymbolizer Symbolizer(SymbolizerOptions);
  std::vector<std::string> Changed;
  for (auto &[File, Places] : ByFile) {
    auto [Library, BuildId] = File;
    std::string Path = Options.Root + Library.str();
    LibraryMatch Match = matchLibrary(P, Path, BuildId);
    if (Match == LibraryMatch::Changed)
      Changed.push_back(Path);
    if (Match != LibraryMatch::Same)
      continue;
    for (CodePlace *Place : Places)
      askFor(P, Symbolizer, Path, *Place);
  }
  return Changed;
}

} // namespace anomalloc
