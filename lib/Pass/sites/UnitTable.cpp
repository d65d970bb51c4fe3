//===- UnitTable.cpp - the sites of one unit, as plain data ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/UnitTable.h"

using namespace llvm;
using namespace anomalloc;

FunctionIndex UnitTable::function(StringRef LinkageName, StringRef File,
                                  unsigned Line, StringRef Unit) {
  Function Row{string(LinkageName), string(File), Line, string(Unit)};
  auto [I, New] = FunctionIndices.try_emplace(
      std::make_tuple(Row.Name.data(), Row.File.data(), Line, Row.Unit.data()),
      Functions.size());
  if (New)
    Functions.push_back(Row);
  return I->second;
}

FrameIndex UnitTable::frame(Frame Row) {
  Row.File = string(Row.File);
  auto [I, New] = FrameIndices.try_emplace(
      std::make_tuple(Row.Caller ? *Row.Caller + 1 : 0, Row.Function,
                      Row.File.data(), Row.Line, Row.Column),
      Frames.size());
  if (New)
    Frames.push_back(Row);
  return I->second;
}
