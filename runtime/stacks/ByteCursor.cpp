//===- ByteCursor.cpp - reading DWARF's numbers ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stacks/ByteCursor.h"

namespace anomalloc::runtime {

bool ByteCursor::encoded(uint8_t Encoding, uint64_t Base, uint64_t &Result) {
  uint64_t Here = reinterpret_cast<uint64_t>(At);
  switch (Encoding & PeFormat) {
  case PeAbsolute:
  case PeUData8:
  case PeSData8:
    Result = fixed<uint64_t>();
    break;
  case PeULeb:
    Result = uleb();
    break;
  case PeSLeb:
    Result = uint64_t(sleb());
    break;
  case PeUData2:
    Result = fixed<uint16_t>();
    break;
  case PeUData4:
    Result = fixed<uint32_t>();
    break;
  case PeSData2:
    Result = uint64_t(int64_t(fixed<int16_t>()));
    break;
  case PeSData4:
    Result = uint64_t(int64_t(fixed<int32_t>()));
    break;
  default:
    return false;
  }
  if (!Result)
    return true; // Null, whatever it is relative to.
  switch (Encoding & PeApplication) {
  case 0:
    break;
  case PePcRelative:
    Result += Here;
    break;
  case PeDataRelative:
    Result += Base;
    break;
  default:
    return false;
  }
  if (Encoding & PeIndirect)
    Result = *reinterpret_cast<const uint64_t *>(Result);
  return true;
}

} // namespace anomalloc::runtime
