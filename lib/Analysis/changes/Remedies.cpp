//===- Remedies.cpp - what to change, by who makes the blocks -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Remedies.h"
#include "Analysis/changes/FortranRemedies.h"
#include "Support/Demangle.h"
#include "Support/MakerNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// What a remedy is asked for.
struct Blocks {
  const BlockGroup &Group;
  const ChangeLine &Line;

  const ChangeLine &line() const { return Line; }
};

/// The program's own maker that the line calls; a library's, if there is none.
/// Of what a pointer leads to, the name in the source.
StringRef makerOf(const Blocks &G) {
  const ChangeLine &L = G.line();
  if (!L.Makers.empty())
    return L.Makers.front().Function;
  return L.Callee.empty() ? L.PointerName : L.Callee;
}

/// The innermost maker that copies a parameter into what stays; null if none
/// does. What it calls is the copy constructor of the member's class.
const Frame *takerIn(const ChangeLine &Line) {
  for (const Frame &Maker : reverse(Line.Makers))
    if (Maker.Use == ObjectUse::TakenCopy)
      return &Maker;
  return nullptr;
}

/// Tables have a remedy of their own, whoever makes their blocks.
bool isOrdinary(AnomalyKind Kind) { return Kind != AnomalyKind::NestedVector; }

bool fitsRows(const Blocks &G, AnomalyKind Kind) {
  return Kind == AnomalyKind::NestedVector && !G.line().Makers.empty();
}

bool fitsThrown(const Blocks &G, AnomalyKind Kind) {
  return isOrdinary(Kind) && G.Group.IsThrown;
}

bool fitsGrows(const Blocks &, AnomalyKind Kind) {
  return Kind == AnomalyKind::GrowthByCopying;
}

/// More room is asked for in each step.
bool fitsGrowsByReserve(const Blocks &G, AnomalyKind Kind) {
  return fitsGrows(G, Kind) && G.line().Makers.empty() &&
         FunctionName(makerOf(G)).base() == "reserve";
}

bool fitsTeam(const Blocks &G, AnomalyKind Kind) {
  return isOrdinary(Kind) && startsTeam(G.line().Callee);
}

bool fitsCoroutineFrame(const Blocks &G, AnomalyKind Kind) {
  return isOrdinary(Kind) && G.Group.AreCoroutineFrames;
}

/// A container of std::pmr whose memory resource gave blocks of the heap.
bool fitsTakesDefaultResource(const Blocks &G, AnomalyKind Kind) {
  return isOrdinary(Kind) && any_of(G.line().MakerNames, [](StringRef Maker) {
           return Maker.starts_with("_ZNSt3pmr21polymorphic_allocator") ||
                  Maker.starts_with("_ZNSt3__13pmr21polymorphic_allocator");
         });
}

/// A copy constructor, or an assignment that is none of a temporary's.
bool fitsCopies(const Blocks &G, AnomalyKind Kind) {
  return isOrdinary(Kind) && FunctionName(makerOf(G)).isCopy();
}

/// One class, through many lines: a change of the class does for all of them.
bool fitsSharedLarge(const Blocks &G, AnomalyKind Kind) {
  return G.line().OfSharedMaker && isOrdinary(Kind);
}

bool fitsSharedSmall(const Blocks &G, AnomalyKind Kind) {
  constexpr uint64_t LargestMember = 128;
  return fitsSharedLarge(G, Kind) && !G.Group.Sizes.empty() &&
         G.Group.Sizes.rbegin()->first <= LargestMember;
}

bool copiesTo(const Blocks &G, AnomalyKind Kind, ObjectUse Use) {
  return fitsCopies(G, Kind) && G.line().line().Use == Use;
}

bool fitsCopiesLast(const Blocks &G, AnomalyKind Kind) {
  return copiesTo(G, Kind, ObjectUse::LastCopy) ||
         (G.line().line().Use == ObjectUse::LastGiven &&
          any_of(G.line().MakerNames,
                 [](StringRef Maker) { return FunctionName(Maker).isCopy(); }));
}

