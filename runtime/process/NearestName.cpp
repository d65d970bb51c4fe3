//===- NearestName.cpp - what a mistyped name was meant to be -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "process/NearestName.h"
#include "process/Text.h"

namespace anomalloc::runtime {

static constexpr unsigned MaxLength = 31;

static unsigned min(unsigned A, unsigned B) { return A < B ? A : B; }

/// Letters to insert, remove or replace. Both are at most MaxLength long.
static unsigned changesBetween(const char *A, const char *B) {
  // Of A up to the letter in question, to each beginning of B.
  unsigned Changes[MaxLength + 1];
  unsigned Size = unsigned(length(B));
  for (unsigned J = 0; J <= Size; ++J)
    Changes[J] = J;
  for (unsigned I = 0; A[I]; ++I) {
    unsigned Diagonal = Changes[0];
    Changes[0] = I + 1;
    for (unsigned J = 1; J <= Size; ++J) {
      unsigned Replaced = Diagonal + (A[I] != B[J - 1]);
      Diagonal = Changes[J];
      Changes[J] = min(min(Changes[J], Changes[J - 1]) + 1, Replaced);
    }
  }
  return Changes[Size];
}

const char *nearestName(const char *Typed, const char *const *Names,
                        unsigned Count) {
  if (length(Typed) > MaxLength)
    return nullptr;
  const char *Nearest = nullptr;
  unsigned Fewest = unsigned(length(Typed) + 2) / 3;
  for (unsigned I = 0; I != Count; ++I) {
    if (length(Names[I]) > MaxLength)
      continue;
    unsigned Changes = changesBetween(Typed, Names[I]);
    if (Changes > Fewest || (Nearest && Changes == Fewest))
      continue;
    Nearest = Names[I];
    Fewest = Changes;
  }
  return Nearest;
}

} // namespace anomalloc::runtime
