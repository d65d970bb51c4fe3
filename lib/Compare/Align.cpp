//===- Align.cpp - two lists of what looks alike --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/Align.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace anomalloc {

std::vector<AlignedPair> align(ArrayRef<uint64_t> Old, ArrayRef<uint64_t> New) {
  struct Place {
    uint32_t InOld = 0, InNew = 0; ///< How often.
    uint32_t LastOld = 0, LastNew = 0;
  };
  std::map<uint64_t, Place> Places;
  for (auto [I, Key] : enumerate(Old)) {
    Place &P = Places[Key];
    ++P.InOld;
    P.LastOld = I;
  }
  for (auto [I, Key] : enumerate(New)) {
    Place &P = Places[Key];
    ++P.InNew;
    P.LastNew = I;
  }
  std::vector<AlignedPair> Pairs;
  for (uint64_t Key : Old)
    if (const Place &P = Places[Key]; P.InOld == 1 && P.InNew == 1)
      Pairs.push_back({P.LastOld, P.LastNew, false});
  if (!is_sorted(Pairs, [](const AlignedPair &A, const AlignedPair &B) {
        return A.New < B.New;
      }))
    return Pairs;
  const size_t Anchors = Pairs.size();
  uint32_t FromOld = 0, FromNew = 0;
  for (size_t I = 0; I <= Anchors; ++I) {
    uint32_t ToOld = I == Anchors ? Old.size() : Pairs[I].Old;
    uint32_t ToNew = I == Anchors ? New.size() : Pairs[I].New;
    if (Old.slice(FromOld, ToOld - FromOld) ==
        New.slice(FromNew, ToNew - FromNew))
      for (uint32_t J = 0; J != ToOld - FromOld; ++J)
        Pairs.push_back({FromOld + J, FromNew + J, true});
    FromOld = ToOld + 1;
    FromNew = ToNew + 1;
  }
  return Pairs;
}

bool areDisjoint(const SeenSizes &A, const SeenSizes &B) {
  return !A.empty() && !B.empty() &&
         none_of(A, [&](uint64_t Size) { return B.count(Size) != 0; });
}

void dropRefuted(std::vector<AlignedPair> &Pairs, ArrayRef<SeenSizes> Old,
                 ArrayRef<SeenSizes> New) {
  auto IsAmong = [](const SeenSizes &Its, ArrayRef<SeenSizes> Others) {
    return any_of(Others, [&](const SeenSizes &Other) {
      return !Other.empty() && !areDisjoint(Its, Other);
    });
  };
  erase_if(Pairs, [&](const AlignedPair &P) {
    return P.ByOrder && areDisjoint(Old[P.Old], New[P.New]) &&
           (IsAmong(Old[P.Old], New) || IsAmong(New[P.New], Old));
  });
}

} // namespace anomalloc
