//===- TraceBands.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lifetimes/TraceBands.h"
#include "Profile/LiveKeys.h"
#include "Profile/TracedProfile.h"
#include "llvm/ADT/ArrayRef.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// The band of each key.
std::vector<uint8_t> bandsOf(const TraceTimeline &T) {
  std::vector<uint8_t> BandOfHolder(T.Holders.size(), LiveBands::Others);
  for (size_t I = 0; I != std::min(T.Holders.size(), LiveBands::Others); ++I)
    BandOfHolder[T.Holders[I].Number] = uint8_t(I);
  std::vector<uint8_t> Bands;
  for (uint32_t Holder : T.HolderOf)
    Bands.push_back(Holder == TraceTimeline::Nobody ? LiveBands::Others
                                                    : BandOfHolder[Holder]);
  return Bands;
}

class BandPlayer {
public:
  BandPlayer(TraceReader &Reader, std::vector<uint8_t> BandOf)
      : Reader(Reader), BandOf(std::move(BandOf)) {}

  void note(const TraceEvent &E) {
    const uint64_t Start = Reader.header().StartTime;
    Time = std::max(Time, E.Time > Start ? E.Time - Start : 0);
    if (E.What == TraceEvent::Allocation) {
      Keys.add(E);
      const uint64_t Size = Reader.key(E.Key).Size;
      Clock += Size;
      Live.Bytes += Size;
      ++Live.Blocks;
      Live.Parts[BandOf[E.Key]] += Size;
    } else if (E.What == TraceEvent::Free) {
      std::optional<uint32_t> Key = Keys.take(E);
      if (!Key)
        return;
      const uint64_t Size = Reader.key(*Key).Size;
      Live.Bytes -= Size;
      --Live.Blocks;
      Live.Parts[BandOf[*Key]] -= Size;
    } else {
      return;
    }
    Result.ByClock.note(Clock, Live);
    Result.ByTime.note(Time, Live);
  }

  TraceBands Result;

private:
  TraceReader &Reader;
  const std::vector<uint8_t> BandOf; ///< By key.
  LiveKeys Keys;
  LiveBands Live;
  uint64_t Clock = 0, Time = 0;
};

} // namespace

Expected<TraceBands> computeBands(const TracedProfile &Traced,
                                  const TraceTimeline &T) {
  Expected<std::unique_ptr<TraceReader>> Reader = Traced.trace();
  if (!Reader)
    return Reader.takeError();
  BandPlayer Plays(**Reader, bandsOf(T));
  if (Error Failure =
          forEachEvent(**Reader, [&](const TraceEvent &E) { Plays.note(E); }))
    return std::move(Failure);
  return std::move(Plays.Result);
}

} // namespace anomalloc