bool fitsCopiesLocal(const Blocks &G, AnomalyKind Kind) {
  return copiesTo(G, Kind, ObjectUse::LocalCopy);
}

bool fitsCopiesReturned(const Blocks &G, AnomalyKind Kind) {
  return copiesTo(G, Kind, ObjectUse::ReturnedCopy);
}

bool fitsCopiesTaken(const Blocks &G, AnomalyKind Kind) {
  return copiesTo(G, Kind, ObjectUse::TakenCopy);
}

bool fitsCopiesKept(const Blocks &G, AnomalyKind Kind) {
  return copiesTo(G, Kind, ObjectUse::KeptCopy);
}

/// An operator whose result is a new value.
bool fitsNewValue(const Blocks &G, AnomalyKind Kind) {
  static constexpr StringLiteral Operators[] = {
      "operator+", "operator-", "operator*", "operator/",
      "operator%", "operator&", "operator|", "operator^"};
  return isOrdinary(Kind) &&
         is_contained(Operators, FunctionName(makerOf(G)).base());
}

/// The library's sum of texts.
bool fitsNewText(const Blocks &G, AnomalyKind Kind) {
  return fitsNewValue(G, Kind) && G.line().Makers.empty() &&
         makerOf(G).contains("basic_string");
}

/// The program's own function, none that makes or assigns what is there, and
/// none that only says `new` for its caller.
bool isOwnFunction(const Blocks &G, AnomalyKind Kind) {
  const ChangeLine &L = G.line();
  FunctionName Maker(makerOf(G));
  return isOrdinary(Kind) && !(L.Makers.empty() && L.PointerName.empty()) &&
         !Maker.isConstructorOrDestructor() && !Maker.isToldWhatToMake() &&
         !StringRef(Maker.base()).ends_with("=");
}

/// A copy before a write, wherever it is on a way to the allocation.
bool fitsUnshares(const Blocks &G, AnomalyKind Kind) {
  return isOrdinary(Kind) && (any_of(G.line().OnSomeWays, isUnshareName) ||
                              any_of(G.line().Makers, [](const Frame &F) {
                                return isUnshareName(F.Function);
                              }));
}

bool fitsCopiesByName(const Blocks &G, AnomalyKind Kind) {
  return isOwnFunction(G, Kind) && isCopyName(makerOf(G));
}

bool fitsGrowsByName(const Blocks &G, AnomalyKind Kind) {
  return Kind == AnomalyKind::GrowthByCopying && isOwnFunction(G, Kind) &&
         isGrowthName(makerOf(G));
}

/// Asked for an element, the program's own container makes one: an operator,
/// or a constant member. What a virtual function gives is for others to say,
/// and a function object may make anything.
bool fitsNewElement(const Blocks &G, AnomalyKind Kind) {
  StringRef Maker = makerOf(G);
  const std::string Name = FunctionName(Maker).base();
  return isOwnFunction(G, Kind) && !G.line().IsVirtual &&
         Name != "operator()" &&
         (Maker.starts_with("_ZNK") || StringRef(Name).starts_with("operator"));
}

bool fitsFactory(const Blocks &G, AnomalyKind Kind) {
  return isOwnFunction(G, Kind);
}

constexpr StringLiteral NodeContainers[] = {
    "std::map<",       "std::multimap<",    "std::set<",  "std::multiset<",
    "std::unordered_", "std::_Rb_tree<",    "std::list<", "std::_Hashtable<",
    "std::__detail::", "std::__cxx11::list"};
constexpr StringLiteral ArrayContainers[] = {"std::vector<", "std::deque<",
                                             "std::_Deque_base<"};

/// Whether a library's function is a member of one of \p Classes: a
/// constructor, or any other.
bool isMemberOf(const Blocks &G, AnomalyKind Kind,
                ArrayRef<StringLiteral> Classes, bool Constructor = false) {
  FunctionName Maker(makerOf(G));
  std::string Context = Maker.context();
  return isOrdinary(Kind) && G.line().Makers.empty() &&
         Maker.isConstructorOrDestructor() == Constructor &&
         any_of(Classes, [&](StringRef Name) {
           return StringRef(Context).starts_with(Name);
         });
}

