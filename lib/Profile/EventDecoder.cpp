//===- EventDecoder.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/RawProfile.h"
#include "Profile/RecordBytes.h"
#include "Support/Saturated.h"
#include "llvm/Support/Endian.h"
#include <cstring>

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {
namespace {

/// The values of a Counters record.
struct Slots {
  const char *Bytes;
  uint32_t Size;

  uint64_t operator[](uint32_t I) const {
    return support::endian::read64le(Bytes + 8 * uint64_t(I));
  }
  bool allZero() const {
    return Size == 0 ||
           (Bytes[0] == 0 && !memcmp(Bytes, Bytes + 1, 8 * uint64_t(Size) - 1));
  }
};

} // namespace

Error decodeCounters(StringRef Record, RawProfile &Raw) {
  Expected<CountersRecord> Read = take<CountersRecord>(Record);
  if (!Read)
    return Read.takeError();
  const CountersRecord &Head = *Read;
  if (Head.NumSlots > Record.size() / 8)
    return makeError(Twine(Head.NumSlots) + " slots do not fit it");
  Slots Values = {Record.data(), Head.NumSlots};
  if (Values.allZero())
    return Error::success();

  Expected<uint32_t> Unit = indexOf(Raw.UnitOf, Head.Unit, "unit");
  if (!Unit)
    return Unit.takeError();
  Expected<uint32_t> Section = findSection(Raw, Head.Section);
  if (!Section)
    return Section.takeError();
  Expected<uint32_t> Lane = indexOf(Raw.LaneOf, Head.Lane, "thread");
  if (!Lane)
    return Lane.takeError();
  if (Head.NumSlots != Raw.Units[*Unit].NumSlots)
    return makeError("unit " + Twine(Head.Unit) + " has " +
                     Twine(Raw.Units[*Unit].NumSlots) + " slots, not " +
                     Twine(Head.NumSlots));

  const RegisteredUnit &Table = *Raw.Units[*Unit].Table;
  uint32_t Unowned = 0; // the first slot that no use was seen for yet
  auto CheckZero = [&](uint32_t Until) {
    for (; Unowned < Until; ++Unowned)
      if (Values[Unowned])
        return false;
    return true;
  };
  for (const SlotUse &Use : Table.Slots.uses()) {
    if (Use.What == SlotUse::Leading)
      continue;
    if (!CheckZero(Use.Slot))
      break;
    Unowned = std::max(Unowned, Use.Slot + 1);
    uint64_t Value = Values[Use.Slot]; // in range: decodeUnit() checked it
    if (Value == 0)
      continue;
    RawProfile::Event E = {*Unit, Use.Row, RawProfile::None, *Section, *Lane,
                           0,     Value};
    switch (Use.What) {
    case SlotUse::SiteCount:
      E.Size = *Table.Table.Sites[Use.Row].ConstantSize;
      Raw.Events.push_back(E);
      break;
    case SlotUse::FirstCount:
      E.Size = Values[Use.Slot - 1];
      if (E.Size == 0)
        return makeError("slot " + Twine(Use.Slot) + " counts no size");
      --E.Size;
      Raw.Events.push_back(E);
      break;
    case SlotUse::LoopEntries:
      Raw.LoopEvents.push_back({*Unit, Use.Row, Value, 0});
      break;
    case SlotUse::LoopIterations:
      Raw.LoopEvents.push_back({*Unit, Use.Row, 0, Value});
      break;
    case SlotUse::MakerBlocks:
      Raw.MakerEvents.push_back(
          {*Unit, Use.Row, *Section, *Lane, Value, Values[Use.Slot + 1]});
      break;
    case SlotUse::MakerBytes: // read with its blocks
    case SlotUse::FirstSize:  // read with its count
    case SlotUse::Leading:
      break;
    }
  }
  if (!CheckZero(Head.NumSlots))
    return makeError("slot " + Twine(Unowned) + " of unit " + Twine(Head.Unit) +
                     " counts, but is nobody's");
  return Error::success();
}

Expected<RawSite> findSite(const RawProfile &Raw, uint32_t Unit, uint32_t Slot,
                           ArrayRef<SlotUse::Kind> Uses, StringRef Owner) {
  Expected<uint32_t> Index = indexOf(Raw.UnitOf, Unit, "unit");
  if (!Index)
    return Index.takeError();
  const SlotUse *Site = nullptr;
  for (const SlotUse &Use : Raw.Units[*Index].Table->Slots.uses(Slot))
    if (is_contained(Uses, Use.What))
      Site = &Use;
  if (!Site)
    return makeError("slot " + Twine(Slot) + " of unit " + Twine(Unit) +
                     " is no " + Owner);
  return RawSite{*Index, Site->Row};
}

uint32_t SizeTableDecoder::dark(uint64_t Pc, uint32_t Epoch) {
  auto [I, New] = DarkOf.try_emplace({Pc, Epoch}, Raw.Dark.size());
  if (New)
    Raw.Dark.push_back({Pc, Epoch});
  return I->second;
}

/// Only the table of an accelerator's function may have events of other code at
/// a site that is no leading one.
static bool mayBeCalledAt(const RawProfile &Raw, const RawSite &Its) {
  const SiteTable &Table = Raw.Units[Its.Unit].Table->Table;
  return Table.isOfRuntime() ||
         Table.Sites[Its.Row].Family == SiteFamily::Leading;
}

Expected<RawProfile::Event> SizeTableDecoder::resolve(const SizeEntry &Row) {
  Expected<uint32_t> Section = findSection(Raw, Row.Section);
  if (!Section)
    return Section.takeError();
  RawProfile::Event E = {
      RawProfile::None, 0, RawProfile::None, *Section, 0, Row.Size, Row.Count};
  if (Row.Pc || !Row.Unit)
    E.Dark = dark(Row.Pc, Row.Pc ? Row.Epoch : 0);
  if (Row.Unit) {
    Expected<RawSite> Site =
        Row.Pc
            ? findSite(Raw, Row.Unit, Row.Slot,
                       {SlotUse::Leading, SlotUse::FirstSize}, "leading call's")
            : findSite(Raw, Row.Unit, Row.Slot,
                       {SlotUse::SiteCount, SlotUse::FirstSize}, "site's");
    if (!Site)
      return Site.takeError();
    if (Row.Pc && !mayBeCalledAt(Raw, *Site))
      return makeError("slot " + Twine(Row.Slot) + " of unit " +
                       Twine(Row.Unit) + " is no leading call's");
    E.Unit = Site->Unit;
    E.Site = Site->Row;
  }
  return E;
}

/// The row number \p Number of a record of the thread \p Lane.
Error SizeTableDecoder::add(uint32_t Lane, uint32_t Number,
                            const SizeEntry &Row) {
  if (Row.Count == 0)
    return Error::success();
  Expected<uint32_t> Index = indexOf(Raw.LaneOf, Lane, "thread");
  if (!Index)
    return Index.takeError();
  Expected<RawProfile::Event> E = resolve(Row);
  if (!E)
    return inContext("row " + Twine(Number), E.takeError());
  E->Lane = *Index;
  Raw.Events.push_back(*E);
  return Error::success();
}

Error SizeTableDecoder::decode(StringRef Record) {
  auto Rows = RecordRows<SizeTableRecord, SizeEntry>::of(Record);
  if (!Rows)
    return Rows.takeError();
  for (uint32_t I = 0; I != Rows->size(); ++I)
    if (Error E = add(Rows->Head.Lane, I, (*Rows)[I]))
      return E;
  return Error::success();
}

void SizeTableDecoder::setMeanSize(RawProfile::Event &Its) const {
  if (const RawProfile::ClassSum &Sum = sumOf(Its); Sum.Blocks)
    Its.Size = (Sum.Bytes + Sum.Blocks / 2) / Sum.Blocks;
}

Error SizeTableDecoder::decodeClasses(StringRef Record) {
  auto Rows = RecordRows<SizeTableRecord, SizeClassEntry>::of(Record);
  if (!Rows)
    return Rows.takeError();
  for (uint32_t I = 0; I != Rows->size(); ++I) {
    const SizeClassEntry Row = (*Rows)[I];
    const uint64_t Blocks = Row.Key.Count;
    if (!Blocks)
      continue;
    SizeEntry Less = Row.Key, More = Row.Key;
    Less.Size = Row.Bytes / Blocks;
    More.Size = Less.Size + 1;
    More.Count = Row.Bytes % Blocks;
    Less.Count = Blocks - More.Count;
    Expected<RawProfile::Event> Key = resolve(Row.Key);
    if (!Key)
      return inContext("row " + Twine(I), Key.takeError());
    RawProfile::ClassSum &Sum = sumOf(*Key);
    addSaturated(Sum.Blocks, Blocks);
    addSaturated(Sum.Bytes, Row.Bytes);
    for (const SizeEntry &Its : {Less, More})
      if (Error E = add(Rows->Head.Lane, I, Its))
        return E;
  }
  return Error::success();
}

} // namespace anomalloc
