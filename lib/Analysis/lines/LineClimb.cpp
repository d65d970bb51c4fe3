//===- LineClimb.cpp - up a chain to the line to change -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/LineClimb.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

void LineClimb::add(const Frame &F, StringRef Library) {
  if (!isDone())
    add(F, Who.isUser(F, Library), !found() && Who.isMaker(F, Library));
}

void LineClimb::add(const InlineChain &Its) {
  for (auto [I, F] : enumerate(Its.Chain))
    if (!isDone())
      add(F, Who.isUser(F), I < Its.makers().size());
}

void LineClimb::add(const Frame &F, bool IsUser, bool IsMaker) {
  if (found()) {
    if (IsUser && !F.File.empty()) // Else it may be what starts programs.
      Line.Levels.push_back(F);
    return;
  }
  if (!IsMaker) {
    Line.Levels.push_back(F);
    return;
  }
  if (F.Function.empty())
    return;
  Line.Callee = F.Function;
  Line.MakerNames.push_back(F.Function);
  if (IsUser)
    Line.Makers.push_back(F);
}

ChangeLine LineClimb::take() {
  std::reverse(Line.Makers.begin(), Line.Makers.end());
  std::reverse(Line.MakerNames.begin(), Line.MakerNames.end());
  return std::move(Line);
}

} // namespace anomalloc
