//===- StackParts.cpp - what views of stacks share ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/StackParts.h"
#include "Report/JsonParts.h"
#include "Report/Names.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

std::string stackFunctionName(const StackFunction &F, size_t Width) {
  if (!F.Collapsed.empty())
    return F.Collapsed;
  if (!F.Name.empty())
    return shortFunctionName(F.Name, Width);
  return "0x" + utohexstr(F.Offset, /*LowerCase=*/true);
}

std::string stackPlace(const StackFunction &F, StringRef File, uint32_t Line,
                       size_t Width) {
  if (!File.empty())
    return shortLocation(File, Line, 0, Width);
  return shortLocation(F.Library, 0, 0, Width);
}

void writeJsonStackFunction(json::OStream &J, const StackFunction &F,
                            StringRef File, uint32_t Line) {
  writeJsonString(J, "function",
                  F.Collapsed.empty() ? fullFunctionName(F.Name) : F.Collapsed);
  writeJsonString(J, "linkageName", F.Name);
  writeJsonString(J, "file", File);
  J.attribute("line", Line);
  writeJsonString(J, "library", F.Library);
  J.attribute("user", F.IsUser);
}

} // namespace anomalloc
