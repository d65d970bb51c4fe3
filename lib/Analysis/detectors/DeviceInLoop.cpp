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
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

std::optional<MeasuredAnomaly> detectDeviceInLoop(const BlockGroup &L,
                                                  const FindingContext &C) {
  const bool IsOwn =
      L.Space == MemorySpace::Device || L.Space == MemorySpace::Managed;
  if (!IsOwn || !L.Depth || !C.isFrequentOnDevice(L.Allocated.Allocations))
    return std::nullopt;
  MeasuredAnomaly F;
  F.Blocks = L.Allocated.Allocations;
  F.FromCounts = true;
  F.Evidence = formatv("{0:N} blocks, {1:N} bytes, made in a loop; the device "
                       "may wait for each",
                       L.Allocated.Allocations, L.Allocated.Bytes)
                   .str();
  return F;
}

} // namespace anomalloc
