//===- RecordDecoder.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Walks segments and records. What counts refer to may stand behind them in
/// the file, so counters and size tables are decoded last.
///
//===----------------------------------------------------------------------===//

#include "Format/ByteReader.h"
#include "Profile/ModelCodec.h"
#include "Profile/RawProfile.h"
#include "Profile/RecordBytes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace anomalloc::format;

static_assert(llvm::sys::IsLittleEndianHost,
              "the structs are read as they lie");

namespace anomalloc {
namespace {

class RecordDecoder {
public:
  RecordDecoder(StringRef Data, UnitCache &Cache, uint32_t Episode)
      : Data(Data), Cache(Cache) {
    Raw.Episode = Episode;
  }
  /// \p Header is all of the file that there is besides \p Records.
  RecordDecoder(StringRef Header, ArrayRef<ProfileRecord> Records,
                UnitCache &Cache)
      : Data(Header), Cache(Cache), Records(Records) {}

  Expected<RawProfile> decode() {
    if (Error E = decodeHeader(Data, Raw.Header))
      return std::move(E);
    if (Error E = Records ? addRecords() : walkSegments())
      return std::move(E);
    if (Error E = keepEpisode())
      return std::move(E);
    if (Raw.Models.empty())
      if (Error E = decodeCounts())
        return std::move(E);
    return std::move(Raw);
  }

private:
  Error walkSegments();
  Error walkRecords(uint64_t Offset, uint64_t End);
  Error addRecords();
  Error decodeCounts();
  Error keepEpisode();

  /// One that only adds to Raw.
  template <Error (*Function)(StringRef, RawProfile &)>
  static Error add(RecordDecoder &D, StringRef Record) {
    return Function(Record, D.Raw);
  }
  Error decodeUnit(StringRef Record) {
    return anomalloc::decodeUnit(Record, Raw, Cache);
  }
  Error decodeUsableSizes(StringRef Bytes);
  Error decodeModel(StringRef Bytes);
  Error decodeSpaceSums(StringRef Bytes);

  /// When a record is decoded.
  enum class Phase {
    AtOnce,
    Counts,      ///< They refer to what is decoded at once.
    StackCounts, ///< They refer to all nodes of stacks, too.
  };
  struct Kind {
    RecordType Type;
    const char *Name;
    Phase When;
    Error (*Decode)(RecordDecoder &D, StringRef Record);
    uint32_t Since = 1; ///< First version of the format with this form.
  };
  static const Kind Kinds[];
  /// Null for a type that is not known.
  static const Kind *kindOf(RecordType Type);
  template <auto Function>
  static Error call(RecordDecoder &D, StringRef Record) {
    return (D.*Function)(Record);
  }
  template <auto Part, auto Function>
  static Error call(RecordDecoder &D, StringRef Record) {
    return ((D.*Part).*Function)(Record);
  }

  /// One record of the file.
  struct Place {
    const Kind *What;
    uint64_t Offset;
    StringRef Record;
  };
  Error decodeRecord(const Place &P) {
    if (Error E = P.What->Decode(*this, P.Record))
      return corruptProfile(Twine(P.What->Name) + " record", P.Offset,
                            std::move(E));
    return Error::success();
  }

  Error addRecord(const RecordHeader &Header, const Place &P);

