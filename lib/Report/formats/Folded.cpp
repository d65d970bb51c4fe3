//===- Folded.cpp - a line for each stack ---------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Brendan Gregg's folded stacks, the outermost function first:
/// \code
///   main;solver::step();std::vector<double>::resize 4096
/// \endcode
/// A function's lines are not told apart. Estimates stand below a level that
/// says so: a line has no room for it.
///
//===----------------------------------------------------------------------===//

#include "Report/formats/Formats.h"
#include "Report/formats/FunctionStacks.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// \p Name as part of a line. A semicolon would end it, and a number behind a
/// space would be taken for another value of the stack.
std::string foldedName(StringRef Name) {
  std::string Text = Name.str();
  std::replace(Text.begin(), Text.end(), ';', ':');
  size_t Last = Text.find_last_of(' ');
  if (Last != std::string::npos &&
      StringRef(Text).drop_front(Last + 1).ltrim("0123456789.").empty())
    Text[Last] = '_';
  return Text;
}

} // namespace

Error writeFolded(raw_ostream &OS, const StackExport &Export) {
  FunctionStacks Stacks(Export.Stacks);
  std::vector<std::string> Names;
  for (StringRef Name : Stacks.names())
    Names.push_back(foldedName(Name));
  std::string Outermost;
  if (Export.P.isEstimated())
    Outermost = foldedName("[" + estimatedFrom(Export.P) + "]") + ";";
  for (const StackSum &S : Stacks.sums()) {
    uint64_t Value = S.value(Export.Measure);
    if (!Value)
      continue;
    OS << Outermost;
    ListSeparator Separator(";");
    for (uint32_t Function : Stacks.functionsOf(S))
      OS << Separator << Names[Stacks.functions()[Function].Name];
    OS << ' ' << Value << '\n';
  }
  return Error::success();
}

} // namespace anomalloc
