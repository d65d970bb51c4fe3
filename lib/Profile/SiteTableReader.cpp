//===- SiteTableReader.cpp ------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/SiteTableReader.h"
#include "Profile/ByteReader.h"
#include "Profile/Errors.h"
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

/// Reads the payload's parts in their order; each leaves rows that later parts
/// refer to.
class PayloadReader {
public:
  PayloadReader(StringRef Payload, uint16_t Version, SiteTable &Table)
      : Reader(Payload), Version(Version), Table(Table),
        // Honest tables need a few frames a row, and a row takes some bytes.
        FrameBudget(4 * uint64_t(Payload.size()) + MaxChainLength) {}

  Error read() {
    strings();
    Table.SourceFile = string();
    Table.Directory = string();
    Table.Triple = string();
    functions();
    frames();
    loops();
    sites();
    edges();
    calls();
    telling();
    system();
    makers();
    classes();
    return Reader.takeError();
  }

private:
  StringRef string() {
    uint32_t I = Reader.index(Strings.size(), "string");
    return Reader.ok() ? Strings[I] : StringRef();
  }

  void strings() {
    uint32_t N = Reader.count(1, "strings");
    Strings.reserve(N);
    for (uint32_t I = 0; I != N && Reader.ok(); ++I)
      Strings.push_back(Reader.bytes(Reader.uleb(), "string"));
  }

  void functions() {
    uint32_t N = Reader.count(4, "functions");
    Table.Functions.reserve(N);
    for (uint32_t I = 0; I != N && Reader.ok(); ++I) {
      SiteTable::Function F;
      F.Name = string();
      F.File = string();
      F.Line = Reader.uleb32("line");
      F.Unit = string();
      Table.Functions.push_back(F);
    }
  }

  void frames() {
    uint32_t N = Reader.count(6, "frames");
    Table.Frames.reserve(N);
    Depths.reserve(N);
    for (uint32_t I = 0; I != N && Reader.ok(); ++I) {
      SiteTable::Frame F;
      F.Caller = Reader.optionalIndex(I, "caller frame");
      F.Function = Reader.index(Table.Functions.size(), "function");
      F.File = string();
      F.Line = Reader.uleb32("line");
      F.Column = Reader.uleb32("column");
      F.Use = ObjectUse(
          Reader.index(uint64_t(ObjectUse::Last) + 1, "use of an object"));
      Depths.push_back(F.Caller ? Depths[*F.Caller] + 1 : 1);
      if (Depths.back() > MaxChainLength)
        Reader.fail("an inline chain of more than " + Twine(MaxChainLength) +
                    " levels");
      Table.Frames.push_back(F);
    }
  }

  void loops() {
    uint32_t N = Reader.count(17, "loops");
    Table.Loops.reserve(N);
    for (uint32_t I = 0; I != N && Reader.ok(); ++I) {
      SiteTable::Loop L;
      L.Id = Reader.le64();
      L.Parent = Reader.optionalIndex(I, "parent loop");
      L.Depth = L.Parent ? Table.Loops[*L.Parent].Depth + 1 : 1;
      L.Function = Reader.index(Table.Functions.size(), "function");
      L.File = string();
      L.Line = Reader.uleb32("line");
      L.Column = Reader.uleb32("column");
      L.TripCount = Reader.uleb();
      L.EntriesSlot = Reader.optionalIndex(UINT32_MAX, "entries slot");
      L.IterationsSlot = Reader.optionalIndex(UINT32_MAX, "iterations slot");
      L.OncePerCall = Reader.index(2, "once per call");
      Table.Loops.push_back(L);
    }
  }

  void chain(uint32_t &Innermost, uint32_t &UserFrame) {
    Innermost = Reader.index(Table.Frames.size(), "frame");
    uint32_t Depth = Reader.ok() ? Depths[Innermost] : 0;
    UserFrame = Reader.index(Depth, "user frame");
    if (Depth > FrameBudget)
      Reader.fail("inline chains longer than any program's");
    else
      FrameBudget -= Depth;
  }

