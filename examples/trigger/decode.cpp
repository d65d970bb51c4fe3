//===- decode.cpp - From words to clusters --------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "decode.h"

namespace trigger {
namespace {

Clusters decodeFragment(const std::vector<std::uint32_t> &Words) {
  Clusters Result;
  std::uint32_t LastStrip = 0;
  double Moment = 0;
  for (const std::uint32_t Word : Words) {
    const std::uint32_t Strip = Word >> 16, Charge = Word & 0xffff;
    if (Result.empty() || Strip > LastStrip + 1) {
      Result.push_back(std::make_unique<Cluster>());
      Moment = 0;
    }
    Cluster &Last = *Result.back();
    Moment += double(Strip) * Charge;
    Last.Charge += Charge;
    Last.Position = Last.Charge ? Moment / Last.Charge : Strip;
    LastStrip = Strip;
  }
  return Result;
}

} // namespace

DecodedEvent decode(const RawEvent &Raw) {
  DecodedEvent Result;
  for (int Layer = 0; Layer != NumLayers; ++Layer)
    Result[Layer] = decodeFragment(Raw.Fragments[Layer]);
  return Result;
}

} // namespace trigger
