//===- DrawnBlocks.cpp - which blocks may have been drawn -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sample/DrawnBlocks.h"
#include "process/AddressSpace.h"
#include "process/System.h"

namespace anomalloc::runtime {

uint8_t *DrawnBlocks::Counters;

bool DrawnBlocks::begin() {
  if (Counters) {
    sys::zeroPages(Counters, Size);
    return true;
  }
  bool Wiped; // Where it is not, a child's counters only seem to be of blocks.
  Counters = static_cast<uint8_t *>(takePrivate(Size, true, Wiped));
  return Counters;
}

} // namespace anomalloc::runtime