  StringRef Data;
  UnitCache &Cache;
  std::optional<ArrayRef<ProfileRecord>> Records;
  RawProfile Raw;
  SizeTableDecoder SizeTables{Raw};
  StackDecoder Stacks{Raw};
  LifetimeDecoder Lifetimes{Raw, SizeTables, Stacks};
  std::vector<Place> Counts; ///< To be decoded in a later phase.
};

const RecordDecoder::Kind RecordDecoder::Kinds[] = {
    {RecordType::Info, "info", Phase::AtOnce, add<decodeInfo>},
    {RecordType::Module, "module", Phase::AtOnce, add<decodeModule>},
    {RecordType::PerfMap, "perf map", Phase::AtOnce, add<decodePerfMap>},
    {RecordType::Unit, "unit", Phase::AtOnce, call<&RecordDecoder::decodeUnit>},
    {RecordType::Section, "section", Phase::AtOnce, add<decodeSection>},
    {RecordType::Thread, "thread", Phase::AtOnce, add<decodeThread>},
    {RecordType::UsableSizes, "usable sizes", Phase::AtOnce,
     call<&RecordDecoder::decodeUsableSizes>},
    {RecordType::Model, "model", Phase::AtOnce,
     call<&RecordDecoder::decodeModel>, 6},
    {RecordType::SpaceSums, "sums of spaces", Phase::AtOnce,
     call<&RecordDecoder::decodeSpaceSums>},
    {RecordType::Counters, "counters", Phase::Counts, add<decodeCounters>},
    {RecordType::SizeTable, "size table", Phase::Counts,
     call<&RecordDecoder::SizeTables, &SizeTableDecoder::decode>},
    {RecordType::SizeClasses, "size classes", Phase::Counts,
     call<&RecordDecoder::SizeTables, &SizeTableDecoder::decodeClasses>},
    {RecordType::StackPlaces, "stack places", Phase::AtOnce,
     call<&RecordDecoder::Stacks, &StackDecoder::addPlaces>},
    {RecordType::StackKeys, "stack keys", Phase::AtOnce,
     call<&RecordDecoder::Stacks, &StackDecoder::addKeys>},
    {RecordType::StackNodes, "stack nodes", Phase::Counts,
     call<&RecordDecoder::Stacks, &StackDecoder::addNodes>, 7},
    {RecordType::StackCounts, "stack counts", Phase::StackCounts,
     call<&RecordDecoder::Stacks, &StackDecoder::addCounts>, 7},
    {RecordType::LifetimeTotals, "lifetime sums", Phase::Counts,
     call<&RecordDecoder::Lifetimes, &LifetimeDecoder::decodeTotals>, 3},
    {RecordType::LifetimeTable, "lifetime table", Phase::Counts,
     call<&RecordDecoder::Lifetimes, &LifetimeDecoder::decodeTable>, 6},
    {RecordType::LifetimeBuckets, "lifetime buckets", Phase::Counts,
     call<&RecordDecoder::Lifetimes, &LifetimeDecoder::decodeBuckets>, 3},
    {RecordType::GrowthCounters, "growth counters", Phase::Counts,
     call<&RecordDecoder::Lifetimes, &LifetimeDecoder::decodeGrowth>},
    {RecordType::FreeSites, "free sites", Phase::Counts,
     call<&RecordDecoder::Lifetimes, &LifetimeDecoder::decodeFreeSites>, 3},
    {RecordType::Activations, "activations", Phase::Counts,
     call<&RecordDecoder::Lifetimes, &LifetimeDecoder::decodeActivations>},
};

const RecordDecoder::Kind *RecordDecoder::kindOf(RecordType Type) {
  for (const Kind &K : Kinds)
    if (K.Type == Type)
      return &K;
  return nullptr;
}

Error RecordDecoder::walkSegments() {
  uint64_t Offset = FileHeaderSize;
  while (Data.size() - Offset >= sizeof(SegmentHeader)) {
    SegmentHeader Segment;
    memcpy(&Segment, Data.data() + Offset, sizeof(Segment));
    if (Segment.Magic == 0)
      break;
    if (Segment.Magic != SegmentMagic || Segment.Size % 4096 != 0 ||
        Segment.Size == 0)
      return corruptProfile("segment", Offset,
                            makeError("it does not begin as one"));
    // While an episode is read, the run goes on: what was added meanwhile is
    // none of the episode's.
    if (Raw.Episode && Segment.Size > Data.size() - Offset)
      return Error::success();
    if (Segment.Size > Data.size() - Offset)
      return cutProfile("the segment at offset " + hexOffset(Offset) + " has " +
                        Twine(Segment.Size) +
                        " bytes, and the file ends after " +
                        Twine(Data.size() - Offset));
    if (Error E = walkRecords(Offset + sizeof(Segment), Offset + Segment.Size))
      return E;
    Offset += Segment.Size;
  }
  if (Raw.Episode)
    return Error::success();
  if (Data.size() - Offset < sizeof(SegmentHeader) && Data.size() != Offset)
    return cutProfile("it ends inside a segment's header");
  if (Offset < Raw.Header.Size)
    return cutProfile("it has " + Twine(Raw.Header.Size) +
                      " bytes by its header, and its segments end after " +
                      Twine(Offset));
  return Error::success();
}

Error RecordDecoder::walkRecords(uint64_t Offset, uint64_t End) {
  while (End - Offset >= sizeof(RecordHeader)) {
    RecordHeader Header;
    memcpy(&Header, Data.data() + Offset, sizeof(Header));
    if (Header.Type == RecordType::End)
      break;
    const Kind *What = kindOf(Header.Type);
    if (Header.Size < sizeof(Header) || Header.Size % 8 != 0 ||
        Header.Size > End - Offset)
      return corruptProfile(Twine(What ? What->Name : "unknown") + " record",
                            Offset,
                            makeError("a size of " + Twine(Header.Size) +
                                      " bytes in a segment with " +
                                      Twine(End - Offset) + " left"));
    if (Error E =
            addRecord(Header, {What, Offset, Data.substr(Offset, Header.Size)}))
      return E;
    Offset += Header.Size;
  }
  return Error::success();
}

Error RecordDecoder::addRecords() {
  for (const ProfileRecord &R : *Records) {
    StringRef Bytes = R.Bytes;
    Expected<RecordHeader> Header = take<RecordHeader>(Bytes);
    if (!Header)
      return Header.takeError();
    if (Error E = addRecord(*Header, {kindOf(Header->Type), R.Offset, R.Bytes}))
      return E;
  }
  return Error::success();
}

Error RecordDecoder::addRecord(const RecordHeader &Header, const Place &P) {
  if (!P.What)
    return Error::success(); // Of a newer runtime.
  if (!isRecordRead(Header.Type, Header.Episode, Raw.Episode))
    return Error::success();
  if (Raw.Header.Version < P.What->Since)
    return makeError("written by an older Anomalloc (format " +
                     Twine(Raw.Header.Version) + "), whose " + P.What->Name +
                     " record has another form (format " +
                     Twine(P.What->Since) + " is needed): record again");
  if (P.What->When == Phase::AtOnce)
    return decodeRecord(P);
  Counts.push_back(P);
  return Error::success();
}

/// Makes the header that of the episode.
Error RecordDecoder::keepEpisode() {
  auto Take = [&](const char *Key) {
    uint64_t Number = 0;
    if (auto It = Raw.Info.find(Key); It != Raw.Info.end()) {
      (void)to_integer(It->second, Number);
      Raw.Info.erase(It);
    }
    return Number;
  };
  if (!Raw.Episode)
    return Error::success();
  FileHeader &Header = Raw.Header;
  Header.StartTime = Take("since");
  if (!Header.StartTime)
    return makeError("it has no episode " + Twine(Raw.Episode));
  if (uint64_t Until = Take("until")) {
    Header.EndTime = Until;
    Header.End = EndState::Running;
  }
  Header.LostStacks -= std::min(Header.LostStacks, Take("lost_before"));
  return Error::success();
}

Error RecordDecoder::decodeCounts() {
  for (Phase Now : {Phase::Counts, Phase::StackCounts})
    for (const Place &P : Counts)
      if (P.What->When == Now)
        if (Error E = decodeRecord(P))
          return E;
  if (Error E = Lifetimes.finish())
    return corruptProfile("lifetimes", 0, std::move(E));
  return Error::success();
}

Error RecordDecoder::decodeUsableSizes(StringRef Bytes) {
  Expected<UsableSizesRecord> Head = take<UsableSizesRecord>(Bytes);
  if (!Head)
    return Head.takeError();
  if (Head->Count > Bytes.size() / 16)
    return makeError(Twine(Head->Count) + " pairs do not fit it");
  for (uint64_t I = 0; I != Head->Count; ++I)
    Raw.UsableSizes.emplace_back(
        support::endian::read64le(Bytes.data() + 16 * I),
        support::endian::read64le(Bytes.data() + 16 * I + 8));
  return Error::success();
}

Error RecordDecoder::decodeModel(StringRef Bytes) {
  Expected<ModelRecord> Head = take<ModelRecord>(Bytes);
  if (!Head)
    return Head.takeError();
  if (Head->StoredSize > Bytes.size())
    return makeError("a model of " + Twine(Head->StoredSize) +
                     " bytes does not fit it");
  Expected<std::unique_ptr<Profile>> Model = anomalloc::decodeModel(
      Bytes.take_front(Head->StoredSize), Head->Compression, Head->PayloadSize);
  if (!Model)
    return Model.takeError();
  Raw.Models.push_back(std::move(*Model));
  return Error::success();
}

/// Spaces of a newer runtime are left out.
Error RecordDecoder::decodeSpaceSums(StringRef Bytes) {
  if (Expected<RecordHeader> Head = take<RecordHeader>(Bytes); !Head)
    return Head.takeError();
  constexpr size_t Known = size_t(MemorySpace::Last) + 1;
  Raw.Spaces.resize(std::min(Known, Bytes.size() / sizeof(SpaceSums)));
  memcpy(Raw.Spaces.data(), Bytes.data(),
         Raw.Spaces.size() * sizeof(SpaceSums));
  return Error::success();
}

} // namespace

Expected<RawProfile> decodeProfile(StringRef Data, UnitCache &Cache,
                                   uint32_t Episode) {
  return RecordDecoder(Data, Cache, Episode).decode();
}

Expected<RawProfile> decodeRecords(StringRef Header,
                                   ArrayRef<ProfileRecord> Records,
                                   UnitCache &Cache) {
  return RecordDecoder(Header, Records, Cache).decode();
}

bool isRecordRead(RecordType Type, uint32_t Of, uint32_t Wanted) {
  if (Of == Wanted)
    return true;
  switch (Type) {
  case RecordType::Thread:
  case RecordType::Counters:
  case RecordType::SizeTable:
  case RecordType::SizeClasses:
    return !Wanted;
  case RecordType::Info:
  case RecordType::Module:
  case RecordType::PerfMap:
  case RecordType::Unit:
  case RecordType::Section:
  case RecordType::UsableSizes:
    return !Of;
  default:
    return false;
  }
}

} // namespace anomalloc
