//===- MakersOfStacks.cpp - makers that no name tells ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/MakersOfStacks.h"
#include "Support/Demangle.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <set>

using namespace llvm;

namespace anomalloc {
namespace {

using Line = std::pair<StringRef, uint32_t>;

/// What was seen of the function that stands above all makers on some stacks.
struct Candidate {
  FunctionFacts Facts;
  std::set<Line> Lines;        ///< Its own, that call.
  std::set<StringRef> Callees; ///< "": an allocation function.
  std::set<Line> CallerLines;
  bool CalledByMakersAlone = true;
  /// All of Callees are of libraries, or parts of makers themselves.
  bool CallsLibrariesAlone = true;

  bool isPart() const {
    return Facts.IsHidden && CalledByMakersAlone && CallsLibrariesAlone;
  }
};

/// A level of a stack, with the place that it is at.
struct Level {
  const Frame *Its;
  const CodePlace *At;
  size_t Number; ///< Among the levels of the place.
};

class MakerSearch {
public:
  MakerSearch(Profile &P, CodeOfRun &Code) : P(P), Code(Code) {}

  /// Looks at all stacks; whether it found new makers.
  bool findMore();

private:
  bool isMaker(const Level &L) const {
    return isSystemLibrary(L.At->Library) || P.isMaker(*L.Its);
  }
  std::vector<Level> levelsOf(StackIndex Stack) const;
  void look(ArrayRef<Level> Levels);
  void postpone(ArrayRef<Level> Levels, StringMap<bool> &Accepted) const;
  const FunctionFacts &factsOf(const Level &L);
  bool isMaker(StringRef Function, const Candidate &C) const;

  Profile &P;
  CodeOfRun &Code;
  std::map<StringRef, Candidate> Candidates;
  std::map<const CodePlace *, std::vector<FunctionFacts>> FactsOf;
  /// By linkage name: the class that a function of Profile::Makers returns.
  StringMap<std::string> ClassOf;
  StringSet<> Parts; ///< Private members that are parts of makers.
};

std::vector<Level> MakerSearch::levelsOf(StackIndex Stack) const {
  std::vector<Level> Levels;
  for (std::optional<StackIndex> I = Stack; I; I = P.stack(*I).Caller) {
    const CodePlace &At = P.place(P.stack(*I).Place);
    for (auto [Number, F] : enumerate(At.Levels))
      Levels.push_back({&F, &At, Number});
  }
  return Levels;
}

const FunctionFacts &MakerSearch::factsOf(const Level &L) {
  static const FunctionFacts Unknown;
  auto [Known, New] = FactsOf.try_emplace(L.At);
  if (New)
    Known->second =
        Code.functionsAt(L.At->Library, L.At->BuildId, L.At->Offset);
  return L.Number < Known->second.size() ? Known->second[L.Number] : Unknown;
}

void MakerSearch::look(ArrayRef<Level> Levels) {
  size_t Below = 0;
  while (Below != Levels.size() && isMaker(Levels[Below]))
    ++Below;
  if (Below == Levels.size() || Levels[Below].Its->Function.empty() ||
      Levels[Below].Its->File.empty())
    return;
  const Level &Own = Levels[Below];
  auto [At, New] = Candidates.try_emplace(Own.Its->Function);
  Candidate &Its = At->second;
  if (New)
    Its.Facts = factsOf(Own);
  Its.Lines.insert({Own.Its->File, Own.Its->Line});
  const Frame *Callee = Below ? Levels[Below - 1].Its : nullptr;
  Its.Callees.insert(Callee ? Callee->Function : StringRef());
  Its.CallsLibrariesAlone &= !Callee || P.isSystemFile(Callee->File) ||
                             Parts.contains(Callee->Function);
  if (Below + 1 == Levels.size()) {
    Its.CalledByMakersAlone = false;
    return;
  }
  const Level &Caller = Levels[Below + 1];
  Its.CallerLines.insert({Caller.Its->File, Caller.Its->Line});
  Its.CalledByMakersAlone &= isMaker(Caller) && !Caller.Its->File.empty() &&
                             !P.isSystemFile(Caller.Its->File);
}

/// Without blanks: debug information writes "> >" where names have ">>".
std::string withoutBlanks(StringRef Name) {
  std::string Text;
  for (char C : Name)
    if (C != ' ')
      Text += C;
  return Text;
}

bool MakerSearch::isMaker(StringRef Function, const Candidate &C) const {
  using Kind = FunctionFacts::ResultKind;
  if (C.isPart())
    return true;
  if (C.Lines.size() != 1 || C.CallerLines.empty())
    return false;
  if (C.Facts.Result == Kind::Object) {
    const std::string Class = withoutBlanks(C.Facts.Class);
    return all_of(C.Callees, [&](StringRef Callee) {
      auto Maker = ClassOf.find(Callee);
      const std::string Of = Maker != ClassOf.end()
                                 ? Maker->second
                                 : FunctionName(Callee).context();
      return !Of.empty() && withoutBlanks(Of) == Class;
    });
  }
  if (C.Facts.Result != Kind::Pointer)
    return false;
  bool HandsOn = all_of(C.Callees, [&](StringRef Callee) {
    return Callee.empty() || P.Makers.count({Callee, ""});
  });
  return HandsOn && (C.CallerLines.size() > 1 || isFactoryName(Function));
}

/// Takes back what stands outside of another one of \p Accepted: what is made
/// in the inner function counts as made by the outer one then, so the outer one
/// has to be looked at again.
void MakerSearch::postpone(ArrayRef<Level> Levels,
                           StringMap<bool> &Accepted) const {
  StringRef Inner;
  for (const Level &L : Levels) {
    auto Its = Accepted.find(L.Its->Function);
    if (Its == Accepted.end() || L.Its->Function == Inner)
      continue;
    Its->second &= Inner.empty();
    Inner = L.Its->Function;
  }
}

bool MakerSearch::findMore() {
  Candidates.clear();
  auto forEachStack = [&](auto Do) {
    for (const StackCount &C : P.StackCounts)
      if (C.Site && P.site(*C.Site).FromBinary)
        Do(levelsOf(C.Stack));
  };
  forEachStack([&](ArrayRef<Level> Levels) { look(Levels); });
  StringMap<bool> Accepted;
  for (const auto &[Function, C] : Candidates)
    if (isMaker(Function, C))
      Accepted[Function] = true;
  if (Accepted.empty())
    return false;
  forEachStack([&](ArrayRef<Level> Levels) { postpone(Levels, Accepted); });
  bool Found = false;
  for (const auto &[Function, C] : Candidates) {
    if (!Accepted.lookup(Function))
      continue;
    Found |= P.Makers.insert({Function, ""}).second;
    if (C.isPart())
      Parts.insert(Function);
    else if (C.Facts.Result == FunctionFacts::ResultKind::Object)
      ClassOf[Function] = C.Facts.Class;
  }
  return Found;
}

} // namespace

void addMakersOfStacks(Profile &P, CodeOfRun &Code) {
  // Each round goes farther out.
  constexpr unsigned MostRounds = 32;
  MakerSearch Search(P, Code);
  for (unsigned Round = 0; Round != MostRounds && Search.findMore(); ++Round)
    ;
}

} // namespace anomalloc
