//===- SourceFiles.cpp - the text of files with findings ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Review/SourceFiles.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc::lint {

SourceText::SourceText(std::unique_ptr<MemoryBuffer> Taken)
    : Buffer(std::move(Taken)), Starts{0} {
  StringRef Text = text();
  for (size_t At = Text.find('\n'); At != StringRef::npos;
       At = Text.find('\n', At + 1))
    Starts.push_back(At + 1);
}

unsigned SourceText::lineOf(unsigned Offset) const {
  return upper_bound(Starts, Offset) - Starts.begin();
}

unsigned SourceText::columnOf(unsigned Offset) const {
  return Offset - startOfLine(lineOf(Offset)) + 1;
}

StringRef SourceText::line(unsigned Number) const {
  if (!Number || Number > Starts.size())
    return "";
  return text().substr(Starts[Number - 1]).split('\n').first.rtrim('\r');
}

const SourceText *SourceFiles::get(const std::string &File) {
  auto [I, New] = Files.try_emplace(File);
  if (New)
    // Not mapped: it may be rewritten under our feet.
    if (auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/true,
                                            /*IsVolatile=*/true))
      I->second = std::make_unique<SourceText>(std::move(*Buffer));
  return I->second.get();
}

const SourceText *SourceFiles::known(const std::string &File) const {
  auto It = Files.find(File);
  return It == Files.end() ? nullptr : It->second.get();
}

} // namespace anomalloc::lint
