//===- NearestWord.cpp - what a person probably meant ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/NearestWord.h"

using namespace llvm;

namespace anomalloc {

std::string nearest(StringRef Word, ArrayRef<std::string> Candidates) {
  std::string Best;
  unsigned Least = std::max<size_t>(2, Word.size() / 2) + 1;
  for (const std::string &Candidate : Candidates) {
    unsigned Distance = Word.edit_distance(Candidate);
    if (Distance < Least) {
      Least = Distance;
      Best = Candidate;
    }
  }
  return Best;
}

} // namespace anomalloc
