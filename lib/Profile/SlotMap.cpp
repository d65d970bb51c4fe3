//===- SlotMap.cpp --------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/SlotMap.h"
#include "Format/SiteTableReader.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace anomalloc {

static bool isLoop(SlotUse::Kind Kind) {
  return Kind == SlotUse::LoopEntries || Kind == SlotUse::LoopIterations;
}

/// Two owners are one too many, except that loops may share a counter and that
/// a leading site's number is none.
static bool collide(const SlotUse &A, const SlotUse &B) {
  return A.Slot == B.Slot && !isLoop(A.What) && !isLoop(B.What) &&
         (A.What == SlotUse::Leading) == (B.What == SlotUse::Leading);
}

Expected<SlotMap> SlotMap::build(const SiteTable &Table) {
  SlotMap Map;
  Map.Uses.reserve(2 * (Table.Sites.size() + Table.Loops.size()));
  auto Add = [&](uint32_t Slot, SlotUse::Kind What, uint32_t Row) {
    Map.Uses.push_back({Slot, What, Row});
    if (What != SlotUse::Leading)
      Map.Counters = std::max(Map.Counters, uint64_t(Slot) + 1);
  };
  for (auto [Row, S] : enumerate(Table.Sites)) {
    if (S.Family == SiteFamily::Leading) {
      Add(S.Slot, SlotUse::Leading, Row);
    } else if (S.ConstantSize) {
      Add(S.Slot, SlotUse::SiteCount, Row);
    } else {
      Add(S.Slot, SlotUse::FirstSize, Row);
      Add(S.Slot + 1, SlotUse::FirstCount, Row);
    }
  }
  for (auto [Row, L] : enumerate(Table.Loops)) {
    if (L.EntriesSlot)
      Add(*L.EntriesSlot, SlotUse::LoopEntries, Row);
    if (L.IterationsSlot)
      Add(*L.IterationsSlot, SlotUse::LoopIterations, Row);
  }
  auto AddMade = [&](std::optional<uint32_t> Slot, uint32_t Row) {
    if (!Slot)
      return;
    Add(*Slot, SlotUse::MakerBlocks, Row);
    Add(*Slot + 1, SlotUse::MakerBytes, Row);
  };
  for (auto [Row, C] : enumerate(Table.Calls))
    AddMade(C.Slot, Row);
  AddMade(Table.UnknownCallerSlot, SlotUse::UnknownCaller);
  sort(Map.Uses, [](const SlotUse &A, const SlotUse &B) {
    return std::tie(A.Slot, A.What, A.Row) < std::tie(B.Slot, B.What, B.Row);
  });
  for (size_t I = 1; I < Map.Uses.size(); ++I)
    if (collide(Map.Uses[I - 1], Map.Uses[I]))
      return makeError("site table: two sites or calls own slot " +
                       Twine(Map.Uses[I].Slot));
  return std::move(Map);
}

ArrayRef<SlotUse> SlotMap::uses(uint32_t Slot) const {
  auto Less = [](const SlotUse &A, const SlotUse &B) {
    return A.Slot < B.Slot;
  };
  auto [First, Last] = std::equal_range(
      Uses.begin(), Uses.end(), SlotUse{Slot, SlotUse::SiteCount, 0}, Less);
  return ArrayRef(Uses).slice(First - Uses.begin(), Last - First);
}

Expected<std::shared_ptr<const RegisteredUnit>> UnitCache::get(StringRef Blob) {
  uint64_t Hash = xxh3_64bits(Blob);
  auto [First, Last] = Entries.equal_range(Hash);
  for (auto I = First; I != Last; ++I)
    if (I->second.Blob == Blob)
      return I->second.Unit;
  Expected<SiteTable> Table = readSiteTable(Blob);
  if (!Table)
    return Table.takeError();
  Expected<SlotMap> Slots = SlotMap::build(*Table);
  if (!Slots)
    return Slots.takeError();
  auto Unit = std::make_shared<const RegisteredUnit>(
      RegisteredUnit{std::move(*Table), std::move(*Slots)});
  Entries.emplace(Hash, Entry{Blob.str(), Unit});
  return Unit;
}

} // namespace anomalloc
