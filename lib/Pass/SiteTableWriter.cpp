//===- SiteTableWriter.cpp - a unit's table as bytes ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SiteTableWriter.h"
#include "UnitTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace anomalloc;

namespace {

/// The payload, number by number.
class PayloadWriter {
public:
  explicit PayloadWriter(raw_ostream &OS) : OS(OS) {}

  template <typename... Numbers> void numbers(Numbers... N) {
    (encodeULEB128(N, OS), ...);
  }
  template <typename T> void plusOne(const std::optional<T> &N) {
    encodeULEB128(N ? uint64_t(*N) + 1 : 0, OS);
  }
  void hash(uint64_t H) {
    support::endian::write(OS, H, llvm::endianness::little);
  }
  void write(const UnitTable &Table);

private:
  raw_ostream &OS;
};

} // namespace

void PayloadWriter::write(const UnitTable &Table) {
  numbers(Table.Strings.size());
  for (StringRef S : Table.Strings) {
    numbers(S.size());
    OS << S;
  }
  numbers(Table.SourceFile, Table.Directory, Table.TargetTriple);

  numbers(Table.Functions.size());
  for (const FunctionRow &F : Table.Functions)
    numbers(F.LinkageName, F.File, F.Line, F.Unit);

  numbers(Table.Frames.size());
  for (const FrameRow &F : Table.Frames) {
    plusOne(F.Caller);
    numbers(F.Function, F.File, F.Line, F.Column, unsigned(F.Use));
  }

  numbers(Table.Loops.size());
  for (const LoopRow &L : Table.Loops) {
    hash(L.Id);
    plusOne(L.Parent);
    numbers(L.Function, L.File, L.Line, L.Column, L.TripCount);
    plusOne(L.EntriesSlot);
    plusOne(L.IterationsSlot);
    numbers(unsigned(L.OncePerCall));
  }

  numbers(Table.Sites.size());
  for (const SiteRow &S : Table.Sites) {
    hash(S.Id);
    numbers(unsigned(S.Family), S.Callee, S.Function, S.Frame, S.UserFrame);
    plusOne(S.Loop);
    numbers(S.Type);
    plusOne(S.ConstantSize);
    numbers(S.Slot, unsigned(S.OncePerCall));
  }

  numbers(Table.Edges.size());
  for (const auto &[Caller, Callees] : Table.Edges) {
    hash(Caller);
    numbers(Callees.size());
    for (const EdgeRow &E : Callees) {
      hash(E.Callee);
      numbers(E.LoopDepth);
      plusOne(E.Loop);
    }
  }

  numbers(Table.MakerCalls.size());
  for (const auto &[Callee, Calls] : Table.MakerCalls) {
    hash(Callee);
    numbers(Calls.size());
    for (const MakerCallRow &C : Calls) {
      numbers(C.Frame, C.UserFrame, unsigned(C.IsUserFrame), C.LoopDepth);
      plusOne(C.Slot);
      if (!Callee)
        numbers(C.Name, unsigned(C.IsVirtual));
    }
  }

  numbers(Table.Telling.size());
  for (FunctionIndex F : Table.Telling)
    numbers(F);

  numbers(Table.SystemPaths.size());
  for (StringIndex Prefix : Table.SystemPaths)
    numbers(Prefix);

  numbers(Table.Makers.size());
  for (FunctionIndex F : Table.Makers)
    numbers(F);
  plusOne(Table.UnknownCallerSlot);

  numbers(Table.Classes.size());
  for (auto [Name, Refill] : Table.Classes)
    numbers(Name, unsigned(Refill));
}

SmallVector<char, 0> anomalloc::writeSiteTable(const UnitTable &Table) {
  SmallVector<char, 0> Payload;
  raw_svector_ostream PayloadStream(Payload);
  PayloadWriter(PayloadStream).write(Table);

  ArrayRef<uint8_t> Plain = arrayRefFromStringRef(PayloadStream.str());
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
