//===- TraceReader.cpp - lanes in the order of causes ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/TraceReader.h"
#include "Profile/TraceStream.h"
#include "llvm/Support/MathExtras.h"
#include <queue>

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {
namespace {

class MergingReader final : public TraceReader {
public:
  explicit MergingReader(std::unique_ptr<TraceFile> F) : File(std::move(F)) {}

  Error begin() {
    for (const auto &[Number, Blocks] : File->lanes()) {
      IndexOf[Number] = Lanes.size();
      Lanes.push_back({TraceStream(*File, Number, Blocks, Keys)});
    }
    for (size_t I = 0; I != Lanes.size(); ++I)
      if (Error E = putBack(I))
        return E;
    return Error::success();
  }

  const TraceHeader &header() const override { return File->header(); }
  Expected<ArrayRef<TraceEvent>> next() override;
  ArrayRef<TraceKey> keys() const override { return Keys.all(); }
  uint64_t unresolved() const override { return Unresolved; }

private:
  struct Lane {
    TraceStream Stream;
    uint64_t Delivered = 0; ///< Number of the last block that was.
    bool InChain = false;
  };
  static constexpr uint64_t Never = UINT64_MAX;

  /// The lane's turn comes at the time of its next event.
  Error putBack(size_t I);
  /// The lane whose turn it is, if Chain is empty.
  Error beginChain();
  uint64_t timeOfNextLane() const {
    return Turns.empty() ? Never : Turns.top().first;
  }
  /// Whether the block that \p E frees is not delivered. \p Maker: the lane
  /// that will; null: none.
  bool isBlocked(const TraceEvent &E, Lane *&Maker);

  std::unique_ptr<TraceFile> File;
  TraceKeyTable Keys;
  std::vector<Lane> Lanes;
  std::unordered_map<uint32_t, size_t> IndexOf;
  /// By time, the first on top. A lane may have gone on since.
  using Turn = std::pair<uint64_t, size_t>;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<Turn>> Turns;
  /// The lane whose turn it is, then those whose blocks the one before frees.
  std::vector<size_t> Chain;
  uint64_t Unresolved = 0;
};

Error MergingReader::putBack(size_t I) {
  if (Error E = Lanes[I].Stream.load())
    return E;
  ArrayRef<TraceEvent> Events = Lanes[I].Stream.events();
  if (!Events.empty())
    Turns.push({Events[0].Time, I});
  return Error::success();
}

Error MergingReader::beginChain() {
  while (Chain.empty() && !Turns.empty()) {
    auto [Time, I] = Turns.top();
    Turns.pop();
    if (Error E = Lanes[I].Stream.load())
      return E;
    ArrayRef<TraceEvent> Events = Lanes[I].Stream.events();
    if (Events.empty())
      continue;
    if (Events[0].Time > timeOfNextLane()) {
      Turns.push({Events[0].Time, I});
      continue;
    }
    Chain.push_back(I);
    Lanes[I].InChain = true;
  }
  return Error::success();
}

bool MergingReader::isBlocked(const TraceEvent &E, Lane *&Maker) {
  auto I = IndexOf.find(E.Maker);
  Maker = I == IndexOf.end() ? nullptr : &Lanes[I->second];
  return !Maker || Maker->Delivered < E.Block;
}

Expected<ArrayRef<TraceEvent>> MergingReader::next() {
  while (true) {
    if (Error E = beginChain())
      return std::move(E);
    if (Chain.empty())
      return ArrayRef<TraceEvent>();
    Lane &L = Lanes[Chain.back()];
    const bool IsFirst = Chain.size() == 1;
    auto Leave = [&] {
      L.InChain = false;
      Chain.pop_back();
    };
    if (Error E = L.Stream.load())
      return std::move(E);
    ArrayRef<TraceEvent> Events = L.Stream.events();
    const uint64_t Limit = IsFirst ? timeOfNextLane() : Never;
    if (Events.empty() || Events[0].Time > Limit) {
      size_t I = Chain.back();
      Leave();
      if (Events.empty() && !IsFirst) { // What is waited for is nowhere.
        Lanes[Chain.back()].Stream.take(1);
        ++Unresolved;
      }
      if (Error E = putBack(I))
        return std::move(E);
      continue;
    }
    // The block that the lane before waits for.
    const uint64_t Needed =
        IsFirst ? Never
                : Lanes[Chain[Chain.size() - 2]].Stream.events()[0].Block;
    size_t Count = 0;
    Lane *Maker = nullptr;
    bool Blocked = false;
    for (const TraceEvent &E : Events) {
      if (E.Maker != L.Stream.lane() && isBlocked(E, Maker)) {
        Blocked = true;
        break;
      }
      if (E.Time > Limit)
        break;
      ++Count;
      if (E.What == TraceEvent::Allocation) {
        L.Delivered = E.Block;
        if (E.Block == Needed)
          break;
      }
    }
    if (Count) {
      L.Stream.take(Count);
      if (L.Delivered >= Needed)
        Leave();
      return Events.take_front(Count);
    }
    if (!Blocked)
      continue;
    if (!Maker) {
      L.Stream.take(1);
      ++Unresolved;
    } else if (Maker->InChain) {
      return File->corrupt(0, "lanes " + Twine(L.Stream.lane()) + " and " +
                                  Twine(Maker->Stream.lane()) +
                                  " free blocks before these are made");
    } else {
      Maker->InChain = true;
      Chain.push_back(size_t(Maker - Lanes.data()));
    }
  }
}

Expected<std::unique_ptr<TraceReader>>
begin(Expected<std::unique_ptr<TraceFile>> File) {
  if (!File)
    return File.takeError();
  auto Reader = std::make_unique<MergingReader>(std::move(*File));
  if (Error E = Reader->begin())
    return std::move(E);
  return std::move(Reader);
}

} // namespace

std::string missingEvents(const TraceReader &Reader) {
  const TraceHeader &H = Reader.header();
  const uint64_t Frees = SaturatingAdd(H.LostFrees, Reader.unresolved());
  if (!H.LostAllocations && !Frees && !H.LostSections)
    return "";
  const std::string Sections = H.LostSections
                                   ? " and " + std::to_string(H.LostSections) +
                                         " begins and ends of sections"
                                   : "";
  return ("the trace misses " + Twine(H.LostAllocations) + " allocations of " +
          Twine(H.LostBytes) + " bytes and " + Twine(Frees) + " frees" +
          Sections +
          ": the disk was full or a limit was reached, or signal "
          "handlers interrupted the writing")
      .str();
}

Expected<std::unique_ptr<TraceReader>> TraceReader::open(StringRef Path) {
  return begin(TraceFile::open(Path));
}
Expected<std::unique_ptr<TraceReader>>
TraceReader::open(MemoryBufferRef Bytes) {
  return begin(TraceFile::open(Bytes));
}

} // namespace anomalloc
