//===- ChangeLines.cpp - the lines to change ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/ChangeLines.h"
#include "Analysis/LineClimb.h"
#include "Analysis/UsesOfLines.h"
#include "Analysis/WayList.h"
#include "Support/Demangle.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

class Finder {
public:
  Finder(const Profile &P, const LoopDepths &Depths, LineDetail Detail)
      : P(P), Depths(Depths), Who(P), Paths(P), Uses(P), Chains(P.Sites.size()),
        WithStack(P.Sites.size()) {
    if (Detail == LineDetail::Ways)
      Ways.emplace(P, Paths);
  }

  LinesToChange find(ArrayRef<Count> Counts, ArrayRef<StackCount> Stacks,
                     const MakerShares &Calls);

private:
  struct Line {
    ChangeLine Its;
    std::set<SiteIndex> Sites;
    /// Allocations, of the stack that gave the levels or of the way to a site
    /// that gave the makers.
    uint64_t Heaviest = 0;
  };

  /// One name of those that a constructor or destructor has (C1, C2).
  StringRef oneName(StringRef Callee);
  /// The line of the site's own chain; none if all its levels are makers.
  const std::optional<ChangeLine> &lineOfChain(SiteIndex Index);
  std::optional<ChangeLine> lineOfStack(const StackCount &C);
  ChangeLine lineOfCall(const MakerCall &Call);
  ChangeLine lineOfPath(const MakerPaths::Path &Path, const Site &S);
  WayList::Callers callersOf(SiteIndex Site);
  Line &lineFor(ChangeLine New);
  void add(const StackCount &C, ChangeLine Read);
  void addOwn(SiteIndex Site, const SizeCounts &Sizes);
  void askCallers(SiteIndex Site, const SizeCounts &Sizes, bool Counted);
  void addCounts(ArrayRef<MakerCount> Calls);
  std::optional<ClassRefill> refillOf(const ChangeLine &Line) const;
  void addIdle(ArrayRef<SizeCounts> BySite);
  LinesToChange take();

  const Profile &P;
  const LoopDepths &Depths;
  Makers Who;
  MakerPaths Paths;
  UsesOfLines Uses;
  std::vector<std::optional<std::optional<ChangeLine>>> Chains;
  std::vector<SizeCounts> WithStack;
  std::map<ChangeLine::Key, Line> Lines;
  StringMap<StringRef> NamesInSource; ///< To the first linkage name seen.
  DenseMap<StringRef, StringRef> OneNames;
  /// The line of each call that leads to a site.
  std::map<MakerCallIndex, Line *> OfCall;
  /// Calls of which it is not known how many blocks pass the filters.
  const std::set<MakerCallIndex> *Mixed = nullptr;
  std::optional<WayList> Ways; ///< None: nobody asks for them.
  Amount Unknown;
};

void addSize(ChangeLine &To, uint64_t Size, uint64_t Allocations) {
  To.Sum.add(Allocations, Size);
  To.Sizes[Size] = SaturatingAdd(To.Sizes[Size], Allocations);
}

const std::optional<ChangeLine> &Finder::lineOfChain(SiteIndex Index) {
  std::optional<std::optional<ChangeLine>> &Known = Chains[uint32_t(Index)];
  if (!Known) {
    const Site &S = P.site(Index);
    LineClimb Up(Who, S.Callee);
    for (const Frame &F : S.Chain)
      Up.add(F);
    Known.emplace();
    if (Up.found())
      Known->emplace(Up.take());
  }
  return *Known;
}

std::optional<ChangeLine> Finder::lineOfStack(const StackCount &C) {
  LineClimb Up(Who, C.Site ? P.site(*C.Site).Callee : StringRef());
  for (std::optional<StackIndex> I = C.Stack; I && !Up.isDone();
       I = P.stack(*I).Caller) {
    const CodePlace &Place = P.place(P.stack(*I).Place);
    for (const Frame &F : Place.Levels)
      Up.add(F, Place.Library);
    if (Place.Levels.empty())
      Up.add(Frame(), Place.Library);
  }
  if (!Up.found())
    return std::nullopt;
  ChangeLine Read = Up.take();
  if (!C.Site || !lineOfChain(*C.Site)) {
    Read.Levels.front().Use = Uses.at(Read.line());
    return Read;
  }
  // The compiler knows the line; the stack knows who leads there.
  ChangeLine Compiled = *lineOfChain(*C.Site);
  if (Read.line().Function == Compiled.line().Function) {
    Read.Levels.front() = Compiled.line();
    Compiled.Levels = std::move(Read.Levels);
  }
  return Compiled;
}

