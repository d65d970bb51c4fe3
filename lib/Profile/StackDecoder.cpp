//===- StackDecoder.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/RawProfile.h"
#include "Profile/RecordBytes.h"

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {

Error StackDecoder::addNodes(StringRef Record) {
  auto Rows = RecordRows<StackNodesRecord, StackNode>::of(Record);
  if (!Rows)
    return Rows.takeError();
  const StackNodesRecord &Head = Rows->Head;
  std::vector<uint32_t> &Nodes = Spaces[{Head.Lane, Head.Space}];
  if (Head.First != Nodes.size() + 1)
    return makeError("its first node is number " + Twine(Head.First) +
                     ", after " + Twine(Nodes.size()) + " nodes");
  for (uint32_t I = 0; I != Rows->size(); ++I) {
    StackNode Row = (*Rows)[I];
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
  auto Rows = RecordRows<StackCountsRecord, format::StackCount>::of(Record);
  if (!Rows)
    return Rows.takeError();
  const StackCountsRecord &Head = Rows->Head;
  for (uint32_t I = 0; I != Rows->size(); ++I) {
    format::StackCount Row = (*Rows)[I];
    if (Row.Count == 0)
      continue;
    Expected<uint32_t> Lane = indexOf(Raw.LaneOf, Head.Lane, "thread");
    if (!Lane)
      return Lane.takeError();
    Expected<uint32_t> Stack = find(Head.Lane, Head.Space, Row.Node);
    if (!Stack)
      return inContext("row " + Twine(I), Stack.takeError());
    if (Error E = addCount(Row, *Lane, *Stack))
      return inContext("row " + Twine(I), std::move(E));
  }
  return Error::success();
}

Error StackDecoder::addCount(const format::StackCount &Row, uint32_t Lane,
                             uint32_t Stack) {
  Expected<uint32_t> Section = indexOf(Raw.SectionOf, Row.Section, "section");
  if (!Section)
    return Section.takeError();
  RawProfile::StackEvent E = {Stack, RawProfile::None, 0,        *Section,
                              Lane,  Row.Size,         Row.Count};
  if (Row.Unit) {
    Expected<RawSite> Site = findSite(
        Raw, Row.Unit, Row.Slot,
        {SlotUse::Leading, SlotUse::SiteCount, SlotUse::FirstSize}, "site's");
    if (!Site)
      return Site.takeError();
    E.Unit = Site->Unit;
    E.Site = Site->Row;
  }
  Raw.StackEvents.push_back(E);
  return Error::success();
}

} // namespace anomalloc
