//===- ServedPlan.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay/ServedPlan.h"
#include "Support/Errors.h"
#include "Support/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

std::string nameOfServed(ArrayRef<uint64_t> PoolSizes,
                         ArrayRef<std::string> ArenaSections) {
  std::vector<std::string> Names;
  for (uint64_t Size : PoolSizes)
    Names.push_back("pool-" + std::to_string(Size));
  for (const std::string &Section : ArenaSections)
    Names.push_back("arena-" + Section);
  return join(Names, ", ");
}

std::string whyNoArena(const SectionUse &Use) {
  std::string Why;
  if (Use.Escaped)
    Why = formatNumberOf(Use.Escaped, "block") + " of " +
          formatCount(Use.Blocks) + (Use.Escaped == 1 ? " lives" : " live") +
          " on when it ends" +
          (Use.EscapePlace.empty() ? "" : ", made at " + Use.EscapePlace);
  if (Use.Elsewhere)
    Why += (Why.empty() ? "" : " and ") +
           formatNumberOf(Use.Elsewhere, "block") + " of " +
           formatCount(Use.Blocks) + (Use.Elsewhere == 1 ? " was" : " were") +
           " made by a thread that had not begun it";
  return Why;
}

/// The numbers of the section in the trace, which are those of one name.
static SmallVector<uint32_t, 1> numbersOf(const TraceSummary &Summary,
                                          StringRef Section) {
  SmallVector<uint32_t, 1> Numbers;
  for (const auto &[Number, Name] : Summary.SectionNames)
    if (Name == Section)
      Numbers.push_back(Number);
  return Numbers;
}

static Error addArena(const ReplayInput &Input, const TraceSummary &Summary,
                      StringRef Section, ServedPlan &Plan) {
  const std::string Name =
      (Input.path() + ": no arena for '" + Section + "': ").str();
  if (!Input.profile())
    return makeError(Name + "a trace without its profile does not name its "
                            "sections; keep both together");
  if (!Summary.TellsSections)
    return makeError(Name + "the trace is of an older version, which does not "
                            "tell when sections begin and end; record it "
                            "again");
  const SmallVector<uint32_t, 1> Numbers = numbersOf(Summary, Section);
  if (Numbers.empty()) {
    std::vector<std::string> Known;
    for (const auto &[Number, Its] : Summary.SectionNames)
      if (Number)
        Known.push_back("'" + Its + "'");
    return makeError(Name + "no block of the trace was made in it; " +
                     (Known.empty() ? std::string("none was made in any "
                                                  "section")
                                    : "there are " + join(Known, ", ")));
  }
  for (uint32_t Number : Numbers) {
    const SectionUse &Use = Summary.Sections.at(Number);
    if (std::string Why = whyNoArena(Use); !Why.empty())
      return makeError(Name + Why);
    Plan.Arenas += uint32_t(std::min<uint64_t>(Use.MostAtOnce, 1 << 20));
    for (size_t I = 0; I != Summary.Keys.size(); ++I)
      if (Summary.Keys[I].Section == Number)
        Plan.ServerOfKey[I] = ServedPlan::InArena;
  }
  return Error::success();
}

Expected<ServedPlan> planServed(const ReplayInput &Input,
                                const TraceSummary &Summary,
                                const ReplayRequest &Request) {
  ServedPlan Plan;
  if (Request.PoolSizes.empty() && Request.ArenaSections.empty())
    return std::move(Plan);
  Plan.ServerOfKey.resize(Summary.Keys.size());
  for (uint64_t Size : Request.PoolSizes) {
    auto It = Summary.Sizes.find(Size);
    if (It == Summary.Sizes.end() || !It->second.Allocations)
      return makeError(Input.path() + ": no pool for " + Twine(Size) +
                       " bytes: no block of the trace has this size");
    // A free slot holds a link.
    const uint64_t Slot = std::max<uint64_t>((Size + 7) / 8 * 8, 8);
    Plan.Pools.push_back(
        {uint32_t(Size), uint32_t(Slot), It->second.CrossFrees != 0});
    for (size_t I = 0; I != Summary.Keys.size(); ++I)
      if (Summary.Keys[I].Size == Size)
        Plan.ServerOfKey[I] = uint32_t(Plan.Pools.size());
  }
  // A section's arena takes its blocks of any size.
  for (const std::string &Section : Request.ArenaSections)
    if (Error E = addArena(Input, Summary, Section, Plan))
      return std::move(E);
  if (Plan.Pools.size() + Plan.Arenas >= replay::MostServers)
    return makeError(Input.path() + ": " +
                     formatNumberOf(Plan.Arenas, "arena") +
                     " would be in use at once, more than a replay "
                     "has; name fewer sections");
  return std::move(Plan);
}

ArrayRef<ServerChoice::Ended> ServerChoice::note(const TraceEvent &E) {
  Last.clear();
  if (!Plan.Arenas)
    return Last;
  Running.note(E, [&](Activations::Number Its) {
    auto It = Used.find(Its);
    if (It == Used.end())
      return;
    const Use &Old = It->second;
    Waiting[{Old.Lane, Old.Section}].push_back(Old.Server);
    Last.push_back({Old.Server, Old.Lane});
    Used.erase(It);
  });
  return Last;
}

/// planServed has seen that each block has an activation, and how many there
/// are at once.
uint32_t ServerChoice::arenaOf(uint32_t Lane, uint32_t Section) {
  auto [It, New] = Used.try_emplace(Running.current(Lane, Section));
  Use &Its = It->second;
  if (!New)
    return Its.Server;
  std::vector<uint32_t> &Free = Waiting[{Lane, Section}];
  Its = {0, Lane, Section};
  if (Free.empty()) {
    Its.Server = uint32_t(Plan.Pools.size()) + ++Taken;
  } else {
    Its.Server = Free.back();
    Free.pop_back();
  }
  return Its.Server;
}

} // namespace anomalloc
