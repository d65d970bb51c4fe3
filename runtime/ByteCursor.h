//===- ByteCursor.h - reading DWARF's numbers -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_BYTECURSOR_H
#define ANOMALLOC_RUNTIME_BYTECURSOR_H

#include <stdint.h>

namespace anomalloc {

/// Reads numbers from trusted memory.
class ByteCursor {
public:
  explicit ByteCursor(const uint8_t *At) : At(At) {}

  template <typename T> T fixed() {
    T Result;
    __builtin_memcpy(&Result, At, sizeof(T));
    At += sizeof(T);
    return Result;
  }
  uint64_t uleb() {
    uint64_t Result = 0;
    unsigned Shift = 0;
    uint8_t Byte;
    do {
      Byte = *At++;
      if (Shift < 64)
        Result |= uint64_t(Byte & 0x7f) << Shift;
      Shift += 7;
    } while (Byte & 0x80);
    return Result;
  }
  int64_t sleb() {
    uint64_t Result = 0;
    unsigned Shift = 0;
    uint8_t Byte;
    do {
      Byte = *At++;
      if (Shift < 64)
        Result |= uint64_t(Byte & 0x7f) << Shift;
      Shift += 7;
    } while (Byte & 0x80);
    if (Shift < 64 && (Byte & 0x40))
      Result |= ~uint64_t(0) << Shift;
    return int64_t(Result);
  }
  /// A pointer encoded as DW_EH_PE_* \p Encoding says; \p Base is what
  /// DW_EH_PE_datarel counts from. False for an encoding that is unknown.
  bool encoded(uint8_t Encoding, uint64_t Base, uint64_t &Result);

  const uint8_t *At;
};

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_BYTECURSOR_H
