//===- TraceTimeline.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lifetimes/TraceTimeline.h"
#include "Profile/LiveKeys.h"
#include "Profile/TracedProfile.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace anomalloc {

namespace {

class TimelinePlayer {
public:
  TimelinePlayer(TraceReader &Reader, TraceTimeline &T)
      : Reader(Reader), T(T) {}

  Error play() {
    if (Error Failure =
            forEachEvent(Reader, [&](const TraceEvent &E) { note(E); }))
      return Failure;
    for (Row &R : Rows)
      keepPeak(R);
    return Error::success();
  }

  /// What one key holds.
  struct Row {
    uint64_t Live = 0;
    uint64_t AtPeak = 0; ///< Of the peak that Stamp names.
    uint64_t Stamp = 0;
  };
  ArrayRef<Row> rows() const { return Rows; }

private:
  /// Before the row changes. Each peak is larger than those before, so its
  /// bytes name it.
  void keepPeak(Row &R) {
    if (R.Stamp == T.Peak.Bytes)
      return;
    R.AtPeak = R.Live;
    R.Stamp = T.Peak.Bytes;
  }

  void note(const TraceEvent &E) {
    const uint64_t Start = Reader.header().StartTime;
    const uint64_t Time = E.Time > Start ? E.Time - Start : 0;
    T.Nanoseconds = std::max(T.Nanoseconds, Time);
    if (E.What == TraceEvent::Allocation) {
      if (Rows.size() <= E.Key)
        Rows.resize(E.Key + 1);
      const uint64_t Size = Reader.key(E.Key).Size;
      Keys.add(E);
      keepPeak(Rows[E.Key]);
      ++Rows[E.Key].Live;
      add(T.Allocated, Size);
      add(Live, Size);
      if (Live.Bytes > T.Peak.Bytes) {
        T.Peak = Live;
        T.PeakClock = T.Allocated.Bytes;
        T.PeakTime = Time;
      }
    } else if (E.What == TraceEvent::Free) {
      std::optional<uint32_t> Key = Keys.take(E);
      if (!Key)
        return;
      const uint64_t Size = Reader.key(*Key).Size;
      keepPeak(Rows[*Key]);
      --Rows[*Key].Live;
      add(T.Freed, Size);
      Live.Bytes -= Size;
      --Live.Blocks;
    } else {
      return;
    }
    T.ByClock.note(T.Allocated.Bytes, Live);
    T.ByTime.note(T.Nanoseconds, Live);
  }

  static void add(LiveAmount &To, uint64_t Size) {
    To.Bytes += Size;
    ++To.Blocks;
  }

  TraceReader &Reader;
  TraceTimeline &T;
  LiveKeys Keys;
  std::vector<Row> Rows; ///< By key.
  LiveAmount Live;
};

/// Adds the rows of one site, or dark code, and section up.
void addHolders(TraceTimeline &T, ArrayRef<TimelinePlayer::Row> Rows,
                ArrayRef<Count> Keys) {
  auto NumberOf = [](auto Index) { return Index ? uint32_t(*Index) + 1 : 0; };
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, size_t> IndexOf;
  T.HolderOf.assign(Keys.size(), TraceTimeline::Nobody);
  for (size_t I = 0; I != Rows.size(); ++I) {
    const Count &K = Keys[I];
    if (!Rows[I].AtPeak && !Rows[I].Live)
      continue;
    auto [It, New] = IndexOf.try_emplace(
        {NumberOf(K.Site), NumberOf(K.Dark), uint32_t(K.Section)},
        T.Holders.size());
    if (New)
      T.Holders.push_back(
          {K.Site, K.Dark, K.Section, {}, {}, uint32_t(It->second)});
    T.HolderOf[I] = uint32_t(It->second);
    TraceTimeline::Holder &H = T.Holders[It->second];
    H.AtPeak.Blocks += Rows[I].AtPeak;
    H.AtPeak.Bytes += Rows[I].AtPeak * K.Size;
    H.AtEnd.Blocks += Rows[I].Live;
    H.AtEnd.Bytes += Rows[I].Live * K.Size;
  }
  T.sortHolders();
}

} // namespace

void TraceTimeline::sortHolders() {
  stable_sort(Holders, [](const Holder &A, const Holder &B) {
    return std::tie(A.AtPeak.Bytes, A.AtEnd.Bytes) >
           std::tie(B.AtPeak.Bytes, B.AtEnd.Bytes);
  });
}

Expected<TraceTimeline> computeTimeline(TracedProfile &Traced) {
  Expected<std::unique_ptr<TraceReader>> Reader = Traced.trace();
  if (!Reader)
    return Reader.takeError();
  TraceTimeline T;
  TimelinePlayer Plays(**Reader, T);
  if (Error E = Plays.play())
    return std::move(E);
  Expected<TracedProfile::Names> Names = Traced.resolve((*Reader)->keys());
  if (!Names)
    return Names.takeError();
  addHolders(T, Plays.rows(), Names->Keys);
  T.Missing = Traced.missing(**Reader);
  T.Model = std::move(Names->Model);
  return std::move(T);
}

} // namespace anomalloc