  void sites() {
    uint32_t N = Reader.count(18, "sites");
    Table.Sites.reserve(N);
    for (uint32_t I = 0; I != N && Reader.ok(); ++I) {
      SiteTable::Site S;
      S.Id = Reader.le64();
      S.Family = SiteFamily(
          Reader.index(uint64_t(SiteFamily::Leading) + 1, "site family"));
      S.Callee = string();
      S.Function = Reader.index(Table.Functions.size(), "function");
      chain(S.InnermostFrame, S.UserFrame);
      S.InnermostLoop = Reader.optionalIndex(Table.Loops.size(), "loop");
      S.Type = string();
      if (uint64_t SizePlusOne = Reader.uleb())
        S.ConstantSize = SizePlusOne - 1;
      S.Slot = Reader.index(UINT32_MAX, "slot");
      S.OncePerCall = Reader.index(2, "once per call");
      Table.Sites.push_back(S);
    }
  }

  void edges() {
    uint32_t N = Reader.count(9, "callers");
    for (uint32_t I = 0; I != N && Reader.ok(); ++I) {
      uint64_t Caller = Reader.le64();
      uint32_t Callees = Reader.count(9, "callees");
      for (uint32_t J = 0; J != Callees && Reader.ok(); ++J) {
        CallEdge E;
        E.Caller = Caller;
        E.Callee = Reader.le64();
        E.LoopDepth = Reader.uleb32("loop depth");
        if (Version >= 6)
          if (auto L = Reader.optionalIndex(Table.Loops.size(), "loop"))
            E.Loop = LoopIndex(*L);
        Table.Edges.push_back(E);
      }
    }
  }

  void calls() {
    uint32_t N = Reader.count(9, "called functions");
    for (uint32_t I = 0; I != N && Reader.ok(); ++I) {
      uint64_t Callee = Reader.le64();
      uint32_t Calls = Reader.count(5, "calls");
      for (uint32_t J = 0; J != Calls && Reader.ok(); ++J) {
        SiteTable::Call C;
        C.Callee = Callee;
        chain(C.InnermostFrame, C.UserFrame);
        C.IsUserFrame = Reader.index(2, "kind of frame");
        C.LoopDepth = Reader.uleb32("loop depth");
        C.Slot = Reader.optionalIndex(UINT32_MAX - 1, "slot");
        if (!Callee) {
          C.Name = string();
          C.IsVirtual = Reader.index(2, "kind of function");
        }
        Table.Calls.push_back(C);
      }
    }
  }

  void telling() {
    uint32_t N = Reader.count(1, "telling functions");
    for (uint32_t I = 0; I != N && Reader.ok(); ++I)
      Table.Telling.insert(Reader.index(Table.Functions.size(), "function"));
  }

  void system() {
    uint32_t N = Reader.count(1, "system paths");
    for (uint32_t I = 0; I != N && Reader.ok(); ++I)
      Table.SystemPaths.push_back(string());
  }

  void makers() {
    uint32_t N = Reader.count(1, "makers");
    for (uint32_t I = 0; I != N && Reader.ok(); ++I)
      Table.Makers.insert(Reader.index(Table.Functions.size(), "maker"));
    Table.UnknownCallerSlot = Reader.optionalIndex(UINT32_MAX - 1, "slot");
  }

  void classes() {
    uint32_t N = Reader.count(2, "classes");
    for (uint32_t I = 0; I != N && Reader.ok(); ++I) {
      StringRef Name = string();
      Table.Classes[Name] = ClassRefill(
          Reader.index(uint64_t(ClassRefill::Last) + 1, "kind of class"));
    }
  }

  ByteReader Reader;
  const uint16_t Version;
  SiteTable &Table;
  std::vector<StringRef> Strings;
  std::vector<uint32_t> Depths; ///< Of frames: length of their chains.
  uint64_t FrameBudget;
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
  if (xxh3_64bits(StringRef(*Table.Payload)) != H->UnitId)
    return makeError("site table: its bytes are not those that the compiler "
                     "wrote (wrong checksum)");
#endif
  if (Error E = PayloadReader(*Table.Payload, H->Version, Table).read())
    return inContext("site table, payload", std::move(E));
  return std::move(Table);
}

} // namespace anomalloc
