//===- MakerShares.cpp - what of maker calls passes the filters -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/MakerShares.h"
#include "Analysis/lines/MakerGraph.h"
#include "Analysis/sites/SizeShare.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

bool operator==(const Amount &A, const Amount &B) {
  return A.Allocations == B.Allocations && A.Bytes == B.Bytes;
}

/// What a site made, and what of it passes.
struct SiteBlocks {
  SizeCounts All, Passing;
};

/// Sites and the calls that lead to them; no other call leads there.
struct Family {
  std::vector<uint32_t> Sites;
  std::vector<MakerCallIndex> Calls;
};

class Sharer {
public:
  Sharer(const Profile &P, function_ref<bool(SectionIndex, LaneIndex)> InScope,
         function_ref<bool(const Count &)> Passes);
  MakerShares run();

private:
  std::map<unsigned, Family> families();
  bool isConsistent(const std::map<unsigned, Family> &Families) const;
  void share(const Family &Its, bool Consistent);
  std::optional<Amount> passing(ArrayRef<uint32_t> Sites,
                                const Amount &Its) const;
  Amount ofSites(const Family &Its) const;
  Amount ofCalls(const Family &Its) const;

  const Profile &P;
  std::vector<SiteBlocks> Blocks;         ///< By site; makers' alone.
  std::map<MakerCallIndex, Amount> Calls; ///< In scope.
  std::map<MakerCallIndex, std::vector<uint32_t>> SitesOf;
  std::vector<MakerCount> Whole; ///< All in scope, as they are.
  Amount OfNobody;               ///< Of these, without a call.
  MakerShares Result;
};

Sharer::Sharer(const Profile &P,
               function_ref<bool(SectionIndex, LaneIndex)> InScope,
               function_ref<bool(const Count &)> Passes)
    : P(P), Blocks(P.Sites.size()) {
  for (const Count &C : P.Counts) {
    if (!C.Site || P.site(*C.Site).ChangeFrame || !C.Allocations ||
        !InScope(C.Section, C.Lane))
      continue;
    if (P.site(*C.Site).FromBinary) // In no maker call's counter.
      continue;
    SiteBlocks &Its = Blocks[uint32_t(*C.Site)];
    addSizes(Its.All, {{C.Size, C.Allocations}});
    if (Passes(C))
      addSizes(Its.Passing, {{C.Size, C.Allocations}});
  }
  for (const MakerCount &C : P.MakerCounts) {
    if (!C.Blocks || !InScope(C.Section, C.Lane))
      continue;
    Whole.push_back(C);
    (C.Call ? Calls[*C.Call] : OfNobody) += {C.Blocks, C.Bytes};
  }
}

std::map<unsigned, Family> Sharer::families() {
  const MakerGraph Graph(P);
  IntEqClasses Classes(unsigned(P.MakerCalls.size()));
  std::map<uint32_t, MakerCallIndex> FirstCall; ///< By site.
  for (uint32_t S = 0; S != P.Sites.size(); ++S) {
    if (Blocks[S].All.empty())
      continue;
    auto EndsAt = [](const MakerCall &C) { return C.ChangeFrame.has_value(); };
    for (MakerCallIndex Call :
         Graph.callsLeadingTo(P.Sites[S].FunctionHash, EndsAt)) {
      SitesOf[Call].push_back(S);
      MakerCallIndex First = FirstCall.try_emplace(S, Call).first->second;
      Classes.join(uint32_t(First), uint32_t(Call));
    }
  }
  Classes.compress();
  std::map<unsigned, Family> Families;
  for (auto [S, Call] : FirstCall)
    Families[Classes[uint32_t(Call)]].Sites.push_back(S);
  for (const auto &[Call, Sites] : SitesOf)
    if (Calls.count(Call))
      Families[Classes[uint32_t(Call)]].Calls.push_back(Call);
  return Families;
}

