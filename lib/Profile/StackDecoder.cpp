//===- StackDecoder.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Errors.h"
#include "Profile/RawProfile.h"
#include <cstring>

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {

/// The record's struct, if \p Capacity rows of \p Row fit behind it.
template <typename Row, typename Head>
static Expected<Head> headOf(StringRef Record) {
  Head Result;
  if (Record.size() < sizeof(Result))
    return makeError("it is cut");
  memcpy(&Result, Record.data(), sizeof(Result));
  if (Result.Capacity > (Record.size() - sizeof(Result)) / sizeof(Row))
    return makeError(Twine(Result.Capacity) + " rows do not fit it");
  return Result;
}

template <typename Row, typename Head>
static Row rowAt(StringRef Record, uint32_t I) {
  Row Result;
  memcpy(&Result, Record.data() + sizeof(Head) + I * sizeof(Row), sizeof(Row));
  return Result;
}

Error StackDecoder::addNodes(StringRef Record) {
  auto Head = headOf<StackNode, StackNodesRecord>(Record);
  if (!Head)
    return Head.takeError();
  std::vector<uint32_t> &Nodes = Spaces[{Head->Lane, Head->Space}];
  if (Head->First != Nodes.size() + 1)
    return makeError("its first node is number " + Twine(Head->First) +
                     ", after " + Twine(Nodes.size()) + " nodes");
  for (uint32_t I = 0; I != Head->Capacity; ++I) {
    auto Row = rowAt<StackNode, StackNodesRecord>(Record, I);
    if (Row.Pc == 0)
      break;
    if (Row.Parent > Nodes.size())
      return makeError("node " + Twine(Nodes.size() + 1) + " has the caller " +
                       Twine(Row.Parent));
    uint32_t Caller = Row.Parent ? Nodes[Row.Parent - 1] : RawProfile::None;
    Nodes.push_back(Raw.StackLevels.size());
    Raw.StackLevels.push_back({Row.Pc, Row.Epoch, Caller, Row.Flags});
  }
  return Error::success();
}

Expected<uint32_t> StackDecoder::find(uint32_t Lane, uint32_t Space,
                                      uint32_t Node) const {
  auto Nodes = Spaces.find({Lane, Space});
  size_t Known = Nodes == Spaces.end() ? 0 : Nodes->second.size();
  if (Node == 0 || Node > Known)
    return makeError("node " + Twine(Node) + " of " + Twine(Known));
  return Nodes->second[Node - 1];
}

Error StackDecoder::addCounts(StringRef Record) {
  auto Head = headOf<format::StackCount, StackCountsRecord>(Record);
  if (!Head)
    return Head.takeError();
  auto Lane = Raw.LaneOf.find(Head->Lane);
  for (uint32_t I = 0; I != Head->Capacity; ++I) {
    auto Row = rowAt<format::StackCount, StackCountsRecord>(Record, I);
    if (Row.Count == 0)
      continue;
    if (Lane == Raw.LaneOf.end())
      return makeError("there is no thread " + Twine(Head->Lane));
    Expected<uint32_t> Stack = find(Head->Lane, Head->Space, Row.Node);
    if (!Stack)
      return inContext("row " + Twine(I), Stack.takeError());
    if (Error E = addCount(Row, Lane->second, *Stack))
      return inContext("row " + Twine(I), std::move(E));
  }
  return Error::success();
}

Error StackDecoder::addCount(const format::StackCount &Row, uint32_t Lane,
                             uint32_t Stack) {
  auto Section = Raw.SectionOf.find(Row.Section);
  if (Section == Raw.SectionOf.end())
    return makeError("there is no section " + Twine(Row.Section));
  RawProfile::StackEvent E = {Stack,
                              RawProfile::None,
                              0,
                              Section->second,
                              Lane,
                              Row.Size,
                              Row.Count};
  if (Row.Unit) {
    auto Unit = Raw.UnitOf.find(Row.Unit);
    if (Unit == Raw.UnitOf.end())
      return makeError("there is no unit " + Twine(Row.Unit));
    E.Unit = Unit->second;
    const SlotUse *Site = nullptr;
    for (const SlotUse &Use : Raw.Units[E.Unit].Table->Slots.uses(Row.Slot))
      if (Use.What == SlotUse::Leading || Use.What == SlotUse::SiteCount ||
          Use.What == SlotUse::FirstSize)
        Site = &Use;
    if (!Site)
      return makeError("slot " + Twine(Row.Slot) + " of unit " +
                       Twine(Row.Unit) + " is no site's");
    E.Site = Site->Row;
  }
  Raw.StackEvents.push_back(E);
  return Error::success();
}

} // namespace anomalloc
