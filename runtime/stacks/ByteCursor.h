//===- ByteCursor.h - reading DWARF's numbers -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_STACKS_BYTECURSOR_H
#define ANOMALLOC_RUNTIME_STACKS_BYTECURSOR_H

#include <stdint.h>

namespace anomalloc::runtime {

// DW_EH_PE_*, pointer encodings.
enum : uint8_t {
  PeAbsolute = 0x00,
  PeULeb = 0x01,
  PeUData2 = 0x02,
  PeUData4 = 0x03,
  PeUData8 = 0x04,
  PeSLeb = 0x09,
  PeSData2 = 0x0a,
  PeSData4 = 0x0b,
  PeSData8 = 0x0c,
  PeFormat = 0x0f,
  PePcRelative = 0x10,
  PeDataRelative = 0x30,
  PeApplication = 0x70,
  PeIndirect = 0x80,
  PeOmit = 0xff,
};

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
  uint64_t uleb() { return leb().Value; }
  int64_t sleb() {
    Leb128 Read = leb();
    if (Read.Bits < 64 && (Read.LastByte & 0x40))
      Read.Value |= ~uint64_t(0) << Read.Bits;
    return int64_t(Read.Value);
  }
  /// Reads a pointer in the encoding \p Encoding (DW_EH_PE_*). \p Base is the
  /// address that DW_EH_PE_datarel counts from. Returns false for an unknown
  /// encoding.
  bool encoded(uint8_t Encoding, uint64_t Base, uint64_t &Result);

  const uint8_t *At;

private:
  struct Leb128 {
    uint64_t Value;
    unsigned Bits;
    uint8_t LastByte;
  };
  Leb128 leb() {
    Leb128 Read = {};
    do {
      Read.LastByte = *At++;
      if (Read.Bits < 64)
        Read.Value |= uint64_t(Read.LastByte & 0x7f) << Read.Bits;
      Read.Bits += 7;
    } while (Read.LastByte & 0x80);
    return Read;
  }
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_BYTECURSOR_H