/// Without the makers below the call, but for the one that can be meant by the
/// name of a virtual function.
ChangeLine Finder::lineOfCall(const MakerCall &Call) {
  LineClimb Up(Who, "");
  for (const Frame &F : Call.Chain)
    Up.add(F);
  ChangeLine Line = Up.take();
  if (!Call.Callee && Line.Makers.empty()) {
    Line.PointerName = Call.Name;
    Line.IsVirtual = Call.IsVirtual;
    if (const Frame *Only =
            Call.IsVirtual ? Paths.makerNamed(Call.Name) : nullptr) {
      Line.Makers = {*Only};
      Line.MakerNames = {Only->Function};
    }
  }
  return Line;
}

StringRef Finder::oneName(StringRef Callee) {
  auto [Known, New] = OneNames.try_emplace(Callee, Callee);
  if (New)
    Known->second =
        NamesInSource.try_emplace(demangledName(Callee), Callee).first->second;
  return Known->second;
}

Finder::Line &Finder::lineFor(ChangeLine New) {
  New.Callee = oneName(New.Callee);
  auto [I, IsNew] = Lines.try_emplace(New.key());
  Line &L = I->second;
  uint64_t Depth = std::max(L.Its.Depth, New.Depth);
  if (IsNew)
    L.Its = std::move(New);
  L.Its.Depth = Depth;
  return L;
}

void Finder::add(const StackCount &C, ChangeLine Read) {
  std::vector<Frame> Levels = Read.Levels;
  if (C.Site)
    Read.Depth = Depths.effectiveDepth(P.site(*C.Site));
  Read.Callee = oneName(Read.Callee);
  if (Ways)
    Ways->addChain(Read, C.Site, {{C.Size, C.Allocations}});
  Line &L = lineFor(std::move(Read));
  if (C.Site)
    L.Sites.insert(*C.Site);
  else
    L.Its.Dark.add(C.Allocations, C.Size);
  if (C.Allocations > L.Heaviest) {
    L.Heaviest = C.Allocations;
    L.Its.Levels = std::move(Levels);
  }
  addSize(L.Its, C.Size, C.Allocations);
}

void Finder::addOwn(SiteIndex Site, const SizeCounts &Sizes) {
  ChangeLine New = *lineOfChain(Site);
  New.Depth = Depths.effectiveDepth(P.site(Site));
  New.Callee = oneName(New.Callee);
  if (Ways)
    Ways->addChain(New, Site, Sizes);
  Line &L = lineFor(std::move(New));
  L.Sites.insert(Site);
  for (auto [Size, Allocations] : Sizes)
    addSize(L.Its, Size, Allocations);
}

/// \p Path without a call: the outermost level of the program's own has to do.
ChangeLine Finder::lineOfPath(const MakerPaths::Path &Path, const Site &S) {
  ChangeLine New;
  if (Path.Call)
    New = lineOfCall(P.makerCall(*Path.Call));
  New.Makers.clear();
  New.MakerNames.clear();
  New.OnSomeWays = Path.OnSomeWays;
  bool IsBelow = Path.Call.has_value();
  for (const Frame &F : Path.Makers) {
    if (!IsBelow && Who.isUser(F)) {
      New.Levels = {F};
      IsBelow = true;
      continue;
    }
    if (!IsBelow)
      continue;
    New.MakerNames.push_back(F.Function);
    if (Who.isUser(F))
      New.Makers.push_back(F);
  }
  New.Callee = New.MakerNames.empty() ? S.Callee : New.MakerNames.front();
  if (New.Levels.empty())
    New.Levels = {S.userFrame()};
  New.Depth = Path.InnerLoops;
  if (Path.Call)
    New.LoopsInMakers = Path.InnerLoops;
  if (Path.Call) {
    const MakerCall &Call = P.makerCall(*Path.Call);
    New.Depth += Call.LoopDepth + Depths.depthOf(Call.Caller);
  } else {
    New.Depth = Depths.effectiveDepth(S);
  }
  return New;
}

