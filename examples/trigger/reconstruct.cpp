//===- reconstruct.cpp - From clusters to tracks --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reconstruct.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace trigger {

double Track::meanCharge() const {
  double Sum = 0;
  for (const Cluster *Hit : Hits)
    Sum += Hit->Charge;
  return Sum / double(Hits.size());
}

namespace {

/// How far a hit may be from the line through two others, in strips.
constexpr double Road = 4;
constexpr std::size_t FewestHits = NumLayers - 1;
constexpr int MostShared = 2;

/// A hit of each layer, or none.
using HitsByLayer = std::array<const Cluster *, NumLayers>;

const Cluster *nearest(const Clusters &Layer, double Position) {
  const auto After =
      std::lower_bound(Layer.begin(), Layer.end(), Position,
                       [](const auto &C, double P) { return C->Position < P; });
  const Cluster *Best = nullptr;
  auto Consider = [&](const Cluster &C) {
    const double Distance = std::abs(C.Position - Position);
    if (Distance < Road &&
        (!Best || Distance < std::abs(Best->Position - Position)))
      Best = &C;
  };
  if (After != Layer.begin())
    Consider(**std::prev(After));
  if (After != Layer.end())
    Consider(**After);
  return Best;
}

/// The line with the least squares.
std::unique_ptr<Track> fit(const HitsByLayer &Hits) {
  auto Result = std::make_unique<Track>();
  double N = 0, Z = 0, ZZ = 0, X = 0, XZ = 0;
  for (int Layer = 0; Layer != NumLayers; ++Layer)
    if (Hits[Layer]) {
      const double Distance = Layer + 1, Position = Hits[Layer]->Position;
      Result->Hits.push_back(Hits[Layer]);
      N += 1;
      Z += Distance;
      ZZ += Distance * Distance;
      X += Position;
      XZ += Position * Distance;
    }
  Result->Way.Slope = (N * XZ - Z * X) / (N * ZZ - Z * Z);
  Result->Way.Start = (X - Result->Way.Slope * Z) / N;
  for (int Layer = 0; Layer != NumLayers; ++Layer)
    if (Hits[Layer]) {
      const double Away = Hits[Layer]->Position - Result->Way.at(Layer);
      Result->Error += Away * Away / N;
    }
  return Result;
}

/// Adds the tracks through a hit of the layer \p Inner and one of \p Outer.
void follow(const DecodedEvent &Event, int Inner, int Outer, Tracks &Result) {
  for (const auto &In : Event[Inner])
    for (const auto &Out : Event[Outer]) {
      Line Way;
      Way.Slope = (Out->Position - In->Position) / (Outer - Inner);
      Way.Start = In->Position - Way.Slope * (Inner + 1);
      if (std::abs(Way.Start - Middle) > BeamWidth + Road)
        continue;
      HitsByLayer Hits = {};
      std::size_t NumHits = 0;
      for (int Layer = 0; Layer != NumLayers; ++Layer)
        if ((Hits[Layer] = nearest(Event[Layer], Way.at(Layer))))
          ++NumHits;
      if (NumHits >= FewestHits)
        Result.push_back(fit(Hits));
    }
}

bool isBetter(const std::unique_ptr<Track> &A,
              const std::unique_ptr<Track> &B) {
  return std::make_tuple(B->Hits.size(), A->Error, A->Way.Start) <
         std::make_tuple(A->Hits.size(), B->Error, B->Way.Start);
}

/// Removes each track that shares its hits with better ones.
void removeDoubles(Tracks &All) {
  std::sort(All.begin(), All.end(), isBetter);
  std::set<const Cluster *> Taken;
  auto IsDouble = [&](const std::unique_ptr<Track> &T) {
    int Shared = 0;
    for (const Cluster *Hit : T->Hits)
      Shared += int(Taken.count(Hit));
    if (Shared > MostShared)
      return true;
    Taken.insert(T->Hits.begin(), T->Hits.end());
    return false;
  };
  // In order, which std::remove_if does not promise.
  Tracks Kept;
  for (auto &T : All)
    if (!IsDouble(T))
      Kept.push_back(std::move(T));
  All = std::move(Kept);
}

} // namespace

Tracks reconstruct(const DecodedEvent &Event) {
  Tracks Result;
  const int Last = NumLayers - 1;
  follow(Event, 0, Last, Result);
  // Without a hit in the first layer, or in the last.
  follow(Event, 1, Last, Result);
  follow(Event, 0, Last - 1, Result);
  removeDoubles(Result);
  return Result;
}

} // namespace trigger
