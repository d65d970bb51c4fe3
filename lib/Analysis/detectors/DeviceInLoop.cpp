//===- DeviceInLoop.cpp - an accelerator's memory in a loop --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An accelerator's own memory was made in a loop. Its runtime waits for the
/// device when such memory is made or freed. Pools that are bound to a stream
/// (MemorySpace::DevicePool) are the remedy, so they are not judged.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Findings.h"

namespace anomalloc {

std::optional<MeasuredAnomaly> detectDeviceInLoop(const BlockGroup &L,
                                                  const FindingContext &C) {
  if (L.Space != MemorySpace::Device && L.Space != MemorySpace::Managed)
    return std::nullopt;
  return C.findInLoop(L, "the device may wait for each");
}

} // namespace anomalloc
