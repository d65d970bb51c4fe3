//===- TraceSummary.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay/TraceSummary.h"
#include "Profile/LiveKeys.h"
#include "Replay/SharedState.h"
#include "Support/Errors.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace anomalloc {

static bool isTrace(StringRef Path) {
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path);
  if (!File) {
    consumeError(File.takeError());
    return false;
  }
  char Magic[sizeof(format::TraceMagic)] = {};
  Expected<size_t> Size = sys::fs::readNativeFile(*File, Magic);
  sys::fs::closeFile(*File);
  if (!Size) {
    consumeError(Size.takeError());
    return false;
  }
  return std::equal(std::begin(Magic), std::end(Magic), format::TraceMagic);
}

Expected<ReplayInput> ReplayInput::open(StringRef Path) {
  ReplayInput Result;
  Result.Path = Path.str();
  const bool IsTrace = sys::fs::is_regular_file(Path) && isTrace(Path);
  StringRef Named = Path;
  if (IsTrace &&
      (!Named.consume_back(format::TraceSuffix) || !sys::fs::exists(Named)))
    return std::move(Result);
  Expected<std::unique_ptr<TracedProfile>> Traced = TracedProfile::open(Named);
  if (Traced)
    Result.Traced = std::move(*Traced);
  else if (!IsTrace)
    return Traced.takeError();
  else // The trace alone says enough.
    consumeError(Traced.takeError());
  if (Result.Traced && Result.Traced->sampling())
    return makeError(Path + ": the trace has only the events of drawn blocks, "
                            "and allocators would not be met by the others; "
                            "record the program without --sample");
  return std::move(Result);
}

Expected<std::unique_ptr<TraceReader>> ReplayInput::trace() const {
  return Traced ? Traced->trace() : TraceReader::open(Path);
}

namespace {

class Summing {
public:
  Summing(TraceSummary &S, TraceReader &Reader) : S(S), Reader(Reader) {
    S.TellsSections = Reader.header().Version >= format::TraceSectionVersion;
  }

  void note(const TraceEvent &E) {
    if (E.What == TraceEvent::Thread) {
      ++S.Threads;
      laneOf(E.Lane);
      InSections.note(E);
    } else if (E.What == TraceEvent::Allocation) {
      laneOf(E.Lane);
      ++S.Events;
      ++S.Allocations;
      S.Reallocations += E.Reallocated;
      const uint64_t Size = Reader.key(E.Key).Size;
      if (UseOf.size() <= E.Key)
        S.AllocationsOfKey.resize(E.Key + 1), UseOf.resize(E.Key + 1);
      ++S.AllocationsOfKey[E.Key];
      SizeUse *&Use = UseOf[E.Key];
      if (!Use)
        Use = &S.Sizes[Size];
      Use->MostLive = std::max(Use->MostLive, ++Use->Allocations - Use->Frees);
      InSections.note(E, E.Key, Reader.key(E.Key));
      Live.add(E);
      Bytes += Size;
      S.MostBlocks = std::max(S.MostBlocks, ++Blocks);
      S.AllocatedBytes += Size;
      if (Bytes > S.PeakBytes) {
        S.PeakBytes = Bytes;
        S.PeakBlocks = Blocks;
        S.PeakEvent = S.Events;
        S.PeakClock = S.AllocatedBytes;
      }
    } else if (E.What == TraceEvent::Kept) {
      S.Untouched[{E.Maker, E.Block}] = E.untouchedPages();
    } else if (E.What != TraceEvent::Free) {
      InSections.note(E);
    } else if (std::optional<uint32_t> Key = Live.take(E)) {
      laneOf(E.Lane);
      if (uint32_t Pages = E.untouchedPages())
        S.Untouched[{E.Maker, E.Block}] = Pages;
      ++S.Events;
      ++S.Frees;
      SizeUse &Use = *UseOf[*Key];
      ++Use.Frees;
      Use.Resized += E.Reallocated;
      Use.CrossFrees += E.Lane != E.Maker;
      InSections.note(E, *Key, Reader.key(*Key));
      S.CrossFrees += E.Lane != E.Maker;
      Bytes -= Reader.key(*Key).Size;
      --Blocks;
    }
  }

  void finish() {
    S.Keys = Reader.keys().vec();
    S.AllocationsOfKey.resize(S.Keys.size());
    S.Sections = InSections.take();
    if (!S.Sizes.empty())
      S.LargestBlock = S.Sizes.rbegin()->first;
    for (size_t I = 0; I != S.Keys.size(); ++I) {
      const format::TraceKey &K = S.Keys[I];
      const uint64_t Blocks = S.AllocationsOfKey[I];
      if (Blocks)
        S.AllocationsByShape[BlockShape(K)] += Blocks;
      S.Zeroed += K.isZeroed() ? Blocks : 0;
      S.Aligned += K.alignmentBits() ? Blocks : 0;
    }
    S.Threads = std::max<uint64_t>(S.Threads, S.LaneNumbers.size());
  }

private:
  void laneOf(uint32_t Lane) {
    if (Lane == Last)
      return;
    Last = Lane;
    S.LaneNumbers.try_emplace(Lane, uint32_t(S.LaneNumbers.size()));
  }

  TraceSummary &S;
  TraceReader &Reader;
  LiveKeys Live;
  std::vector<SizeUse *> UseOf; ///< By key.
  SectionUses InSections;
  uint64_t Bytes = 0, Blocks = 0;
  uint64_t Last = UINT64_MAX;
};

} // namespace

uint64_t TraceSummary::touchedBytes(const TraceEvent &E) const {
  const uint64_t Size = Keys[E.Key].Size;
  if (Untouched.empty() || Size < format::TracePageSize)
    return Size;
  auto It = Untouched.find({E.Lane, E.Block});
  if (It == Untouched.end())
    return Size;
  const uint64_t Bytes = It->second * format::TracePageSize;
  return Size - std::min(Size, Bytes);
}

Expected<TraceSummary> summarize(const ReplayInput &Input) {
  Expected<std::unique_ptr<TraceReader>> Reader = Input.trace();
  if (!Reader)
    return Reader.takeError();
  TraceSummary S;
  Summing Sums(S, **Reader);
  if (Error Failure =
          forEachEvent(**Reader, [&](const TraceEvent &E) { Sums.note(E); }))
    return std::move(Failure);
  Sums.finish();
  S.Missing = Input.profile() ? Input.profile()->missing(**Reader)
                              : missingEvents(**Reader);
  return std::move(S);
}

} // namespace anomalloc
