//===- event.h - What passes from step to step ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRIGGER_EVENT_H
#define TRIGGER_EVENT_H

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace trigger {

/// The detector: planes of strips, at the distances 1, 2, ... from the beam.
inline constexpr int NumLayers = 8;
inline constexpr double Middle = 32768; ///< The beam, in strips.
inline constexpr double BeamWidth = 800;

/// The way of a particle: at the distance Z it is at Start + Slope * Z.
struct Line {
  double at(int Layer) const { return Start + Slope * (Layer + 1); }

  double Start = 0, Slope = 0;
};

/// As it arrives: for each layer the strips that were hit, from left to right,
/// each a word with the strip above and the charge below.
struct RawEvent {
  std::uint64_t Number = 0;
  std::array<std::vector<std::uint32_t>, NumLayers> Fragments;
  std::vector<Line> Truth; ///< What was simulated; only tests look at it.
};

/// Neighbouring strips that were hit.
struct Cluster {
  double Position = 0;
  std::uint32_t Charge = 0;
};

/// From left to right.
using Clusters = std::vector<std::unique_ptr<Cluster>>;
using DecodedEvent = std::array<Clusters, NumLayers>;

struct Track {
  Line Way;
  std::vector<const Cluster *> Hits;
  double Error = 0; ///< Mean square of distances from the hits.

  double meanCharge() const;
};

using Tracks = std::vector<std::unique_ptr<Track>>;

/// What is left of an event at the end.
struct Decision {
  std::uint64_t Number = 0;
  std::vector<std::string> Passed; ///< Names of rules; none: rejected.
  std::vector<Line> Found;
  std::vector<Line> Truth;
  std::unique_ptr<RawEvent> Raw; ///< Of an event that is kept.
};

} // namespace trigger

#endif // TRIGGER_EVENT_H
