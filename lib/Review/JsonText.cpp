//===- JsonText.cpp - what the JSON formats share -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Review/Review.h"

using namespace llvm;

namespace anomalloc::lint {

Region regionOf(const Review &Its, const std::string &File, unsigned Offset,
                unsigned Length) {
  Region R;
  const SourceText *Text = Its.Files->known(File);
  if (!Text || Offset + Length > Text->text().size())
    return R;
  R.StartLine = Text->lineOf(Offset);
  R.StartColumn = Text->columnOf(Offset);
  R.EndLine = Text->lineOf(Offset + Length);
  R.EndColumn = Text->columnOf(Offset + Length);
  return R;
}

Region regionOf(const Review &Its, const Finding &F) {
  for (auto [Offset, Length] : F.Ranges)
    if (Offset == F.At.Offset)
      return regionOf(Its, F.At.File, Offset, Length);
  return {F.At.Line, F.At.Column, F.At.Line, F.At.Column};
}

Region regionOf(const Review &Its, const Note &N) {
  Region R = regionOf(Its, N.At.File, N.At.Offset, 0);
  // Nobody has the file here; what is known of the place is still true.
  if (!R.StartLine)
    R = {N.At.Line, N.At.Column, N.At.Line, N.At.Column};
  return R;
}

std::string jsonText(StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

} // namespace anomalloc::lint