WayList::Callers Finder::callersOf(SiteIndex Site) {
  WayList::Callers Known;
  for (MakerPaths::Path &Path : Paths.pathsTo(P.site(Site))) {
    ChangeLine Line = lineOfPath(Path, P.site(Site));
    Line.Callee = oneName(Line.Callee);
    Known.emplace_back(std::move(Path), std::move(Line));
  }
  return Known;
}

/// For a site whose levels are all makers. If calls are not \p Counted, a line
/// made all of its blocks if there is no other.
void Finder::askCallers(SiteIndex Index, const SizeCounts &Sizes,
                        bool Counted) {
  std::set<Line *> Found;
  const WayList::Callers Callers = callersOf(Index);
  if (Ways)
    Ways->addCallers(Index, Callers, Sizes, Counted);
  // Of the ways from a line, the one to most blocks tells how these are made.
  uint64_t Weight =
      sumOf(Sizes).Allocations / std::max<size_t>(1, Callers.size());
  for (const auto &[Path, Calling] : Callers) {
    Line &L = lineFor(Calling);
    L.Its.OnSomeWays.insert(Calling.OnSomeWays.begin(),
                            Calling.OnSomeWays.end());
    if (Weight > L.Heaviest) {
      L.Heaviest = Weight;
      L.Its.Makers = Calling.Makers;
      L.Its.LoopsInMakers = Calling.LoopsInMakers;
    }
    L.Sites.insert(Index);
    bool IsMixed = Counted && Path.Call && Mixed->count(*Path.Call);
    L.Its.IsMixed |= IsMixed;
    L.Its.IsCounted &= (Counted && Path.Call && !IsMixed) ||
                       (!Counted && L.Its.Sum.Allocations);
    if (Path.Call)
      OfCall[*Path.Call] = &L;
    Found.insert(&L);
  }
  if (Counted)
    return;
  if (Found.size() != 1) { // None: makers that call but one another.
    Unknown += sumOf(Sizes);
    return;
  }
  Line &Only = **Found.begin();
  Only.Its.IsCounted = true;
  for (auto [Size, Allocations] : Sizes)
    addSize(Only.Its, Size, Allocations);
}

/// For the ways: what never ran, in no stack or at all.
void Finder::addIdle(ArrayRef<SizeCounts> BySite) {
  for (uint32_t I = 0; I != P.Sites.size(); ++I) {
    const SiteIndex Site{I};
    std::optional<ChangeLine> Own = lineOfChain(Site);
    if (Own && BySite[I].empty()) {
      Own->Depth = Depths.effectiveDepth(P.site(Site));
      Own->Callee = oneName(Own->Callee);
      Ways->addChain(*Own, Site, {});
    } else if (BySite[I].empty()) {
      const WayList::Callers Callers = callersOf(Site);
      bool AnyCounts = any_of(Callers, [&](const auto &One) {
        return One.first.Call && P.makerCall(*One.first.Call).Counts;
      });
      Ways->addCallers(Site, Callers, {}, AnyCounts);
    } else if (!Own && WithStack[I] == BySite[I]) {
      Ways->addCalls(Site, callersOf(Site));
    }
  }
}

void Finder::addCounts(ArrayRef<MakerCount> Calls) {
  for (const MakerCount &C : Calls) {
    Amount Its = {C.Blocks, C.Bytes};
    if (!C.Call) {
      Unknown += Its;
      continue;
    }
    Line *&L = OfCall[*C.Call];
    if (!L) { // Through a pointer, or to a site behind one.
      const MakerCall &Call = P.makerCall(*C.Call);
      ChangeLine New = lineOfCall(Call);
      New.Depth = Call.LoopDepth + Depths.depthOf(Call.Caller);
      L = &lineFor(std::move(New));
    }
    L->Its.Sum += Its;
    if (Ways)
      Ways->addCall(*C.Call, L->Its, Its);
  }
}

