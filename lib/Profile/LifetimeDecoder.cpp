//===- LifetimeDecoder.cpp ------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A key's row may stand in several lanes; its number is the same in all.
///
//===----------------------------------------------------------------------===//

#include "Profile/RawProfile.h"
#include "Profile/RecordBytes.h"
#include "Support/Saturated.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {
namespace {

/// The rows of a record that are in use.
template <typename Record, typename Row>
Error collect(StringRef Bytes, std::vector<Row> &Rows) {
  auto All = RecordRows<Record, Row>::of(Bytes);
  if (!All)
    return All.takeError();
  for (uint32_t I = 0; I != All->size(); ++I)
    if (Row R = (*All)[I]; R.Number)
      Rows.push_back(R);
  return Error::success();
}

/// How many lived at the process's peak, as far as this lane goes. May be
/// negative: a lane also frees what others made.
int64_t atPeak(const LifetimeEntry &Row, uint64_t PeakBytes) {
  return Row.Stamp == PeakBytes ? Row.AtPeak
                                : int64_t(Row.Allocated - Row.Freed);
}

} // namespace

Error LifetimeDecoder::decodeTotals(StringRef Record) {
  Expected<LifetimeTotalsRecord> Head = take<LifetimeTotalsRecord>(Record);
  if (!Head)
    return Head.takeError();
  if (Raw.LifetimeSums)
    return makeError("a second one");
  uint64_t Shift = Head->Live.ShiftAndHalf >> 1;
  if (Shift > 63)
    return makeError("a timeline of steps of 2^" + Twine(Shift));
  LifetimeTotals &T = Raw.LifetimeSums.emplace();
  T.PeakBytes = Head->PeakBytes;
  T.UnknownFrees = Head->UnknownFrees;
  T.Unwatched = Head->Unwatched;
  T.UnwatchedBytes = Head->UnwatchedBytes;
  T.TemporaryLimit = Head->TemporaryLimit;
  T.Timed = Head->Timed;
  T.ClockStep = Head->ClockStep;
  T.TimelineShift = Shift;
  T.UsableKnown = !Head->UsableUnknown;
  for (const Timeline::Point &P :
       Head->Live.Points[Head->Live.ShiftAndHalf & 1])
    T.Timeline.push_back({P.Live, P.Blocks, P.Usable});
  // A rise is noted when it ends (LifetimeTotalsRecord).
  const uint64_t Live = Head->AllocatedBytes - Head->FreedBytes;
  const uint64_t Now = Head->AllocatedBytes >> Shift;
  if (Now < T.Timeline.size() && int64_t(Live) > int64_t(T.Timeline[Now].Bytes))
    T.Timeline[Now] = {Live, Head->LiveBlocks, Head->UsableBytes};
  while (!T.Timeline.empty() && T.Timeline.back().Bytes == 0)
    T.Timeline.pop_back();
  return Error::success();
}

Error LifetimeDecoder::decodeTable(StringRef Record) {
  return collect<LifetimeTableRecord>(Record, Rows);
}
Error LifetimeDecoder::decodeBuckets(StringRef Record) {
  return collect<LifetimeBucketsRecord>(Record, Buckets);
}
Error LifetimeDecoder::decodeGrowth(StringRef Record) {
  return collect<LifetimeBucketsRecord>(Record, Growth);
}
Error LifetimeDecoder::decodeFreeSites(StringRef Record) {
  return collect<FreeSitesRecord>(Record, FreeSites);
}
Error LifetimeDecoder::decodeActivations(StringRef Record) {
  return collect<ActivationsRecord>(Record, Activations);
}

Expected<RawProfile::Lifetime *> LifetimeDecoder::find(uint32_t Number) {
  auto I = RowOf.find(Number);
  if (I == RowOf.end())
    return makeError("lifetime row " + Twine(Number) + " does not exist");
  return &Raw.Lifetimes[I->second];
}

Error LifetimeDecoder::addRow(const LifetimeEntry &Row) {
  SizeEntry Key = {Row.Pc,    Row.Unit, Row.Slot, Row.Section,
                   Row.Epoch, Row.Size, 0};
  Expected<RawProfile::Event> E = Keys.resolve(Key);
  if (!E)
    return inContext("lifetime row " + Twine(Row.Number), E.takeError());
  if (!Row.Stack && Row.StackLane == LifetimeEntry::InSizeClass)
    Keys.setMeanSize(*E);
  auto [I, New] = RowOf.try_emplace(Row.Number, Raw.Lifetimes.size());
  uint32_t Stack = RawProfile::None;
  if (Row.Stack) {
    Expected<uint32_t> Known =
        Stacks.find(Row.StackLane / 2, Row.StackLane % 2, Row.Stack);
    if (!Known)
      return inContext("lifetime row " + Twine(Row.Number), Known.takeError());
    Stack = *Known;
  }
  if (New)
    Raw.Lifetimes.push_back({*E, Stack, {}, 0, {}});
  RawProfile::Lifetime &L = Raw.Lifetimes[I->second];
  if (std::tie(L.Key.Unit, L.Key.Site, L.Key.Dark, L.Key.Section, L.Key.Size,
               L.Stack) !=
      std::tie(E->Unit, E->Site, E->Dark, E->Section, E->Size, Stack))
    return makeError("lifetime row " + Twine(Row.Number) +
                     " has different keys in different lanes");
  ++L.Lanes;
  addSaturated(L.Counts.Allocated, Row.Allocated);
  addSaturated(L.Counts.Freed, Row.Freed);
#define ANOMALLOC_ROW_COUNTER(Member, Key, Text)                               \
  addSaturated(L.Counts.Member, Row.Member);
#include "anomalloc/LifetimeCounters.def"
  addSaturated(L.Counts.Peak, Row.Peak);
  // Sums of lanes wrap to the right number, below zero too.
  L.Counts.AtPeak += uint64_t(atPeak(Row, Raw.LifetimeSums->PeakBytes));
  if (Row.FreeCount)
    L.FreeSites.push_back(
        {Keys.dark(Row.FreePc, Row.FreeEpoch), Row.FreeCount});
  return Error::success();
}

