//===- source.cpp - Where events come from --------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "source.h"

#include <random.h>

#include <algorithm>

namespace trigger {
namespace {

using Fragment = std::vector<std::uint32_t>;

std::uint32_t wordOf(std::uint32_t Strip, std::uint32_t Charge) {
  return Strip << 16 | Charge;
}

/// Shares the charge between two strips so that their middle is \p Position.
void addHit(Fragment &To, double Position, std::uint32_t Charge) {
  const auto Strip = std::uint32_t(Position);
  const auto OfNext = std::uint32_t((Position - Strip) * Charge);
  To.push_back(wordOf(Strip, Charge - OfNext));
  To.push_back(wordOf(Strip + 1, OfNext));
}

void addTrack(RawEvent &To, examples::Random &Source) {
  Line Way;
  Way.Start = Middle + Source.between(-BeamWidth, BeamWidth);
  Way.Slope = Source.between(-3500, 3500);
  // One in fifty loses much charge.
  auto Charge = std::uint32_t(100 + Source.below(400));
  if (Source.below(50) == 0)
    Charge *= 4;
  for (int Layer = 0; Layer != NumLayers; ++Layer)
    if (Source.below(100) != 0) // else the strip does not work
      addHit(To.Fragments[Layer], Way.at(Layer) + Source.between(-0.5, 0.5),
             Charge);
  To.Truth.push_back(Way);
}

} // namespace

std::unique_ptr<RawEvent> simulateEvent(std::uint64_t Number) {
  examples::Random Source(Number);
  auto Event = std::make_unique<RawEvent>();
  Event->Number = Number;
  // Most events are small, few are very large.
  std::uint64_t NumTracks = 5 + Source.below(20);
  if (Source.below(50) == 0)
    NumTracks *= 5;
  for (std::uint64_t I = 0; I != NumTracks; ++I)
    addTrack(*Event, Source);
  for (Fragment &Words : Event->Fragments) {
    const std::uint64_t NumNoise = Source.below(10);
    for (std::uint64_t I = 0; I != NumNoise; ++I)
      addHit(Words, Source.between(0, 65535), 50);
    std::sort(Words.begin(), Words.end());
  }
  return Event;
}

} // namespace trigger
