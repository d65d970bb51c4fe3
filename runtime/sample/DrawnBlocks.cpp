//===- DrawnBlocks.cpp - which blocks may have been drawn -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sample/DrawnBlocks.h"
#include "process/System.h"

namespace anomalloc::runtime {

alignas(4096) uint8_t DrawnBlocks::Counters[Size];

void DrawnBlocks::clear() { sys::zeroPages(Counters, Size); }

} // namespace anomalloc::runtime