bool fitsNodes(const Blocks &G, AnomalyKind Kind) {
  return isMemberOf(G, Kind, NodeContainers);
}

bool fitsContainer(const Blocks &G, AnomalyKind Kind) {
  return isMemberOf(G, Kind, ArrayContainers);
}

/// A member of a string, also one that constructs it, or a function of the
/// library's that returns one.
bool fitsText(const Blocks &G, AnomalyKind Kind) {
  FunctionName Maker(makerOf(G));
  std::string Context = Maker.context();
  StringRef Of = Context;
  return isOrdinary(Kind) && G.line().Makers.empty() &&
         !Maker.isToldWhatToMake() &&
         (Of.starts_with("std::__cxx11::basic_string<") ||
          Of.starts_with("std::basic_string<") ||
          ((Of == "std" || Of == "std::__cxx11") &&
           makerOf(G).contains("basic_string")));
}

/// Made in what its function returns.
bool isReturned(const Blocks &G) {
  return G.line().line().Use == ObjectUse::Returned;
}

bool fitsTextReturned(const Blocks &G, AnomalyKind Kind) {
  return (fitsText(G, Kind) || fitsNewText(G, Kind)) && isReturned(G);
}

/// An object of the program's own.
bool constructsOwn(const Blocks &G, AnomalyKind Kind) {
  return isOrdinary(Kind) && !G.line().Makers.empty() &&
         FunctionName(makerOf(G)).isConstructorOrDestructor();
}

/// A constructor that copies a parameter into a member.
bool fitsConstructsTaken(const Blocks &G, AnomalyKind Kind) {
  return constructsOwn(G, Kind) && takerIn(G.line());
}

/// Several share the object, so it outlives the call; also if its constructor
/// makes more blocks.
bool fitsCountedObject(const Blocks &G, AnomalyKind Kind) {
  FunctionName Callee(G.line().Callee);
  return isOrdinary(Kind) && !fitsConstructsTaken(G, Kind) &&
         (Callee.context() == "std" || Callee.context() == "boost") &&
         is_contained({"make_shared", "allocate_shared"},
                      StringRef(Callee.base()));
}

/// Nobody could keep it.
bool fitsConstructsTemporary(const Blocks &G, AnomalyKind Kind) {
  return constructsOwn(G, Kind) && G.line().line().Use == ObjectUse::Temporary;
}

/// To keep it would not help.
bool fitsConstructsAnew(const Blocks &G, AnomalyKind Kind) {
  return constructsOwn(G, Kind) && G.line().Refill == ClassRefill::No;
}

/// An object whose constructor makes many blocks.
bool fitsConstructsParts(const Blocks &G, AnomalyKind Kind) {
  return constructsOwn(G, Kind) && G.line().LoopsInMakers;
}

bool fitsConstructsPartsAnew(const Blocks &G, AnomalyKind Kind) {
  return fitsConstructsParts(G, Kind) && fitsConstructsAnew(G, Kind);
}

/// No loop is known that makes many such objects.
bool fitsParts(const Blocks &G, AnomalyKind Kind) {
  return fitsConstructsParts(G, Kind) &&
         G.Group.Depth <= G.line().LoopsInMakers;
}

bool fitsConstructs(const Blocks &G, AnomalyKind Kind) {
  return isOrdinary(Kind) && !G.line().Makers.empty() &&
         !FunctionName(makerOf(G)).isToldWhatToMake();
}

/// Too large for a stack, a pool, or another object.
bool isLarge(const Blocks &G) {
  constexpr uint64_t LargestLocal = 4096;
  return G.Group.Requested.Bytes / LargestLocal > G.Group.Requested.Allocations;
}

bool fitsConstructsLarge(const Blocks &G, AnomalyKind Kind) {
  return fitsConstructs(G, Kind) && isLarge(G);
}

bool fitsLarge(const Blocks &G, AnomalyKind Kind) {
  return Kind == AnomalyKind::Repeated && isLarge(G);
}

