//===- MakersOfStacks.cpp - makers that no name tells ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/MakersOfStacks.h"
#include "Support/Demangle.h"
#include "anomalloc/FunctionHash.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace anomalloc {
namespace {

using Line = std::pair<StringRef, uint32_t>;
/// Linkage name and file: functions of internal linkage may share a name.
using Key = std::pair<StringRef, StringRef>;

Key keyOf(const Frame &F) { return {F.Function, F.File}; }

/// What was seen of the function that stands above all makers on some stacks.
struct Candidate {
  FunctionFacts Facts;
  std::set<Line> Lines;  ///< Its own, that call.
  std::set<Key> Callees; ///< Empty names: an allocation function.
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
  const Frame *Its = nullptr;
  const CodePlace *At = nullptr;
  size_t Number = 0; ///< Among the levels of the place.
};

class MakerSearch {
public:
  MakerSearch(Profile &P, CodeOfRun &Code);

  /// Looks at all stacks; whether it found new makers.
  bool findMore();

private:
  using Accepted = std::map<Key, bool>;

  bool isMaker(const Level &L);
  bool isMaker(const Frame &F);
  template <typename Fn> void climb(StackIndex From, Fn Visit) const;
  void look(StackIndex Stack);
  void noteCallee(Candidate &Its, const Frame &Own, const Frame *Callee);
  void lookAtSites();
  void postpone(StackIndex Stack, Accepted &Some);
  const FunctionFacts &factsOf(const Level &L);
  bool handsOn(const Key &Function, const Candidate &C) const;

