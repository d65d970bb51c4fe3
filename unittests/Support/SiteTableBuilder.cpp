//===- SiteTableBuilder.cpp -----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SiteTableBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/xxhash.h"

namespace anomalloc::test {

std::string uleb(uint64_t Value) {
  std::string Bytes;
  do {
    char Low = Value & 0x7f;
    Value >>= 7;
    Bytes += Value ? char(Low | 0x80) : Low;
  } while (Value);
  return Bytes;
}

static std::string little(uint64_t Value, unsigned Size) {
  std::string Bytes;
  for (unsigned I = 0; I != Size; ++I)
    Bytes += char(Value >> (8 * I));
  return Bytes;
}

std::string le64(uint64_t Value) { return little(Value, 8); }

template <typename T> static std::string plusOne(std::optional<T> Value) {
  return uleb(Value ? uint64_t(*Value) + 1 : 0);
}

uint32_t SiteTableBuilder::Rows::add(const std::string &Row) {
  Bytes += Row;
  return Count++;
}

SiteTableBuilder::SiteTableBuilder(const std::string &Main) {
  string("");
  function(Main);
  frame(std::nullopt, 0, 10);
}

uint32_t SiteTableBuilder::string(const std::string &S) {
  auto [I, New] = StringOf.try_emplace(S, Strings.Count);
  if (New)
    Strings.add(uleb(S.size()) + S);
  return I->second;
}

uint32_t SiteTableBuilder::function(const std::string &Name,
                                    const std::string &File, uint32_t Line,
                                    const std::string &Unit) {
  return Functions.add(uleb(string(Name)) + uleb(string(File)) + uleb(Line) +
                       uleb(string(Unit)));
}

uint32_t SiteTableBuilder::frame(std::optional<uint32_t> Caller,
                                 uint32_t Function, uint32_t Line,
                                 const std::string &File, uint32_t Column,
                                 uint32_t Use) {
  return Frames.add(plusOne(Caller) + uleb(Function) + uleb(string(File)) +
                    uleb(Line) + uleb(Column) + uleb(Use));
}

uint32_t SiteTableBuilder::loop(const Loop &L) {
  return Loops.add(le64(L.Id) + plusOne(L.Parent) + uleb(L.Function) +
                   uleb(string("unit.cpp")) + uleb(20) + uleb(5) +
                   uleb(L.TripCount) + plusOne(L.EntriesSlot) +
                   plusOne(L.IterationsSlot) + uleb(L.OncePerCall));
}

uint32_t SiteTableBuilder::site(const Site &S) {
  return Sites.add(le64(S.Id) + uleb(uint64_t(S.Family)) +
                   uleb(string(S.Callee)) + uleb(S.Function) + uleb(S.Frame) +
                   uleb(S.UserFrame) + plusOne(S.Loop) + uleb(string(S.Type)) +
                   plusOne(S.ConstantSize) + uleb(S.Slot) +
                   uleb(S.OncePerCall) + uleb(S.NeverReturns) +
                   uleb(/*Judged=*/0));
}

void SiteTableBuilder::edge(uint64_t Caller, uint64_t Callee, uint32_t Depth,
                            std::optional<uint32_t> Loop) {
  Edges.add(le64(Caller) + uleb(1) + le64(Callee) + uleb(Depth) +
            plusOne(Loop));
}

void SiteTableBuilder::call(uint64_t Callee, uint32_t Frame, bool IsUserFrame,
                            uint32_t Depth, std::optional<uint32_t> Slot) {
  Calls.add(le64(Callee) + uleb(1) + uleb(Frame) + uleb(0) + uleb(IsUserFrame) +
            uleb(Depth) + plusOne(Slot) + (Callee ? "" : uleb(0) + uleb(0)));
}

void SiteTableBuilder::pointerCall(uint32_t Frame, uint32_t Name,
                                   uint32_t IsVirtual) {
  Calls.add(le64(0) + uleb(1) + uleb(Frame) + uleb(0) + uleb(1) + uleb(0) +
            uleb(0) + uleb(Name) + uleb(IsVirtual));
}

void SiteTableBuilder::maker(uint32_t Function) { Makers.add(uleb(Function)); }

void SiteTableBuilder::classRefill(uint32_t Name, uint32_t Refill) {
  Classes.add(uleb(Name) + uleb(Refill));
}

void SiteTableBuilder::telling(uint32_t Function) {
  Telling.add(uleb(Function));
}

void SiteTableBuilder::systemPath(const std::string &Prefix) {
  System.add(uleb(string(Prefix)));
}

std::string SiteTableBuilder::payload() const {
  SiteTableBuilder Copy = *this;
  std::string Unit = uleb(Copy.string("unit.cpp")) + uleb(Copy.string("/src")) +
                     uleb(Copy.string("x86_64-pc-linux-gnu"));
  return Copy.Strings.all() + Unit + Functions.all() + Frames.all() +
         Loops.all() + Sites.all() + Edges.all() + Calls.all() + Telling.all() +
         System.all() + Makers.all() + plusOne(UnknownCallerSlot) +
         Classes.all();
}

std::string SiteTableBuilder::blob(bool Compressed) const {
  return siteTableBlob(payload(), Compressed);
}

std::string siteTableBlob(const std::string &Payload, bool Compressed,
                          uint16_t Version) {
  std::string Stored = Payload;
  if (Compressed) {
    llvm::SmallVector<uint8_t, 0> Packed;
    llvm::compression::zlib::compress(llvm::arrayRefFromStringRef(Payload),
                                      Packed);
    Stored = llvm::toStringRef(Packed).str();
  }
  std::string Blob = "ANST" + little(Version, 2) + little(Compressed, 2) +
                     little(Stored.size(), 4) + little(Payload.size(), 4) +
                     le64(llvm::xxh3_64bits(Payload)) + Stored;
  Blob.resize((Blob.size() + 7) / 8 * 8);
  return Blob;
}

} // namespace anomalloc::test