/// Where lifetimes are known, the anomaly says it better.
bool fitsNewContainer(const Blocks &G, AnomalyKind Kind) {
  return Kind == AnomalyKind::Repeated && !isLarge(G) &&
         isMemberOf(G, Kind, ArrayContainers, /*Constructor=*/true);
}

bool fitsNewFixed(const Blocks &G, AnomalyKind Kind) {
  return fitsNewContainer(G, Kind) && G.Group.MayFitStack;
}

bool fitsNewNodes(const Blocks &G, AnomalyKind Kind) {
  return Kind == AnomalyKind::Repeated &&
         isMemberOf(G, Kind, NodeContainers, /*Constructor=*/true);
}

/// The line says `new` in a function that hands out what it makes: its blocks
/// outlive the call.
bool fitsHandedOut(const Blocks &G, AnomalyKind Kind) {
  return Kind == AnomalyKind::Repeated && !isLarge(G) &&
         G.line().Makers.empty() && G.line().PointerName.empty() &&
         StringRef(G.line().Callee).starts_with("_Zn") &&
         isFactoryName(G.line().line().Function);
}

/// Whether they stay, nothing tells.
bool fitsFixedSize(const Blocks &G, AnomalyKind Kind) {
  return Kind == AnomalyKind::Repeated && G.Group.MayFitStack;
}

/// For a stack they have no bound, or live too long.
bool fitsScratch(const Blocks &G, AnomalyKind Kind) {
  return (Kind == AnomalyKind::StackCandidate ||
          Kind == AnomalyKind::ShortLived) &&
         !G.Group.MayFitStack;
}

bool fitsContainerReturned(const Blocks &G, AnomalyKind Kind) {
  return isReturned(G) &&
         (fitsContainer(G, Kind) ||
          isMemberOf(G, Kind, ArrayContainers, /*Constructor=*/true));
}

bool fitsLargeContainer(const Blocks &G, AnomalyKind Kind) {
  return fitsContainer(G, Kind) && isLarge(G);
}

/// Of two that stay, both may be changed.
bool mayBeNeeded(const Blocks &G, AnomalyKind Kind) {
  return Kind != AnomalyKind::GrowthByCopying &&
         (fitsCopiesTaken(G, Kind) || fitsConstructsTaken(G, Kind) ||
          fitsCopiesKept(G, Kind) || fitsCopiesByName(G, Kind) ||
          fitsTextReturned(G, Kind) || fitsContainerReturned(G, Kind));
}

/// Whoever keeps it, one of two goes away; or the elements of a container lie
/// in one block in place of many, or in the object that owns them.
bool helpsWhatStays(const Blocks &G, AnomalyKind Kind) {
  return mayBeNeeded(G, Kind) || fitsCopiesLast(G, Kind) ||
         fitsNodes(G, Kind) || fitsSharedLarge(G, Kind) || fitsThrown(G, Kind);
}

} // namespace

const Frame *makerToChange(const Remedy &Fix, const ChangeLine &Line) {
  if (Fix.Where == RemedyPlace::Line || Line.Makers.empty())
    return nullptr;
  switch (Fix.Where) {
  case RemedyPlace::Callee:
    return &Line.Makers.front();
  case RemedyPlace::Taker:
    return takerIn(Line);
  default:
    return &Line.Makers.back();
  }
}

Remedy remedyFor(const BlockGroup &Group, const ChangeLine &Line,
                 AnomalyKind Kind) {
  const Blocks G = {Group, Line};
  const Anomaly &Its = anomaly(Kind);
  if (isFortranLine(Line) && !startsTeam(Line.Callee))
    return fortranRemedyFor(Line, Kind);
  if (Its.By == AdvisedBy::Makers) {
#define ANOMALLOC_REMEDY(Id, Where, Gone, Text)                                \
  if (fits##Id(G, Kind))                                                       \
    return {RemedyPlace::Where, Work::Gone, Text, mayBeNeeded(G, Kind),        \
            helpsWhatStays(G, Kind)};
#include "anomalloc/Remedies.def"
  }
  return {RemedyPlace::Line, Its.Its, Its.Advice.str()};
}

} // namespace anomalloc