  Profile &P;
  CodeOfRun &Code;
  std::map<Key, Candidate> Candidates;
  std::map<const CodePlace *, std::vector<FunctionFacts>> FactsOf;
  std::set<uint64_t> OfPass; ///< Hashes of the functions that the pass saw.
  std::map<Key, bool> MakersByName; ///< Profile::isMaker, as far as asked.
  /// The class that a function of Profile::Makers returns.
  std::map<Key, std::string> ClassOf;
  std::set<Key> Parts;    ///< Private members that are parts of makers.
  std::set<Key> Wrappers; ///< Functions that return a block as a pointer.
  /// Levels that postpone() has seen, each with the accepted function inside.
  std::set<std::pair<StackIndex, const Key *>> Seen;
};

MakerSearch::MakerSearch(Profile &P, CodeOfRun &Code) : P(P), Code(Code) {
  for (const CallEdge &E : P.Edges)
    OfPass.insert(E.Caller);
  for (const MakerCall &Call : P.MakerCalls)
    OfPass.insert(Call.Caller);
  for (const Site &S : P.Sites)
    if (!S.FromBinary)
      for (const Frame &F : S.Chain)
        OfPass.insert(functionHash("", F.Function));
}

bool MakerSearch::isMaker(const Frame &F) {
  auto [Known, New] = MakersByName.try_emplace(keyOf(F));
  if (New)
    Known->second = P.isMaker(F);
  return Known->second;
}

bool MakerSearch::isMaker(const Level &L) {
  return isSystemLibrary(L.At->Library) || isMaker(*L.Its);
}

/// Calls \p Visit with each level, the innermost first, until it returns false.
template <typename Fn>
void MakerSearch::climb(StackIndex From, Fn Visit) const {
  for (std::optional<StackIndex> I = From; I; I = P.stack(*I).Caller) {
    const CodePlace &At = P.place(P.stack(*I).Place);
    for (auto [Number, F] : enumerate(At.Levels))
      if (!Visit(Level{&F, &At, Number}, *I))
        return;
  }
}

const FunctionFacts &MakerSearch::factsOf(const Level &L) {
  static const FunctionFacts Unknown;
  auto [Known, New] = FactsOf.try_emplace(L.At);
  if (New)
    Known->second =
        Code.functionsAt(L.At->Library, L.At->BuildId, L.At->Offset);
  return L.Number < Known->second.size() ? Known->second[L.Number] : Unknown;
}

void MakerSearch::noteCallee(Candidate &Its, const Frame &Own,
                             const Frame *Callee) {
  Its.Lines.insert({Own.File, Own.Line});
  Its.Callees.insert(Callee ? keyOf(*Callee) : Key());
  Its.CallsLibrariesAlone &=
      !Callee || P.isSystemFile(Callee->File) || Parts.count(keyOf(*Callee));
}

void MakerSearch::look(StackIndex Stack) {
  const Frame *Below = nullptr;
  Candidate *Its = nullptr;
  climb(Stack, [&](const Level &L, StackIndex) {
    if (Its) {
      Its->CallerLines.insert({L.Its->File, L.Its->Line});
      Its->CalledByMakersAlone &=
          isMaker(L) && !L.Its->File.empty() && !P.isSystemFile(L.Its->File);
      Its = nullptr;
      return false;
    }
    if (isMaker(L)) {
      Below = L.Its;
      return true;
    }
    if (L.Its->Function.empty() || L.Its->File.empty() ||
        OfPass.count(functionHash("", L.Its->Function)))
      return false;
    auto [At, New] = Candidates.try_emplace(keyOf(*L.Its));
    Its = &At->second;
    if (New)
      Its->Facts = factsOf(L);
    noteCallee(*Its, *L.Its, Below);
    return true;
  });
  if (Its) // Nobody is known to call it.
    Its->CalledByMakersAlone = false;
}

/// Not all blocks have stacks, if the user chose some. The others refute, too.
void MakerSearch::lookAtSites() {
  for (const Count &C : P.Counts) {
    if (!C.Site || !P.site(*C.Site).FromBinary || !C.Allocations)
      continue;
    const Frame *Below = nullptr;
    for (const Frame &F : P.site(*C.Site).Chain) {
      if (isMaker(F)) {
        Below = &F;
        continue;
      }
      if (auto Its = Candidates.find(keyOf(F)); Its != Candidates.end())
        noteCallee(Its->second, F, Below);
      break;
    }
  }
}

/// Without blanks: debug information writes "> >" where names have ">>".
std::string withoutBlanks(StringRef Name) {
  std::string Text;
  for (char C : Name)
    if (C != ' ')
      Text += C;
  return Text;
}

bool MakerSearch::handsOn(const Key &Function, const Candidate &C) const {
  using Kind = FunctionFacts::ResultKind;
  if (C.isPart())
    return true;
  if (C.Lines.size() != 1 || C.CallerLines.empty())
    return false;
  if (C.Facts.Result == Kind::Object) {
    const std::string Class = withoutBlanks(C.Facts.Class);
    return !Class.empty() && all_of(C.Callees, [&](const Key &Callee) {
      auto Maker = ClassOf.find(Callee);
      return withoutBlanks(Maker != ClassOf.end()
                               ? Maker->second
                               : FunctionName(Callee.first).context()) == Class;
    });
  }
  return C.Facts.Result == Kind::Pointer &&
         all_of(C.Callees,
                [&](const Key &Callee) {
                  return Callee.first.empty() || Wrappers.count(Callee);
                }) &&
         (C.CallerLines.size() > 1 || isFactoryName(Function.first));
}

/// Takes back what stands outside of another one of \p Some: what is made in
/// the inner function counts as made by the outer one then, so the outer one
/// has to be looked at again.
void MakerSearch::postpone(StackIndex Stack, Accepted &Some) {
  const Key *Inner = nullptr;
  climb(Stack, [&](const Level &L, StackIndex At) {
    if (L.Number == 0 && !Seen.insert({At, Inner}).second)
      return false;
    auto Its = Some.find(keyOf(*L.Its));
    if (Its == Some.end() || &Its->first == Inner)
      return true;
    Its->second &= !Inner;
    Inner = &Its->first;
    return true;
  });
}

bool MakerSearch::findMore() {
  Candidates.clear();
  Seen.clear();
  // Blocks of system libraries count, too: who asks for them makes more than
  // it hands on.
  auto forEachStack = [&](auto Do) {
    for (const StackCount &C : P.StackCounts)
      if (!C.Site || P.site(*C.Site).FromBinary)
        Do(C.Stack);
  };
  forEachStack([&](StackIndex Stack) { look(Stack); });
  lookAtSites();
  Accepted Some;
  for (const auto &[Function, C] : Candidates)
    if (handsOn(Function, C))
      Some[Function] = true;
  if (Some.empty())
    return false;
  forEachStack([&](StackIndex Stack) { postpone(Stack, Some); });
  bool Found = false;
  for (const auto &[Function, IsFirst] : Some) {
    if (!IsFirst)
      continue;
    const Candidate &C = Candidates[Function];
    Found |= P.Makers.insert(Function).second;
    MakersByName[Function] = true;
    if (C.isPart())
      Parts.insert(Function);
    else if (C.Facts.Result == FunctionFacts::ResultKind::Object)
      ClassOf[Function] = C.Facts.Class;
    else
      Wrappers.insert(Function);
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
