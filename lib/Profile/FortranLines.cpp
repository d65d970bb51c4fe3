//===- FortranLines.cpp - what lines of Fortran say -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/FortranLines.h"
#include "Profile/Library.h"
#include "Support/FortranStatement.h"
#include "Support/RegularFile.h"

using namespace llvm;

namespace anomalloc {

/// Bytes of a source that is read: no person writes a larger one.
static constexpr size_t LargestSource = 16 << 20;

void readFortranLines(Profile &P, const SymbolizeOptions &Options) {
  std::map<StringRef, std::set<uint32_t>> Wanted;
  auto Add = [&](ArrayRef<Frame> Levels) {
    for (const Frame &F : Levels)
      if (F.Line && isFortranFile(F.File))
        Wanted[F.File].insert(F.Line);
  };
  for (const Site &S : P.Sites)
    Add(S.Chain);
  for (const MakerCall &Call : P.MakerCalls)
    Add(Call.Chain);
  for (const CodePlace &Place : P.Places)
    Add(Place.Levels);
  for (const auto &[File, Lines] : Wanted) {
    const std::string Path = Options.Root + File.str();
    if (!isOlderThanRun(P, Path))
      continue;
    Expected<std::unique_ptr<MemoryBuffer>> Text = openRegularFile(Path);
    if (!Text) {
      consumeError(Text.takeError());
      continue;
    }
    if ((*Text)->getBufferSize() > LargestSource)
      continue;
    const FortranSource Source((*Text)->getBuffer(), isFixedFortranFile(File));
    for (uint32_t Line : Lines)
      P.FortranLines[{File, Line}] =
          std::make_shared<FortranStatement>(statementAt(Source, Line));
  }
}

} // namespace anomalloc
