//===- SiteTableWriter.cpp - a site table to bytes ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/SiteTableWriter.h"
#include "Format/ShapeWriter.h"
#include "Format/SiteTableShape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace anomalloc;

namespace {

/// Writes a payload.
class SiteTableEncoder : public ShapeWriter<SiteTableEncoder> {
public:
  explicit SiteTableEncoder(const SiteTable &Table) : Table(Table) {}

  SmallVector<char, 0> encode() {
    describe(*this, Table);
    return withStrings();
  }

  const SiteTable &table() const { return Table; }
  uint16_t version() const { return SiteTableVersion; }
  void limitChains(uint32_t) {}

private:
  const SiteTable &Table;
};

} // namespace

SmallVector<char, 0> anomalloc::writeSiteTable(const SiteTable &Table) {
  const SmallVector<char, 0> Payload = SiteTableEncoder(Table).encode();
  ArrayRef<uint8_t> Plain =
      arrayRefFromStringRef(StringRef(Payload.data(), Payload.size()));
  ArrayRef<uint8_t> Stored = Plain;
  SmallVector<uint8_t, 0> Compressed;
  auto Compression = SiteTableCompression::None;
  if (compression::zlib::isAvailable()) {
    compression::zlib::compress(Plain, Compressed);
    if (Compressed.size() < Plain.size()) {
      Stored = Compressed;
      Compression = SiteTableCompression::Zlib;
    }
  }

  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  support::endian::Writer W(OS, llvm::endianness::little);
  OS.write(SiteTableMagic, sizeof(SiteTableMagic));
  W.write<uint16_t>(SiteTableVersion);
  W.write<uint16_t>(uint16_t(Compression));
  W.write<uint32_t>(Stored.size());
  W.write<uint32_t>(Plain.size());
  W.write<uint64_t>(xxh3_64bits(Plain));
  OS << toStringRef(Stored);
  OS.write_zeros(offsetToAlignment(Bytes.size(), Align(8)));
  return Bytes;
}
