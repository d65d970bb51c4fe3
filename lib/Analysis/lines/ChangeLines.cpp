//===- ChangeLines.cpp - the lines to change ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/ChangeLines.h"
#include "Analysis/lines/LineReader.h"
#include "Support/Demangle.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

class Finder {
public:
  Finder(const Profile &P, const LoopDepths &Depths, LineDetail Detail)
      : P(P), Reader(P, Depths), WithStack(P.Sites.size()) {
    if (Detail == LineDetail::Ways)
      Ways.emplace(P, Reader.graph());
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

  Line &lineFor(ChangeLine New);
  void add(const StackCount &C, ChangeLine Read);
  void addOwn(SiteIndex Site, const SizeCounts &Sizes);
  void askCallers(SiteIndex Site, const SizeCounts &Sizes, bool Counted);
  void addCounts(ArrayRef<MakerCount> Calls);
  std::optional<ClassRefill> refillOf(const ChangeLine &Line) const;
  void addIdle(ArrayRef<SizeCounts> BySite);
  LinesToChange take();

  const Profile &P;
  LineReader Reader;
  std::vector<SizeCounts> WithStack;
  std::map<ChangeLine::Key, Line> Lines;
  /// The line of each call that leads to a site.
  std::map<MakerCallIndex, Line *> OfCall;
  /// Calls of which it is not known how many blocks pass the filters.
  const std::set<MakerCallIndex> *Mixed = nullptr;
  std::optional<WayList> Ways; ///< None: nobody asks for them.
  Amount Unknown;
};

void addBlocksTo(ChangeLine &To, const SizeCounts &Sizes) {
  To.Sum += sumOf(Sizes);
  addSizes(To.Sizes, Sizes);
}

Finder::Line &Finder::lineFor(ChangeLine New) {
  New.Callee = Reader.oneName(New.Callee);
  auto [I, IsNew] = Lines.try_emplace(New.key());
  Line &L = I->second;
  uint64_t Depth = std::max(L.Its.Depth, New.Depth);
  const bool IsLeast = New.DepthIsLeast;
  if (IsNew)
    L.Its = std::move(New);
  L.Its.Depth = Depth;
  L.Its.DepthIsLeast |= IsLeast;
  return L;
}

void Finder::add(const StackCount &C, ChangeLine Read) {
  std::vector<Frame> Levels = Read.Levels;
  Read.Callee = Reader.oneName(Read.Callee);
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
  addBlocksTo(L.Its, {{C.Size, C.Allocations}});
}

void Finder::addOwn(SiteIndex Site, const SizeCounts &Sizes) {
  ChangeLine New = *Reader.lineOfChain(Site);
  New.Callee = Reader.oneName(New.Callee);
  if (Ways)
    Ways->addChain(New, Site, Sizes);
  Line &L = lineFor(std::move(New));
  L.Sites.insert(Site);
  addBlocksTo(L.Its, Sizes);
}

/// For a site whose levels are all makers. If calls are not \p Counted, a line
/// made all of its blocks if there is no other.
void Finder::askCallers(SiteIndex Index, const SizeCounts &Sizes,
                        bool Counted) {
  std::set<Line *> Found;
  const WayList::Callers Callers = Reader.callersOf(Index);
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
  if (Counted && !P.site(Index).FromBinary)
    return;
  // None: makers that call but one another, or nobody knows their callers.
  if (Found.size() != 1) {
    Unknown += sumOf(Sizes);
    return;
  }
  Line &Only = **Found.begin();
  Only.Its.IsCounted = true;
  addBlocksTo(Only.Its, Sizes);
}

/// For the ways: what never ran, in no stack or at all.
void Finder::addIdle(ArrayRef<SizeCounts> BySite) {
  for (uint32_t I = 0; I != P.Sites.size(); ++I) {
    const SiteIndex Site{I};
    std::optional<ChangeLine> Own = Reader.lineOfChain(Site);
    if (Own && BySite[I].empty()) {
      Own->Callee = Reader.oneName(Own->Callee);
      Ways->addChain(*Own, Site, {});
    } else if (BySite[I].empty()) {
      const WayList::Callers Callers = Reader.callersOf(Site);
      bool AnyCounts = any_of(Callers, [&](const auto &One) {
        return One.first.Call && P.makerCall(*One.first.Call).Counts;
      });
      Ways->addCallers(Site, Callers, {}, AnyCounts);
    } else if (!Own && WithStack[I] == BySite[I]) {
      Ways->addCalls(Site, Reader.callersOf(Site));
    }
  }
}

void Finder::addCounts(ArrayRef<MakerCount> Calls) {
  for (const MakerCount &C : Calls) {
    Amount Its = {C.Blocks, C.Bytes};
    if (!C.Call || !P.makerCall(*C.Call).ChangeFrame) {
      Unknown += Its;
      continue;
    }
    Line *&L = OfCall[*C.Call];
    if (!L) // Through a pointer, or to a site behind one.
      L = &lineFor(Reader.lineOfCall(P.makerCall(*C.Call)));
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

/// Tells the lines of constructors and assignments that many lines share.
static void findSharedMakers(MutableArrayRef<ChangeLine> Lines,
                             uint64_t AllBlocks) {
  constexpr size_t ManyLines = 5;
  struct Maker {
    std::vector<ChangeLine *> Lines;
    uint64_t Sum = 0, Most = 0;
  };
  std::map<StringRef, Maker> Makers;
  for (ChangeLine &L : Lines) {
    if (L.Makers.empty() || !L.isKnown())
      continue;
    Maker &Its = Makers[L.Makers.front().Function];
    Its.Lines.push_back(&L);
    Its.Sum = SaturatingAdd(Its.Sum, L.Sum.Allocations);
    Its.Most = std::max(Its.Most, L.Sum.Allocations);
  }
  for (auto &[Function, Its] : Makers) {
    FunctionName Name(Function);
    if (Its.Lines.size() < ManyLines || Its.Sum < AllBlocks / 10 ||
        Its.Most > Its.Sum / 2 ||
        !(Name.isConstructorOrDestructor() || Name.isCopy()))
      continue;
    for (ChangeLine *L : Its.Lines)
      L->OfSharedMaker = true;
  }
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
  const std::vector<SizeCounts> BySite = sizesBySite(P, Counts);
  std::vector<std::pair<const StackCount *, ChangeLine>> Read;
  std::vector<const StackCount *> Lineless;
  for (const StackCount &C : Stacks) {
    if (!C.Allocations)
      continue;
    if (std::optional<ChangeLine> Line = Reader.lineOfStack(C))
      Read.emplace_back(&C, std::move(*Line));
    else if (C.Site && P.site(*C.Site).FromBinary &&
             !Reader.lineOfChain(*C.Site))
      Lineless.push_back(&C); // Nothing but stacks tells who called.
    else
      continue;
    if (C.Site)
      addSizes(WithStack[uint32_t(*C.Site)], {{C.Size, C.Allocations}});
  }
  // Once for each site: it may have as many sizes as there are stacks.
  std::vector<bool> Whole(P.Sites.size());
  for (uint32_t I = 0; I != P.Sites.size(); ++I)
    Whole[I] = WithStack[I] == BySite[I];
  auto IsWhole = [&](uint32_t I) { return bool(Whole[I]); };
  // Counters of calls add up all sites in makers that the pass saw: stacks say
  // more if they are there for all of these.
  bool ByStack = true;
  for (uint32_t I = 0; I != P.Sites.size(); ++I)
    ByStack &=
        BySite[I].empty() || IsWhole(I) || Reader.lineOfChain(SiteIndex(I));
  bool NoCalls = Calls.Known.empty() && Calls.Unknown.empty();
  auto IsRead = [&](uint32_t I) {
    return IsWhole(I) && (ByStack || NoCalls || P.Sites[I].FromBinary ||
                          Reader.lineOfChain(SiteIndex(I)));
  };
  for (auto &[C, Line] : Read)
    if (!C->Site || IsRead(uint32_t(*C->Site)))
      add(*C, std::move(Line));
  for (const StackCount *C : Lineless)
    if (IsRead(uint32_t(*C->Site)))
      Unknown += sumOf({{C->Size, C->Allocations}});
  bool Counted = !ByStack && !NoCalls;
  if (Counted)
    Mixed = &Calls.Unknown;
  for (uint32_t I = 0; I != P.Sites.size(); ++I) {
    if (BySite[I].empty() || IsRead(I))
      continue;
    if (Reader.lineOfChain(SiteIndex(I)))
      addOwn(SiteIndex(I), BySite[I]);
    else
      askCallers(SiteIndex(I), BySite[I], Counted);
  }
  if (Counted)
    addCounts(Calls.Known);
  if (Ways)
    addIdle(BySite);
  LinesToChange Result = take();
  uint64_t All = 0;
  for (const SizeCounts &Sizes : BySite)
    All = SaturatingAdd(All, sumOf(Sizes).Allocations);
  findSharedMakers(Result.Lines, All);
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
