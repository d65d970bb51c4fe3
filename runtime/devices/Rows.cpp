//===- Rows.cpp - site tables of one site ---------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "devices/Rows.h"

namespace anomalloc::runtime::devices {
namespace {

/// The shape of a table is that of its version: readers know it, whatever later
/// versions have.
constexpr uint16_t Version = 10;
static_assert(Version >= OldestSiteTableVersion, "nobody reads such tables");

/// Writes a payload of that version (anomalloc/SiteTable.h). All its numbers
/// are less than 128, so each takes one byte.
class TableWriter {
public:
  explicit TableWriter(unsigned char *To) : At(To) {}

  template <typename... Number> void numbers(Number... Values) {
    ((*At++ = (unsigned char)Values), ...);
  }
  void text(const char *Text) {
    unsigned char *Length = At++;
    while (*Text)
      *At++ = (unsigned char)*Text++;
    *Length = (unsigned char)(At - Length - 1);
  }
  void fixed(uint64_t Value) {
    __builtin_memcpy(At, &Value, sizeof(Value));
    At += sizeof(Value);
  }
  unsigned char *end() const { return At; }

private:
  unsigned char *At;
};

struct TableHeader {
  char Magic[4];
  uint16_t Version;
  uint16_t Compression;
  uint32_t StoredSize;
  uint32_t PayloadSize;
  uint64_t UnitId;
};
static_assert(sizeof(TableHeader) == SiteTableHeaderSize);

} // namespace

uint64_t hashOf(const char *Text, uint64_t Hash) {
  for (; *Text; ++Text)
    Hash = (Hash ^ (unsigned char)*Text) * 0x100000001b3u;
  return Hash;
}

void RowTable::build(const char *Function, const char *Callee,
                     MemorySpace Space) {
  if (Unit.Table)
    return;
  TableWriter To(Bytes + SiteTableHeaderSize);
  To.numbers(3); // Strings.
  To.text("");
  To.text(Function);
  To.text(Callee);
  To.numbers(0, 0, 0);             // The unit: no file, no folder, no target.
  To.numbers(1, 1, 0, 0, 0);       // One function.
  To.numbers(1, 0, 0, 0, 0, 0, 0); // One frame.
  To.numbers(0);                   // No loops.
  To.numbers(1);                   // One site: its id, a pool, its callee, ...
  To.fixed(hashOf(Callee, hashOf(Function)));
  To.numbers(unsigned(SiteFamily::Pool), 2);
  To.numbers(0, 0, 0, 0, 0, 0, 0, 0, 0, 0); // ... function to judged.
  To.numbers(0, 0, 0, 0, 0, 0, 0);          // Edges to classes.
  To.numbers(1, 0, unsigned(Space));
  unsigned char *End = To.end();
  const uint32_t Size = uint32_t(End - Bytes) - SiteTableHeaderSize;
  TableHeader Header = {{}, Version, 0, Size, Size, 0};
  __builtin_memcpy(Header.Magic, SiteTableMagic, sizeof(Header.Magic));
  __builtin_memcpy(Bytes, &Header, sizeof(Header));
  Unit.NumSlots = 2;
  Unit.TableSize = (SiteTableHeaderSize + Size + 7) / 8 * 8;
  Unit.Table = Bytes;
}

void countBlock(RowTable &Its, const void *Caller, bool IsCharged,
                size_t Size) {
  if (__anomalloc_device_event)
    __anomalloc_device_event(&Its.Unit, Caller, IsCharged, Size);
}

} // namespace anomalloc::runtime::devices
