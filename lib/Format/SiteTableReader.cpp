//===- SiteTableReader.cpp - bytes to a site table ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/SiteTableReader.h"
#include "Format/ShapeReader.h"
#include "Format/SiteTableShape.h"
#include "Support/Errors.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace anomalloc {
namespace {

struct Header {
  uint16_t Version;
  uint16_t Compression;
  uint32_t StoredSize;
  uint32_t PayloadSize;
  uint64_t UnitId;
};

Expected<Header> readHeader(StringRef Data) {
  if (!Data.starts_with(StringRef(SiteTableMagic, 4)))
    return makeError("not a site table (no magic)");
  if (Data.size() < SiteTableHeaderSize)
    return makeError("a site table cut after " + Twine(Data.size()) + " bytes");
  const char *P = Data.data();
  Header H;
  H.Version = support::endian::read16le(P + 4);
  H.Compression = support::endian::read16le(P + 6);
  H.StoredSize = support::endian::read32le(P + 8);
  H.PayloadSize = support::endian::read32le(P + 12);
  H.UnitId = support::endian::read64le(P + 16);
  if (H.Version > SiteTableVersion)
    return makeError("a site table of a newer Anomalloc (version " +
                     Twine(H.Version) + ", this one reads " +
                     Twine(SiteTableVersion) + "): update");
  if (H.Version < OldestSiteTableVersion)
    return makeError("a site table of an older Anomalloc (version " +
                     Twine(H.Version) + ", this one reads " +
                     Twine(SiteTableVersion) + "): build the program again");
  if (H.StoredSize > Data.size() - SiteTableHeaderSize)
    return makeError("a site table of " + Twine(H.StoredSize) +
                     " bytes cut to " +
                     Twine(Data.size() - SiteTableHeaderSize));
  return H;
}

/// Reads a payload.
class SiteTableDecoder : public ShapeReader<SiteTableDecoder> {
public:
  SiteTableDecoder(StringRef Payload, uint16_t Version, SiteTable &Table)
      : ShapeReader(Payload, /*LevelsPerByte=*/4), Version(Version),
        Table(Table) {}

  Error decode() {
    readStrings([](StringRef Text) { return Text; });
    describe(*this, Table);
    return Reader.takeError();
  }

  const SiteTable &table() const { return Table; }
  uint16_t version() const { return Version; }

  void limitChains(uint32_t Innermost) {
    takeLevels(Table.chainLength(Innermost));
  }

private:
  const uint16_t Version;
  SiteTable &Table;
};

} // namespace

Expected<uint64_t> siteTableBlobSize(StringRef Data) {
  Expected<Header> H = readHeader(Data);
  if (!H)
    return H.takeError();
  return std::min<uint64_t>(
      alignTo(SiteTableHeaderSize + uint64_t(H->StoredSize), 8), Data.size());
}

Expected<SiteTable> readSiteTable(StringRef Data) {
  Expected<Header> H = readHeader(Data);
  if (!H)
    return H.takeError();
  SiteTable Table;
  Table.UnitId = H->UnitId;
  Table.Payload = std::make_unique<std::string>();
  if (Error E = unpack(Data.substr(SiteTableHeaderSize, H->StoredSize),
                       H->Compression, H->PayloadSize, MaxTablePayload,
                       *Table.Payload))
    return inContext("site table", std::move(E));
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  if (H->UnitId && xxh3_64bits(StringRef(*Table.Payload)) != H->UnitId)
    return makeError("site table: its bytes are not those that the compiler "
                     "wrote (wrong checksum)");
#endif
  if (Error E = SiteTableDecoder(*Table.Payload, H->Version, Table).decode())
    return inContext("site table, payload", std::move(E));
  return std::move(Table);
}

} // namespace anomalloc
