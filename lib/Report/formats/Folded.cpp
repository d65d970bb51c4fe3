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
/// A function's lines are not told apart.
///
//===----------------------------------------------------------------------===//

#include "Report/formats/Formats.h"
#include "Report/formats/NamedFrames.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
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

/// Stacks with the same functions at each level, whatever their lines.
class FoldedStacks {
public:
  explicit FoldedStacks(const MeasuredStacks &Stacks);
  void add(uint32_t Node, uint64_t Value) {
    uint64_t &Sum = Folded[Last[Node]].Value;
    Sum = SaturatingAdd(Sum, Value);
  }
  void write(raw_ostream &OS) const;

private:
  struct Level {
    uint32_t Name;
    std::optional<uint32_t> Caller; ///< A lower index.
    uint64_t Value = 0;
  };

  NamedFrames Frames;
  std::vector<Level> Folded;
  std::vector<uint32_t> Last; ///< By node: its innermost level.
};

FoldedStacks::FoldedStacks(const MeasuredStacks &Stacks) : Frames(Stacks) {
  DenseMap<std::pair<uint64_t, uint64_t>, uint32_t> Known;
  for (const MeasuredStacks::Node &Node : Stacks.Nodes) {
    std::optional<uint32_t> At;
    if (Node.Caller)
      At = Last[*Node.Caller];
    for (uint32_t F : reverse(Frames.of(Node.Place))) {
      uint32_t Name = Frames.frames()[F].Name;
      auto [I, New] =
          Known.try_emplace({At ? uint64_t(*At) + 1 : 0, Name}, Folded.size());
      if (New)
        Folded.push_back({Name, At});
      At = I->second;
    }
    Last.push_back(*At);
  }
}

void FoldedStacks::write(raw_ostream &OS) const {
  std::vector<std::string> Names;
  for (StringRef Name : Frames.names())
    Names.push_back(foldedName(Name));
  std::vector<uint32_t> Levels;
  for (const Level &Innermost : Folded) {
    if (!Innermost.Value)
      continue;
    Levels.clear();
    for (const Level *L = &Innermost;; L = &Folded[*L->Caller]) {
      Levels.push_back(L->Name);
      if (!L->Caller)
        break;
    }
    ListSeparator Separator(";");
    for (uint32_t Name : reverse(Levels))
      OS << Separator << Names[Name];
    OS << ' ' << Innermost.Value << '\n';
  }
}

} // namespace

Error writeFolded(raw_ostream &OS, const StackExport &Export) {
  FoldedStacks Folded(Export.Stacks);
  for (const MeasuredStacks::Row &R : Export.Stacks.Rows)
    Folded.add(R.Node, R.value(Export.Measure));
  Folded.write(OS);
  return Error::success();
}

} // namespace anomalloc