/// Of \p Its, made at \p Sites. None: not to be told from this alone.
std::optional<Amount> Sharer::passing(ArrayRef<uint32_t> Sites,
                                      const Amount &Its) const {
  SizeCounts All, Passing;
  for (uint32_t S : Sites) {
    addSizes(All, Blocks[S].All);
    addSizes(Passing, Blocks[S].Passing);
  }
  if (Passing.empty())
    return Amount();
  if (Passing == All)
    return Its;
  std::optional<SizeCounts> Sizes = sizesOfPart(Its, All);
  if (!Sizes)
    return std::nullopt;
  Amount Sum;
  for (auto [Size, Allocations] : *Sizes) {
    auto Some = Passing.find(Size);
    if (Some == Passing.end())
      continue;
    if (Some->second != All[Size])
      return std::nullopt; // Another site's blocks of this size do not pass.
    Sum.add(Allocations, Size);
  }
  return Sum;
}

Amount Sharer::ofSites(const Family &Its) const {
  Amount Sum;
  for (uint32_t S : Its.Sites)
    Sum += sumOf(Blocks[S].All);
  return Sum;
}

Amount Sharer::ofCalls(const Family &Its) const {
  Amount Sum;
  for (MakerCallIndex Call : Its.Calls)
    Sum += Calls.at(Call);
  return Sum;
}

bool isSmaller(const Amount &A, const Amount &B) {
  return A.Allocations <= B.Allocations && A.Bytes <= B.Bytes;
}

/// What the calls miss of their sites' blocks is just what was made for nobody
/// that is known.
bool Sharer::isConsistent(const std::map<unsigned, Family> &Families) const {
  Amount Missing;
  for (const auto &[Class, Its] : Families) {
    Amount Rest = ofSites(Its);
    if (!isSmaller(ofCalls(Its), Rest))
      return false;
    subtract(Rest, ofCalls(Its));
    Missing += Rest;
  }
  return Missing == OfNobody;
}

void Sharer::share(const Family &Its, bool Consistent) {
  SizeCounts Passing;
  for (uint32_t S : Its.Sites)
    addSizes(Passing, Blocks[S].Passing);
  if (Passing.empty())
    return;
  Amount Missing = ofSites(Its);
  subtract(Missing, ofCalls(Its));
  if (!Consistent && !(ofSites(Its) == ofCalls(Its))) {
    Result.Unknown.insert(Its.Calls.begin(), Its.Calls.end());
    return;
  }
  std::vector<std::optional<MakerCallIndex>> Open;
  Amount Rest = sumOf(Passing);
  auto Keep = [&](std::optional<MakerCallIndex> Call, const Amount &Some) {
    if (Some.Allocations)
      Result.Known.push_back(
          {Call, SectionIndex(0), LaneIndex(0), Some.Allocations, Some.Bytes});
  };
  auto Try = [&](std::optional<MakerCallIndex> Call, ArrayRef<uint32_t> Sites,
                 const Amount &Made) {
    std::optional<Amount> Some = passing(Sites, Made);
    if (!Some) {
      Open.push_back(Call);
      return;
    }
    subtract(Rest, *Some);
    Keep(Call, *Some);
  };
  for (MakerCallIndex Call : Its.Calls)
    Try(Call, SitesOf.at(Call), Calls.at(Call));
  if (Missing.Allocations)
    Try(std::nullopt, Its.Sites, Missing);
  if (Open.size() == 1) {
    Keep(Open.front(), Rest);
    return;
  }
  for (std::optional<MakerCallIndex> Call : Open)
    if (Call && Rest.Allocations)
      Result.Unknown.insert(*Call);
}

MakerShares Sharer::run() {
  bool AllPass = all_of(
      Blocks, [](const SiteBlocks &Its) { return Its.All == Its.Passing; });
  if (AllPass) {
    Result.Known = std::move(Whole);
    return std::move(Result);
  }
  std::map<unsigned, Family> Families = families();
  bool Consistent = isConsistent(Families);
  for (const auto &[Class, Its] : Families)
    share(Its, Consistent);
  return std::move(Result);
}

} // namespace

MakerShares shareMakers(const Profile &P,
                        function_ref<bool(SectionIndex, LaneIndex)> InScope,
                        function_ref<bool(const Count &)> Passes) {
  return Sharer(P, InScope, Passes).run();
}

} // namespace anomalloc
