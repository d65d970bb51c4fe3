//===- Merge.cpp ----------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Merge.h"
#include "Format/ByteReader.h"
#include "Profile/ModelBuilder.h"
#include "Profile/ModelCodec.h"
#include "Support/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {

std::unique_ptr<Profile> merge(std::vector<std::unique_ptr<Profile>> Profiles,
                               const MergeOptions &Options) {
  ModelBuilder Builder(Options.KeepLanes);
  for (std::unique_ptr<Profile> &P : Profiles) {
    Builder.add(*P);
    P.reset();
  }
  return Builder.take();
}

/// What the header of a single profile says, for all of them.
static FileHeader summary(const Profile &P) {
  FileHeader Header = {};
  std::copy(std::begin(FileMagic), std::end(FileMagic), Header.Magic);
  Header.Version = FileVersion;
  Header.HeaderSize = FileHeaderSize;
  Header.End = EndState::Exited;
  Header.StartTime = P.Processes.empty() ? 0 : UINT64_MAX;
  for (const Process &Proc : P.Processes) {
    if (!Proc.Exited)
      Header.End = EndState::Running;
    Header.Flags |= (Proc.Interposed ? Interposed : 0) |
                    (Proc.Bypassed ? Bypassed : 0) |
                    (Proc.FreesSeen ? FreesSeen : 0);
    addSaturated(Header.DroppedEvents, Proc.DroppedEvents);
    addSaturated(Header.DroppedBytes, Proc.DroppedBytes);
    Header.StartTime = std::min(Header.StartTime, Proc.StartTime);
    Header.EndTime = std::max(Header.EndTime, Proc.EndTime);
  }
  return Header;
}

template <typename T> static void write(raw_ostream &OS, const T &Struct) {
  OS.write(reinterpret_cast<const char *>(&Struct), sizeof(Struct));
}

Error writeMerged(const Profile &P, raw_ostream &OS) {
  SmallVector<char, 0> Payload = encodeModel(P);
  if (Payload.size() > MaxModelPayload)
    return makeError("the merged profile is too large for its format: " +
                     Twine(Payload.size()) +
                     " bytes; merge fewer profiles, or "
                     "do not keep threads apart");
  ModelRecord Model = {};
  Model.Header.Type = RecordType::Model;
  Model.PayloadSize = Payload.size();
  SmallVector<uint8_t, 0> Packed;
  StringRef Stored(Payload.data(), Payload.size());
  if (compression::zlib::isAvailable()) {
    compression::zlib::compress(arrayRefFromStringRef(Stored), Packed);
    Model.Compression = 1;
    Stored = toStringRef(Packed);
  }
  Model.StoredSize = Stored.size();
  Model.Header.Size = alignTo(sizeof(Model) + Stored.size(), 8);

  SegmentHeader Segment = {SegmentMagic, 0, 0};
  Segment.Size = alignTo(sizeof(Segment) + Model.Header.Size, 4096);
  FileHeader Header = summary(P);
  Header.Size = FileHeaderSize + Segment.Size;

  write(OS, Header);
  OS.write_zeros(FileHeaderSize - sizeof(Header));
  write(OS, Segment);
  write(OS, Model);
  OS << Stored;
  OS.write_zeros(Segment.Size - sizeof(Segment) - sizeof(Model) -
                 Stored.size());
  return Error::success();
}

} // namespace anomalloc
