//===- ByteReader.h - a cursor that trusts nothing --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads numbers, strings and checked indices. The first failure sticks: every
/// later read gives zero, so that a caller may check once a row.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_FORMAT_BYTEREADER_H
#define ANOMALLOC_FORMAT_BYTEREADER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace anomalloc {

class ByteReader {
public:
  explicit ByteReader(llvm::StringRef Data) : Data(Data) {}

  bool ok() const { return Message.empty(); }
  uint64_t left() const { return Data.size() - Position; }

  /// Eight bytes, little-endian.
  uint64_t le64();
  uint64_t uleb();
  /// A ULEB128 number that must fit 32 bits.
  uint32_t uleb32(const char *What);
  llvm::StringRef bytes(uint64_t Size, const char *What);

  /// Reads a number of rows that have at least \p MinRowSize bytes each. Fails
  /// if the bytes that are left cannot hold that many rows. So the result may
  /// be used to reserve memory.
  uint32_t count(unsigned MinRowSize, const char *What);

  /// An index below \p Bound.
  uint32_t index(uint64_t Bound, const char *What);
  /// An index below \p Bound that is stored plus one. A stored 0 means none.
  std::optional<uint32_t> optionalIndex(uint64_t Bound, const char *What);

  void fail(const llvm::Twine &Why);
  /// The first failure, with its position; success if there was none.
  llvm::Error takeError();

private:
  llvm::StringRef Data;
  uint64_t Position = 0;
  std::string Message;
};

/// Fills \p Payload with \p Size bytes from \p Stored. \p Stored is compressed
/// by zlib if \p Compression is 1. Before it allocates anything, refuses a size
/// above \p Limit, and a size that no compressed stream as long as \p Stored
/// can give.
llvm::Error unpack(llvm::StringRef Stored, unsigned Compression, uint64_t Size,
                   uint64_t Limit, std::string &Payload);

} // namespace anomalloc

#endif // ANOMALLOC_FORMAT_BYTEREADER_H
