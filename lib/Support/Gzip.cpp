//===- Gzip.cpp - files that gunzip reads ---------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Gzip.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/EndianStream.h"

using namespace llvm;

namespace anomalloc {

// LLVM writes zlib's form of the same bytes: between 2 bytes and a checksum
// of 4.
constexpr size_t ZlibHead = 2, ZlibTail = 4;

Error writeGzip(raw_ostream &OS, StringRef Data) {
  if (!compression::zlib::isAvailable())
    return createStringError(inconvertibleErrorCode(),
                             "this LLVM was built without zlib, which "
                             "compresses the file");
  ArrayRef<uint8_t> Bytes = arrayRefFromStringRef(Data);
  SmallVector<uint8_t, 0> Packed;
  compression::zlib::compress(Bytes, Packed);
  // Deflate; no name, no time, no extra flags, made on any system.
  constexpr char Head[] = {'\x1f', '\x8b', 8, 0, 0, 0, 0, 0, 0, '\xff'};
  OS.write(Head, sizeof(Head));
  OS << toStringRef(ArrayRef(Packed).drop_front(ZlibHead).drop_back(ZlibTail));
  support::endian::Writer Tail(OS, llvm::endianness::little);
  Tail.write<uint32_t>(crc32(Bytes));
  Tail.write<uint32_t>(uint32_t(Data.size()));
  return Error::success();
}

} // namespace anomalloc
