//===- UnitTable.cpp - the sites of one unit, as plain data ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitTable.h"

using namespace llvm;
using namespace anomalloc;

StringIndex UnitTable::string(StringRef S) {
  auto [I, New] = StringIndices.try_emplace(S, Strings.size());
  if (New)
    Strings.push_back(I->getKey());
  return I->second;
}

FunctionIndex UnitTable::function(StringRef LinkageName, StringRef File,
                                  unsigned Line, StringRef Unit) {
  FunctionRow Row{string(LinkageName), string(File), Line, string(Unit)};
  auto [I, New] = FunctionIndices.try_emplace(
      std::make_tuple(Row.LinkageName, Row.File, Line, Row.Unit),
      Functions.size());
  if (New)
    Functions.push_back(Row);
  return I->second;
}

FrameIndex UnitTable::frame(const FrameRow &Row) {
  auto [I, New] = FrameIndices.try_emplace(
      std::make_tuple(Row.Caller ? *Row.Caller + 1 : 0, Row.Function, Row.File,
                      Row.Line, Row.Column),
      Frames.size());
  if (New)
    Frames.push_back(Row);
  return I->second;
}
