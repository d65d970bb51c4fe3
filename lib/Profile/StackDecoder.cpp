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

/// The row of number \p Number, or null.
template <typename T>
static const T *rowOf(const std::vector<T> &Rows, uint32_t Number) {
  return Number - 1 < Rows.size() ? &Rows[Number - 1] : nullptr;
}

/// The rows of a record, whose numbers go on where \p Known ends.
template <typename Row, typename T>
static Expected<RecordRows<StackRowsRecord, Row>>
next(StringRef Record, const std::vector<T> &Known, const char *What) {
  auto Rows = RecordRows<StackRowsRecord, Row>::of(Record);
  if (Rows && Rows->Head.First != Known.size() + 1)
    return makeError("its first " + Twine(What) + " is number " +
                     Twine(Rows->Head.First) + ", after " +
                     Twine(Known.size()) + " " + What + "s");
  return Rows;
}

/// The lane and the space of a record; none if it is too short for them.
static std::pair<uint32_t, uint32_t> spaceOf(StringRef Record) {
  Expected<StackRowsRecord> Head = take<StackRowsRecord>(Record);
  if (Head)
    return {Head->Lane, Head->Space};
  consumeError(Head.takeError());
  return {};
}

Error StackDecoder::addPlaces(StringRef Record) {
  std::vector<StackPlace> &Places = Spaces[spaceOf(Record)].Places;
  auto Rows = next<StackPlace>(Record, Places, "place");
  if (!Rows)
    return Rows.takeError();
  for (uint32_t I = 0; I != Rows->size() && (*Rows)[I].Pc; ++I)
    Places.push_back((*Rows)[I]);
  return Error::success();
}

Error StackDecoder::addKeys(StringRef Record) {
  std::vector<StackKey> &Keys = Spaces[spaceOf(Record)].Keys;
  auto Rows = next<StackKey>(Record, Keys, "key");
  if (!Rows)
    return Rows.takeError();
  // Nothing marks the last one in use.
  for (uint32_t I = 0; I != Rows->size(); ++I)
    Keys.push_back((*Rows)[I]);
  return Error::success();
}

Error StackDecoder::addNodes(StringRef Record) {
  Space &In = Spaces[spaceOf(Record)];
  auto Rows = next<StackNode>(Record, In.Nodes, "node");
  if (!Rows)
    return Rows.takeError();
  for (uint32_t I = 0; I != Rows->size(); ++I) {
    StackNode Row = (*Rows)[I];
    if (Row.Place == 0)
      break;
    const StackPlace *Place = rowOf(In.Places, Row.Place);
    auto IsWrong = [&](const Twine &What) {
      return makeError("node " + Twine(In.Nodes.size() + 1) + " has the " +
                       What);
    };
    if (!Place)
      return IsWrong("place " + Twine(Row.Place) + " of " +
                     Twine(In.Places.size()));
    const uint32_t *Caller = rowOf(In.Nodes, Row.Parent);
    if (Row.Parent && !Caller)
      return IsWrong("caller " + Twine(Row.Parent));
    uint32_t Index = Raw.StackLevels.size();
    Raw.StackLevels.push_back({Place->Pc, Place->Epoch,
                               Caller ? *Caller : RawProfile::None,
                               Place->Flags});
    In.Nodes.push_back(Index);
  }
  return Error::success();
}

Expected<uint32_t> StackDecoder::find(uint32_t Lane, uint32_t Space,
                                      uint32_t Node) const {
  auto In = Spaces.find({Lane, Space});
  bool IsKnown = In != Spaces.end();
  if (const uint32_t *Level = IsKnown ? rowOf(In->second.Nodes, Node) : nullptr)
    return *Level;
  return makeError("node " + Twine(Node) + " of " +
                   Twine(IsKnown ? In->second.Nodes.size() : 0));
}

Error StackDecoder::addCounts(StringRef Record) {
  auto Rows = RecordRows<StackRowsRecord, format::StackCount>::of(Record);
  if (!Rows)
    return Rows.takeError();
  const StackRowsRecord &Head = Rows->Head;
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
    const std::vector<StackKey> &Keys = Spaces[{Head.Lane, Head.Space}].Keys;
    const StackKey *Key = rowOf(Keys, Row.Key);
    if (!Key)
      return makeError("row " + Twine(I) + ": key " + Twine(Row.Key) + " of " +
                       Twine(Keys.size()));
    if (Error E = addCount(*Key, *Lane, *Stack, Row.Count))
      return inContext("row " + Twine(I), std::move(E));
  }
  return Error::success();
}

Error StackDecoder::addCount(const StackKey &Key, uint32_t Lane, uint32_t Stack,
                             uint64_t Count) {
  Expected<uint32_t> Section = findSection(Raw, Key.Section);
  if (!Section)
    return Section.takeError();
  RawProfile::StackEvent E = {Stack, RawProfile::None, 0,    *Section,
                              Lane,  Key.Size,         Count};
  if (Key.Unit) {
    Expected<RawSite> Site = findSite(
        Raw, Key.Unit, Key.Slot,
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