std::optional<ClassRefill> Finder::refillOf(const ChangeLine &Line) const {
  if (Line.Makers.empty())
    return std::nullopt;
  FunctionName Maker(Line.Makers.front().Function);
  if (!Maker.isConstructorOrDestructor())
    return std::nullopt;
  std::string Class = Maker.context();
  auto Known = P.Classes.find(Class);
  return Known == P.Classes.end() ? std::nullopt : std::optional(Known->second);
}

LinesToChange Finder::take() {
  LinesToChange Result;
  Result.OfSite.resize(P.Sites.size());
  for (auto &[Key, L] : Lines) {
    L.Its.Sites.assign(L.Sites.begin(), L.Sites.end());
    if (L.Its.IsCounted && !L.Its.Sum.Allocations)
      continue; // Its calls made none.
    L.Its.Refill = refillOf(L.Its);
    Result.Lines.push_back(std::move(L.Its));
  }
  sort(Result.Lines, [](const ChangeLine &A, const ChangeLine &B) {
    const Frame &FA = A.line(), &FB = B.line();
    return std::tie(B.Sum.Allocations, B.Sum.Bytes, FA.File, FA.Line,
                    FA.Function, A.Callee) <
           std::tie(A.Sum.Allocations, A.Sum.Bytes, FB.File, FB.Line,
                    FB.Function, B.Callee);
  });
  for (const auto &[I, L] : enumerate(Result.Lines))
    for (SiteIndex S : L.Sites)
      Result.OfSite[uint32_t(S)].push_back(I);
  Result.Unknown = Unknown;
  return Result;
}

LinesToChange Finder::find(ArrayRef<Count> Counts, ArrayRef<StackCount> Stacks,
                           const MakerShares &Calls) {
  std::vector<SizeCounts> BySite(P.Sites.size());
  auto Add = [](std::vector<SizeCounts> &To, const auto &C) {
    uint64_t &Sum = To[uint32_t(*C.Site)][C.Size];
    Sum = SaturatingAdd(Sum, C.Allocations);
  };
  for (const Count &C : Counts)
    if (C.Site && C.Allocations)
      Add(BySite, C);
  std::vector<std::pair<const StackCount *, ChangeLine>> Read;
  for (const StackCount &C : Stacks)
    if (C.Allocations)
      if (std::optional<ChangeLine> Line = lineOfStack(C)) {
        Read.emplace_back(&C, std::move(*Line));
        if (C.Site)
          Add(WithStack, C);
      }
  auto IsWhole = [&](uint32_t I) { return WithStack[I] == BySite[I]; };
  // Counters of calls add up all sites in makers: stacks say more if they are
  // there for all of these.
  bool ByStack = true;
  for (uint32_t I = 0; I != P.Sites.size(); ++I)
    ByStack &= BySite[I].empty() || IsWhole(I) || lineOfChain(SiteIndex(I));
  bool NoCalls = Calls.Known.empty() && Calls.Unknown.empty();
  auto IsRead = [&](uint32_t I) {
    return IsWhole(I) && (ByStack || NoCalls || lineOfChain(SiteIndex(I)));
  };
  for (auto &[C, Line] : Read)
    if (!C->Site || IsRead(uint32_t(*C->Site)))
      add(*C, std::move(Line));
  bool Counted = !ByStack && !NoCalls;
  if (Counted)
    Mixed = &Calls.Unknown;
  for (uint32_t I = 0; I != P.Sites.size(); ++I) {
    if (BySite[I].empty() || IsRead(I))
      continue;
    if (lineOfChain(SiteIndex(I)))
      addOwn(SiteIndex(I), BySite[I]);
    else
      askCallers(SiteIndex(I), BySite[I], Counted);
  }
  if (Counted)
    addCounts(Calls.Known);
  if (Ways)
    addIdle(BySite);
  LinesToChange Result = take();
  if (Ways)
    Ways->take(Result);
  Result.CallsCounted = Counted;
  Result.StacksRead = ByStack && !Stacks.empty();
  return Result;
}

} // namespace

LinesToChange findLinesToChange(const Profile &P, ArrayRef<Count> Counts,
                                ArrayRef<StackCount> Stacks,
                                const MakerShares &Calls,
                                const LoopDepths &Depths, LineDetail Detail) {
  return Finder(P, Depths, Detail).find(Counts, Stacks, Calls);
}

} // namespace anomalloc
