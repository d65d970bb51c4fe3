//===- hash.h - One number for a whole result -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EXAMPLES_COMMON_HASH_H
#define EXAMPLES_COMMON_HASH_H

#include <cstdint>
#include <cstring>

namespace examples {

/// Results with the same hash are the same, to the last bit (FNV-1a).
class Hash {
public:
  void add(std::uint64_t Word) {
    for (int Byte = 0; Byte < 8; ++Byte, Word >>= 8)
      Value = (Value ^ (Word & 0xff)) * 0x100000001b3;
  }
  void add(double Number) {
    std::uint64_t Word;
    std::memcpy(&Word, &Number, sizeof(Word));
    add(Word);
  }
  std::uint64_t value() const { return Value; }

private:
  std::uint64_t Value = 0xcbf29ce484222325;
};

} // namespace examples

#endif // EXAMPLES_COMMON_HASH_H