Error LifetimeDecoder::addBuckets(ArrayRef<LifetimeBuckets> All,
                                  const char *What, uint32_t First,
                                  uint32_t End) {
  for (const LifetimeBuckets &B : All) {
    Expected<RawProfile::Lifetime *> L = find(B.Number);
    if (!L)
      return L.takeError();
    if (B.First % LifetimeBuckets::Count || B.First < First || B.First >= End)
      return makeError(What + Twine(" from ") + Twine(B.First) + " on");
    for (uint32_t I = 0; I != LifetimeBuckets::Count; ++I)
      if (B.Counts[I])
        addSaturated((*L)->Counts.Buckets[B.First + I], B.Counts[I]);
  }
  return Error::success();
}

Error LifetimeDecoder::finish() {
  if (!Raw.LifetimeSums) {
    if (!Rows.empty())
      return makeError("there are rows, but no sums");
    return Error::success();
  }
  for (const LifetimeEntry &Row : Rows)
    if (Error E = addRow(Row))
      return E;
  if (Error E =
          addBuckets(Buckets, "lifetime buckets", 0, LifetimeBuckets::End))
    return E;
  if (Error E = addBuckets(Growth, "growth counters", GrowthCounters::First,
                           AccessCounters::End))
    return E;
  for (const FreeSite &F : FreeSites) {
    Expected<RawProfile::Lifetime *> L = find(F.Number);
    if (!L)
      return L.takeError();
    (*L)->FreeSites.push_back({Keys.dark(F.Pc, F.Epoch), F.Count});
  }
  for (const ActivationEntry &A : Activations) {
    Expected<RawProfile::Lifetime *> L = find(A.Number);
    if (!L)
      return L.takeError();
#define ANOMALLOC_ACTIVATION_COUNTER(Member, Key, Text)                        \
  addSaturated((*L)->Counts.Member, A.Member);
#include "anomalloc/LifetimeCounters.def"
  }
  uint64_t AtPeak = 0, Live = 0;
  for (RawProfile::Lifetime &L : Raw.Lifetimes) {
    LifetimeCounts &C = L.Counts;
    if (int64_t(C.AtPeak) < 0)
      C.AtPeak = 0; // Threads were in the middle of it.
    C.AtPeak = std::min(C.AtPeak, C.Allocated);
    if (L.Stack == RawProfile::None) {
      AtPeak = SaturatingMultiplyAdd(C.AtPeak, L.Key.Size, AtPeak);
      Live = SaturatingMultiplyAdd(C.live(), L.Key.Size, Live);
    }
  }
  const bool Sampled = Raw.Info.count("sample");
  if (Sampled)
    for (TimelinePoint &P : Raw.LifetimeSums->Timeline)
      P.Blocks = (P.Blocks + SampleBlocks / 2) / SampleBlocks;
  // What threads kept back at the end, nobody has looked at. Of samples they
  // keep nothing back, and sums of samples are no bytes that lived.
  if (!Sampled && Live > AtPeak) {
    for (RawProfile::Lifetime &L : Raw.Lifetimes)
      L.Counts.AtPeak = L.Counts.live();
    AtPeak = Live;
  }
  // The thread that raised the peak did not see what others kept back.
  uint64_t &PeakBytes = Raw.LifetimeSums->PeakBytes;
  if (!Sampled)
    PeakBytes = std::max(PeakBytes, AtPeak);
  for (RawProfile::Lifetime &L : Raw.Lifetimes) {
    LifetimeCounts &C = L.Counts;
    C.PeakIsBound = L.Lanes > 1;
    if (C.PeakIsBound) {
      C.Peak = std::min(C.Peak, C.Allocated);
      if (L.Key.Size)
        C.Peak = std::min(C.Peak, PeakBytes / L.Key.Size);
      C.Peak = std::max({C.Peak, C.AtPeak, C.live()});
    }
  }
  return Error::success();
}

} // namespace anomalloc
