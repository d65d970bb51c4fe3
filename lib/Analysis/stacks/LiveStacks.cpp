//===- LiveStacks.cpp - stacks of a running program -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/stacks/LiveStacks.h"
#include "Analysis/estimate/ScaleSamples.h"
#include "Analysis/stacks/StackTree.h"
#include "Profile/Symbolizer.h"

using namespace llvm;

namespace anomalloc {

/// Names each place once. The files of objects are slow to read.
void LiveStacks::nameLevels(Profile &P) {
  auto KeyOf = [](const CodePlace &C) {
    return PlaceKey(C.Library.str(), C.BuildId.str(), C.Offset);
  };
  std::unique_ptr<Profile> New;
  for (const CodePlace &C : P.Places) {
    if (!C.Levels.empty() || !Named.try_emplace(KeyOf(C)).second)
      continue;
    if (!New) {
      New = std::make_unique<Profile>();
      New->Processes = P.Processes;
    }
    CodePlace &Its = New->Places.emplace_back();
    Its.Library = New->save(C.Library);
    Its.BuildId = New->save(C.BuildId);
    Its.Offset = C.Offset;
  }
  if (New) {
    symbolizeStacks(*New);
    for (CodePlace &C : New->Places)
      Named[KeyOf(C)] = C.Levels;
    Texts.push_back(std::move(New));
  }
  for (CodePlace &C : P.Places)
    if (C.Levels.empty())
      C.Levels = Named[KeyOf(C)];
}

uint32_t LiveStacks::placeId(StringRef Library, StringRef BuildId,
                             uint64_t Offset) {
  return PlaceIds
      .try_emplace({Library.str(), BuildId.str(), Offset}, PlaceIds.size())
      .first->second;
}

LiveStacks::CountKey LiveStacks::keyOf(const Profile &P, const Count &C) {
  uint64_t Who = UINT64_MAX;
  if (C.Site)
    Who = P.site(*C.Site).Id;
  else if (C.Dark)
    Who = placeId(P.dark(*C.Dark).Library, P.dark(*C.Dark).BuildId,
                  P.dark(*C.Dark).Offset);
  // A site may call through several places of a library.
  uint32_t Through = C.Site && C.Dark ? placeId(P.dark(*C.Dark).Library,
                                                P.dark(*C.Dark).BuildId,
                                                P.dark(*C.Dark).Offset)
                                      : UINT32_MAX;
  return {Through,
          C.Site.has_value(),
          Who,
          C.Site ? unsigned(P.site(*C.Site).Family) : 0,
          P.section(C.Section),
          P.lane(C.Lane).Number,
          C.Size};
}

LiveStacks::CountKey LiveStacks::keyOf(const Profile &P, const StackCount &C) {
  return {IdOfStack[uint32_t(C.Stack)],
          C.Site.has_value(),
          C.Site ? P.site(*C.Site).Id : 0,
          C.Site ? unsigned(P.site(*C.Site).Family) : 0,
          P.section(C.Section),
          P.lane(C.Lane).Number,
          C.Size};
}

/// Takes from \p Counts what is \p Known, and knows all of them from now on.
template <typename Row>
void LiveStacks::keepNew(const Profile &P, std::vector<Row> &Counts,
                         Sums &Known) {
  Sums Now;
  for (Row &R : Counts) {
    const CountKey Key = keyOf(P, R);
    Now[Key] += R.Allocations;
    if (auto Old = Known.find(Key); Old != Known.end()) {
      uint64_t Both = std::min(R.Allocations, Old->second);
      R.Allocations -= Both;
      Old->second -= Both;
    }
  }
  Known = std::move(Now);
}

void LiveStacks::look(std::unique_ptr<Profile> P) {
  ++Looks;
  Rows.clear();
  P->Lifetimes.clear();
  P->StackLifetimes.clear();
  nameLevels(*P);
  IdOfStack.clear();
  for (const StackLevel &S : P->Stacks) {
    const CodePlace &At = P->place(S.Place);
    uint32_t Caller = S.Caller ? IdOfStack[uint32_t(*S.Caller)] : UINT32_MAX;
    IdOfStack.push_back(
        StackIds
            .try_emplace({Caller, placeId(At.Library, At.BuildId, At.Offset)},
                         StackIds.size())
            .first->second);
  }
  // Before these rows become estimates.
  std::vector<StackCount> NewStacks = P->StackCounts;
  keepNew(*P, NewStacks, KnownStacks);

  const StackTree Whole = [&] {
    scaleSamples(*P);
    return buildStackTree(*P, {});
  }();
  for (uint32_t Type : Whole.Types) {
    LiveStack &Row = Rows.emplace_back();
    for (const StackTree::Node &N : Whole.levels(Type)) {
      const StackFunction &F = Whole.Functions[N.Function];
      Row.Levels.push_back({F.Name.str(), F.Library.str(), F.Offset,
                            N.File.str(), N.Line, F.IsUser});
    }
    Row.Allocations = Row.NewAllocations = Whole.allocationsOf(Type);
    Row.Bytes = Row.NewBytes = Whole.bytesOf(Type);
  }
  P->Strata.clear();
  P->NotDrawn.clear();
  P->WithoutStacks.clear();
  P->StackCounts = std::move(NewStacks);
  keepNew(*P, P->Counts, KnownCounts);
  if (!hasBefore())
    return;
  scaleSamples(*P);
  // The stacks are the same, and so are the nodes.
  const StackTree New = buildStackTree(*P, {});
  const Sampling Rate = P->sampling();
  for (size_t I = 0; I != Rows.size(); ++I) {
    LiveStack &Row = Rows[I];
    const uint32_t Type = Whole.Types[I];
    Row.NewAllocations = New.allocationsOf(Type);
    Row.NewBytes = New.bytesOf(Type);
    if (!Rate || Row.NewAllocations.Value || Row.Allocations.IsExact)
      continue;
    // Not drawn. With four draws expected, one is missed in 1 of 50 cases.
    const double Each = double(Row.Bytes.Value) /
                        double(std::max<uint64_t>(1, Row.Allocations.Value));
    const double Most = 4 * double(Rate.Mean);
    const bool OfBytes = Rate.Of == Sampling::Bytes;
    for (Estimate *E : {&Row.NewAllocations, &Row.NewBytes}) {
      E->IsExact = false;
      E->High = uint64_t(OfBytes == (E == &Row.NewBytes) ? Most
                         : OfBytes ? Most / std::max(1.0, Each)
                                   : Most * Each);
    }
    Row.NewAllocations.High =
        std::min(Row.NewAllocations.High, Row.Allocations.High);
    Row.NewBytes.High = std::min(Row.NewBytes.High, Row.Bytes.High);
  }
}

} // namespace anomalloc
