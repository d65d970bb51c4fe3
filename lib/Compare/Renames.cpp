//===- Renames.cpp - functions and files of another name ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/Renames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace anomalloc {
namespace {

class Finder {
public:
  Finder(const CodeIndex &Old, const CodeIndex &New)
      : Old(Old.functions()), New(New.functions()) {}

  Renames find() {
    findFiles();
    findFunctions();
    return std::move(Result);
  }

private:
  using Functions = std::map<uint32_t, CodeIndex::Function>;
  /// Lines from the first one on, and what each calls; 0 for what is only in
  /// one of the two versions.
  using Shape = std::vector<std::pair<uint32_t, uint32_t>>;
  /// First lines of functions that both have, in one file; old to new.
  using Neighbours = std::map<uint32_t, uint32_t>;

  void findFiles();
  void findFunctions();
  Shape shapeOf(const CodeIndex::Function &F) const;
  bool movedAlike(const Neighbours &Around, uint32_t OldLine,
                  uint32_t NewLine) const;

  const Functions &Old, &New;
  Renames Result;
};

void Finder::findFiles() {
  std::map<StringRef, size_t> OldFiles, NewFiles;
  std::map<std::pair<StringRef, StringRef>, size_t> Shared;
  for (const auto &[Name, F] : Old) {
    ++OldFiles[F.File];
    if (auto I = New.find(Name); I != New.end())
      ++Shared[{F.File, I->second.File}];
  }
  for (const auto &[Name, F] : New)
    ++NewFiles[F.File];
  std::map<StringRef, size_t> Used;
  for (const auto &[Pair, Number] : Shared) {
    auto [From, To] = Pair;
    if (NewFiles.count(From) || OldFiles.count(To) ||
        2 * Number <= OldFiles[From])
      continue;
    Result.Files[From] = To;
    ++Used[To];
  }
  for (auto I = Result.Files.begin(); I != Result.Files.end();)
    I = Used[I->second] > 1 ? Result.Files.erase(I) : std::next(I);
}

Finder::Shape Finder::shapeOf(const CodeIndex::Function &F) const {
  Shape Its;
  for (auto [Line, Callee] : F.Calls) {
    // The program's own functions that one version alone has.
    bool IsKnown = Old.count(Callee) == New.count(Callee);
    Its.emplace_back(Line - F.firstLine(), IsKnown ? Callee : 0);
  }
  sort(Its);
  Its.erase(std::unique(Its.begin(), Its.end()), Its.end());
  return Its;
}

bool Finder::movedAlike(const Neighbours &Around, uint32_t OldLine,
                        uint32_t NewLine) const {
  if (OldLine == NewLine)
    return true;
  auto After = Around.lower_bound(OldLine);
  auto IsSame = [&](Neighbours::const_iterator I) {
    return I->second - I->first == NewLine - OldLine;
  };
  return (After != Around.end() && IsSame(After)) ||
         (After != Around.begin() && IsSame(std::prev(After)));
}

void Finder::findFunctions() {
  std::map<StringRef, Neighbours> InFile;
  struct Candidates {
    SmallVector<uint32_t, 2> Old, New;
  };
  std::map<std::pair<StringRef, Shape>, Candidates> ByShape;
  for (const auto &[Name, F] : Old) {
    StringRef File = Result.file(F.File);
    auto Same = New.find(Name);
    if (Same == New.end())
      ByShape[{File, shapeOf(F)}].Old.push_back(Name);
    else if (Same->second.File == File)
      InFile[File][F.firstLine()] = Same->second.firstLine();
  }
  for (const auto &[Name, F] : New)
    if (!Old.count(Name))
      ByShape[{F.File, shapeOf(F)}].New.push_back(Name);
  for (const auto &[Key, C] : ByShape) {
    if (C.Old.size() != 1 || C.New.size() != 1)
      continue;
    const CodeIndex::Function &From = Old.at(C.Old.front());
    const CodeIndex::Function &To = New.at(C.New.front());
    if (movedAlike(InFile[Key.first], From.firstLine(), To.firstLine()) &&
        !areDisjoint(From.Sizes, To.Sizes))
      Result.Functions[C.Old.front()] = C.New.front();
  }
}

} // namespace

Renames findRenames(const CodeIndex &Old, const CodeIndex &New) {
  return Finder(Old, New).find();
}

} // namespace anomalloc
