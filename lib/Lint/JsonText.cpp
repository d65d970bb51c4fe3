//===- JsonText.cpp - what the JSON formats share -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Writers.h"

using namespace llvm;

namespace anomalloc::lint {

Region regionOf(const Outcome &O, const std::string &File, unsigned Offset,
                unsigned Length) {
  Region R;
  const SourceText *Text = O.Files->known(File);
  if (!Text || Offset + Length > Text->text().size())
    return R;
  R.StartLine = Text->lineOf(Offset);
  R.StartColumn = Text->columnOf(Offset);
  R.EndLine = Text->lineOf(Offset + Length);
  R.EndColumn = Text->columnOf(Offset + Length);
  return R;
}

Region regionOf(const Outcome &O, const Finding &F) {
  for (auto [Offset, Length] : F.Ranges)
    if (Offset == F.At.Offset)
      return regionOf(O, F.At.File, Offset, Length);
  return {F.At.Line, F.At.Column, F.At.Line, F.At.Column};
}

std::string jsonText(StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

Grade gradeOf(const Finding &F) {
  if (F.Loud != Level::Warning)
    return Grade::Info;
  return F.Worth == Severity::High ? Grade::Error : Grade::Warning;
}

} // namespace anomalloc::lint
