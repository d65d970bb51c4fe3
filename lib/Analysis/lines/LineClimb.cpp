//===- LineClimb.cpp - up a chain to the line to change -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/LineClimb.h"
#include <algorithm>

using namespace llvm;

namespace anomalloc {

void LineClimb::add(const Frame &F, StringRef Library) {
  if (isDone())
    return;
  bool IsUser = Who.isUser(F, Library);
  if (!Line.Levels.empty()) {
    if (IsUser && !F.File.empty()) // Else it may be what starts programs.
      Line.Levels.push_back(F);
    return;
  }
  if (!Who.isMaker(F, Library)) {
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
