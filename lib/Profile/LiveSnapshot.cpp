//===- LiveSnapshot.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/LiveSnapshot.h"
#include "Profile/LiveRecords.h"
#include "Profile/ModelBuilder.h"
#include "Profile/RawProfile.h"
#include "Support/Errors.h"
#include "anomalloc/SnapshotFormat.h"
#include <chrono>

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {
namespace {

class SnapshotReader {
public:
  explicit SnapshotReader(LiveFile &File) : File(File) {}

  /// Copies the records in the order that copyStep() tells.
  Error copy() {
    for (unsigned Step = 0; Step != NumCopySteps; ++Step)
      if (Error E = copyStepOf(Step))
        return E;
    return copyHeader();
  }
  Expected<RawProfile> decode(UnitCache &Cache) const {
    std::vector<ProfileRecord> Records;
    for (const Place &P : Places)
      if (P.Copied)
        Records.push_back({P.Offset, P.Bytes.text()});
    return decodeRecords(Header.text(), Records, Cache);
  }

private:
  struct Place {
    RecordType Type;
    uint64_t Offset, Size;
    bool Copied;
    CopiedBytes Bytes;
  };
  Error copyStepOf(unsigned Step);
  Error copyHeader();

  LiveFile &File;
  LiveRecords Records;
  std::vector<Place> Places;
  CopiedBytes Header;
};

/// What is new since its step was copied stays out.
Error SnapshotReader::copyStepOf(unsigned Step) {
  if (Error E = File.remap())
    return E;
  auto Add = [&](const RecordHeader &Its, uint64_t Offset) {
    if (copyStep(Its.Type) >= Step)
      Places.push_back({Its.Type, Offset, Its.Size, false, {}});
    return Error::success();
  };
  if (Error E = Records.find(File, Add))
    return E;
  for (Place &P : Places) {
    if (copyStep(P.Type) != Step)
      continue;
    Expected<CopiedBytes> Bytes = File.copy(P.Offset, P.Size);
    if (!Bytes)
      return Bytes.takeError();
    P.Bytes = std::move(*Bytes);
    P.Copied = true;
  }
  return Error::success();
}

Error SnapshotReader::copyHeader() {
  Expected<CopiedBytes> Bytes = File.copy(
      0, std::min<uint64_t>(File.size() & ~uint64_t(7), FileHeaderSize));
  if (!Bytes)
    return Bytes.takeError();
  Header = std::move(*Bytes);
  return Error::success();
}

uint64_t now() {
  return uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(
                      std::chrono::system_clock::now().time_since_epoch())
                      .count());
}

} // namespace

Expected<std::unique_ptr<Profile>> readSnapshot(LiveFile &File, StringRef Path,
                                                bool Runs) {
  SnapshotReader Reader(File);
  if (Error E = Reader.copy())
    return inContext(Path, std::move(E));
  const uint64_t Time = now();
  UnitCache Cache;
  Expected<RawProfile> Raw = Reader.decode(Cache);
  if (!Raw)
    return inContext(Path, Raw.takeError());
  if (Runs && !Raw->Header.EndTime) {
    Raw->Header.EndTime = Time;
    Raw->Info[SnapshotKey] = "1";
  }
  ModelBuilder Builder(/*KeepLanes=*/true);
  Builder.add(*Raw, Path);
  return Builder.take();
}

} // namespace anomalloc
