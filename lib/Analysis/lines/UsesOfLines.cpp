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
    add(S);
  for (const MakerCall &C : P.MakerCalls)
    add(C);
}

void UsesOfLines::add(const InlineChain &Its) {
  const Frame *Line = Its.lineToChange();
  if (!Line)
    return;
  auto [I, New] = Uses.try_emplace(lineOf(*Line), Line->Use);
  if (!New && I->second != Line->Use)
    I->second = ObjectUse::Unknown;
}

ObjectUse UsesOfLines::at(const Frame &Level) const {
  auto I = Uses.find(lineOf(Level));
  return I == Uses.end() ? ObjectUse::Unknown : I->second;
}

} // namespace anomalloc
