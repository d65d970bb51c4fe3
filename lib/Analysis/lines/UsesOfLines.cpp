//===- UsesOfLines.cpp - what is made at lines, as compiled ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/UsesOfLines.h"

using namespace llvm;

namespace anomalloc {

UsesOfLines::UsesOfLines(const Profile &P) {
  for (const Site &S : P.Sites)
    add(S.Chain, S.ChangeFrame);
  for (const MakerCall &C : P.MakerCalls)
    add(C.Chain, C.ChangeFrame);
}

void UsesOfLines::add(ArrayRef<Frame> Chain,
                      std::optional<uint32_t> ChangeFrame) {
  if (!ChangeFrame)
    return;
  const Frame &F = Chain[*ChangeFrame];
  auto [I, New] = Uses.try_emplace(lineOf(F), F.Use);
  if (!New && I->second != F.Use)
    I->second = ObjectUse::Unknown;
}

ObjectUse UsesOfLines::at(const Frame &Level) const {
  auto I = Uses.find(lineOf(Level));
  return I == Uses.end() ? ObjectUse::Unknown : I->second;
}

} // namespace anomalloc
