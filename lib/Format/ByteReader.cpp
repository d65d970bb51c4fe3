//===- ByteReader.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/ByteReader.h"
#include "Support/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace anomalloc {

void ByteReader::fail(const Twine &Why) {
  if (ok())
    Message = ("at byte " + Twine(Position) + ": " + Why).str();
}

Error ByteReader::takeError() {
  if (ok())
    return Error::success();
  return makeError(Message);
}

uint64_t ByteReader::le64() {
  StringRef Bytes = bytes(8, "number");
  return Bytes.empty() ? 0 : support::endian::read64le(Bytes.data());
}

/// Not llvm::decodeULEB128: in LLVM 19 a number padded with more than ten bytes
/// shifts by more than 63 bits.
uint64_t ByteReader::uleb() {
  uint64_t Value = 0;
  for (unsigned Shift = 0; ok(); Shift += 7) {
    if (left() == 0) {
      fail("a number without an end");
      break;
    }
    uint64_t Byte = uint8_t(Data[Position]);
    uint64_t Bits = Byte & 0x7f;
    if (Shift > 63 || (Bits << Shift) >> Shift != Bits) {
      fail("a number of more than 64 bits");
      break;
    }
    Value |= Bits << Shift;
    ++Position;
    if (!(Byte & 0x80))
      return Value;
  }
  return 0;
}

uint32_t ByteReader::uleb32(const char *What) {
  return index(uint64_t(UINT32_MAX) + 1, What);
}

StringRef ByteReader::bytes(uint64_t Size, const char *What) {
  if (!ok())
    return {};
  if (Size > left()) {
    fail(Twine(What) + " of " + Twine(Size) + " bytes, but " + Twine(left()) +
         " are left");
    return {};
  }
  StringRef Result = Data.substr(Position, Size);
  Position += Size;
  return Result;
}

uint32_t ByteReader::count(unsigned MinRowSize, const char *What) {
  uint64_t Rows = uleb();
  if (Rows > left() / MinRowSize || Rows >= UINT32_MAX) {
    fail(Twine(Rows) + " " + What + " do not fit " + Twine(left()) + " bytes");
    return 0;
  }
  return uint32_t(Rows);
}

uint32_t ByteReader::index(uint64_t Bound, const char *What) {
  uint64_t Value = uleb();
  if (ok() && Value >= Bound)
    fail(Twine(What) + " " + Twine(Value) + ", but the limit is " +
         Twine(Bound));
  return ok() ? uint32_t(Value) : 0;
}

std::optional<uint32_t> ByteReader::optionalIndex(uint64_t Bound,
                                                  const char *What) {
  uint32_t Value = index(Bound + 1, What);
  if (Value == 0)
    return std::nullopt;
  return Value - 1;
}

Error unpack(StringRef Stored, unsigned Compression, uint64_t Size,
             uint64_t Limit, std::string &Payload) {
  if (Compression > 1)
    return makeError("compression " + Twine(Compression) +
                     " is not known here: written by a newer Anomalloc");
  if (Size > Limit)
    return makeError("a payload of " + Twine(Size) +
                     " bytes is over the limit"
                     " of " +
                     Twine(Limit));
  if (Compression == 0) {
    if (Size != Stored.size())
      return makeError("a payload of " + Twine(Size) + " bytes is stored in " +
                       Twine(Stored.size()));
    Payload = Stored.str();
    return Error::success();
  }
  if (!compression::zlib::isAvailable())
    return makeError("it is compressed, and this LLVM was built without zlib");
  // Deflate gives at most 1,032 bytes for one.
  if (Size / 1032 > Stored.size())
    return makeError("no " + Twine(Stored.size()) + " bytes unpack to " +
                     Twine(Size));
  Payload.resize(Size);
  size_t Unpacked = Size;
  if (Error E = compression::zlib::decompress(
          arrayRefFromStringRef(Stored),
          reinterpret_cast<uint8_t *>(Payload.data()), Unpacked))
    return inContext("zlib", std::move(E));
  if (Unpacked != Size)
    return makeError("it unpacks to " + Twine(Unpacked) + " bytes instead of " +
                     Twine(Size));
  return Error::success();
}

} // namespace anomalloc
