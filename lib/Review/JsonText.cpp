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

/// \p R; the place \p At, if nobody has the file here.
static Region orPlace(const Region &R, const Place &At) {
  return R.StartLine ? R : Region{At.Line, At.Column, At.Line, At.Column};
}

Region regionOf(const Review &Its, const Finding &F) {
  Region R;
  for (auto [Offset, Length] : F.Ranges)
    if (Offset == F.At.Offset && !R.StartLine)
      R = regionOf(Its, F.At.File, Offset, Length);
  return orPlace(R, F.At);
}

Region regionOf(const Review &Its, const Note &N) {
  return orPlace(regionOf(Its, N.At.File, N.At.Offset, 0), N.At);
}

bool hasKnownFix(const Review &Its, const Finding &F) {
  return !F.Fix.empty() && all_of(F.Fix, [&](const Edit &E) {
    return regionOf(Its, E.File, E.Offset, E.Length).StartLine != 0;
  });
}

std::string jsonText(StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

} // namespace anomalloc::lint
