//===- ProfileBuilder.cpp -------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileBuilder.h"
#include "Profile/ProfileReader.h"

using namespace anomalloc::format;

namespace anomalloc::test {

template <typename T> static std::string bytesOf(const T &Struct) {
  return std::string(reinterpret_cast<const char *>(&Struct), sizeof(Struct));
}

/// What a struct has behind its record header.
template <typename T> static std::string bodyOf(const T &Struct) {
  return bytesOf(Struct).substr(sizeof(RecordHeader));
}

ProfileBuilder::ProfileBuilder() {
  std::copy(std::begin(FileMagic), std::end(FileMagic), Header.Magic);
  Header.Version = FileVersion;
  Header.HeaderSize = FileHeaderSize;
}

ProfileBuilder &ProfileBuilder::raw(const std::string &Bytes) {
  Segments.back() += Bytes;
  return *this;
}

ProfileBuilder &ProfileBuilder::segment() {
  Segments.push_back("");
  return *this;
}

ProfileBuilder &ProfileBuilder::record(RecordType Type,
                                       const std::string &Bytes) {
  RecordHeader Head = {Type, 0, (sizeof(Head) + Bytes.size() + 7) / 8 * 8};
  std::string Record = bytesOf(Head) + Bytes;
  Record.resize(Head.Size);
  return raw(Record);
}

ProfileBuilder &ProfileBuilder::info(const std::string &Key,
                                     const std::string &Value) {
  return record(RecordType::Info, Key + '\0' + Value + '\0');
}

ProfileBuilder &ProfileBuilder::module(uint64_t Start, uint64_t End,
                                       uint64_t Bias, uint32_t Epoch,
                                       const std::string &BuildId,
                                       const std::string &Path) {
  ModuleRecord R = {{}, Start, End, Bias, Epoch, uint32_t(BuildId.size())};
  return record(RecordType::Module, bodyOf(R) + BuildId + Path + '\0');
}

ProfileBuilder &ProfileBuilder::unit(uint32_t Index, uint32_t NumSlots,
                                     const std::string &Blob) {
  UnitRecord R = {{}, Index, NumSlots, Blob.size()};
  return record(RecordType::Unit, bodyOf(R) + Blob);
}

ProfileBuilder &ProfileBuilder::section(uint32_t Id, const std::string &Name) {
  SectionRecord R = {{}, Id, 0};
  return record(RecordType::Section, bodyOf(R) + Name + '\0');
}

ProfileBuilder &ProfileBuilder::thread(uint32_t Lane, uint32_t Tid,
                                       const std::string &Name) {
  ThreadRecord R = {{}, Lane, Tid, 1, 0, {}};
  Name.copy(R.Name, sizeof(R.Name));
  return record(RecordType::Thread, bodyOf(R));
}

ProfileBuilder &ProfileBuilder::counters(uint32_t Lane, uint32_t Unit,
                                         uint32_t Section,
                                         const std::vector<uint64_t> &Slots) {
  CountersRecord R = {{}, Lane, Unit, Section, uint32_t(Slots.size())};
  std::string Body = bodyOf(R);
  for (uint64_t Slot : Slots)
    Body += bytesOf(Slot);
  return record(RecordType::Counters, Body);
}

ProfileBuilder &ProfileBuilder::sizeTable(uint32_t Lane,
                                          const std::vector<SizeEntry> &Rows) {
  SizeTableRecord R = {{}, Lane, uint32_t(Rows.size())};
  std::string Body = bodyOf(R);
  for (const SizeEntry &Row : Rows)
    Body += bytesOf(Row);
  return record(RecordType::SizeTable, Body);
}

ProfileBuilder &
ProfileBuilder::sizeClasses(uint32_t Lane,
                            const std::vector<SizeClassEntry> &Rows) {
  SizeTableRecord R = {{}, Lane, uint32_t(Rows.size())};
  std::string Body = bodyOf(R);
  for (const SizeClassEntry &Row : Rows)
    Body += bytesOf(Row);
  return record(RecordType::SizeClasses, Body);
}

ProfileBuilder &ProfileBuilder::usableSizes(
    const std::vector<std::pair<uint64_t, uint64_t>> &Pairs) {
  UsableSizesRecord R = {{}, Pairs.size()};
  std::string Body = bodyOf(R);
  for (auto [Requested, Usable] : Pairs)
    Body += bytesOf(Requested) + bytesOf(Usable);
  return record(RecordType::UsableSizes, Body);
}

template <typename Row>
ProfileBuilder &ProfileBuilder::stackRows(RecordType Type, uint32_t Lane,
                                          uint32_t First,
                                          const std::vector<Row> &Rows) {
  StackRowsRecord R = {{}, Lane, 0, First, uint32_t(Rows.size())};
  std::string Body = bodyOf(R);
  for (const Row &Each : Rows)
    Body += bytesOf(Each);
  return record(Type, Body);
}

template ProfileBuilder &
ProfileBuilder::stackRows(RecordType, uint32_t, uint32_t,
                          const std::vector<StackPlace> &);
template ProfileBuilder &
ProfileBuilder::stackRows(RecordType, uint32_t, uint32_t,
                          const std::vector<StackNode> &);
template ProfileBuilder &
ProfileBuilder::stackRows(RecordType, uint32_t, uint32_t,
                          const std::vector<format::StackKey> &);
template ProfileBuilder &
ProfileBuilder::stackRows(RecordType, uint32_t, uint32_t,
                          const std::vector<format::StackCount> &);

ProfileBuilder &
ProfileBuilder::stackNodes(uint32_t Lane, uint32_t First,
                           const std::vector<StackLevelRow> &Rows) {
  uint32_t &Last = NumPlaces[Lane];
  uint32_t FirstPlace = Last + 1;
  std::vector<StackPlace> Places;
  std::vector<StackNode> Nodes;
  for (const StackLevelRow &Row : Rows) {
    Places.push_back({Row.Pc, Row.Epoch, Row.Flags, 0});
    Nodes.push_back({Row.Parent, ++Last});
  }
  stackRows(RecordType::StackPlaces, Lane, FirstPlace, Places);
  return stackRows(RecordType::StackNodes, Lane, First, Nodes);
}

ProfileBuilder &
ProfileBuilder::stackCounts(uint32_t Lane,
                            const std::vector<StackCountRow> &Rows) {
  uint32_t &Last = NumKeys[Lane];
  uint32_t FirstKey = Last + 1;
  std::vector<format::StackKey> Keys;
  std::vector<format::StackCount> Counts;
  for (const StackCountRow &Row : Rows) {
    Keys.push_back({Row.Size, Row.Section, Row.Unit, Row.Slot, 0});
    Counts.push_back({Row.Node, ++Last, Row.Count});
  }
  stackRows(RecordType::StackKeys, Lane, FirstKey, Keys);
  return stackRows(RecordType::StackCounts, Lane, 1, Counts);
}

template <typename Record, typename Row>
ProfileBuilder &ProfileBuilder::rows(RecordType Type, uint32_t Lane,
                                     const std::vector<Row> &Rows) {
  Record R = {{}, Lane, uint32_t(Rows.size())};
  std::string Body = bodyOf(R);
  for (const Row &Each : Rows)
    Body += bytesOf(Each);
  return record(Type, Body);
}

ProfileBuilder &
ProfileBuilder::lifetimeTotals(const LifetimeTotalsRecord &Totals) {
  return record(RecordType::LifetimeTotals, bodyOf(Totals));
}

ProfileBuilder &ProfileBuilder::lifetimes(uint32_t Lane,
                                          const std::vector<LifetimeEntry> &R) {
  return rows<LifetimeTableRecord>(RecordType::LifetimeTable, Lane, R);
}

ProfileBuilder &
ProfileBuilder::lifetimeBuckets(uint32_t Lane,
                                const std::vector<LifetimeBuckets> &R) {
  return rows<LifetimeBucketsRecord>(RecordType::LifetimeBuckets, Lane, R);
}

ProfileBuilder &ProfileBuilder::growth(uint32_t Lane,
                                       const std::vector<LifetimeBuckets> &R) {
  return rows<LifetimeBucketsRecord>(RecordType::GrowthCounters, Lane, R);
}

ProfileBuilder &ProfileBuilder::freeSites(uint32_t Lane,
                                          const std::vector<FreeSite> &R) {
  return rows<FreeSitesRecord>(RecordType::FreeSites, Lane, R);
}

ProfileBuilder &
ProfileBuilder::activations(uint32_t Lane,
                            const std::vector<ActivationEntry> &R) {
  return rows<ActivationsRecord>(RecordType::Activations, Lane, R);
}

std::string ProfileBuilder::bytes() const {
  std::string File = bytesOf(Header);
  File.resize(FileHeaderSize);
  for (const std::string &Records : Segments) {
    SegmentHeader Head = {SegmentMagic, 0,
                          (sizeof(Head) + Records.size() + 4095) / 4096 * 4096};
    std::string Segment = bytesOf(Head) + Records;
    Segment.resize(Head.Size);
    File += Segment;
  }
  return File;
}

llvm::Expected<std::unique_ptr<Profile>> read(const std::string &Bytes) {
  return readProfile(llvm::MemoryBufferRef(Bytes, "test.profile"));
}

std::string errorOf(const std::string &Bytes) {
  auto P = read(Bytes);
  return P ? "" : llvm::toString(P.takeError());
}

} // namespace anomalloc::test
