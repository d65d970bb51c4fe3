//===- LiveProfile.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The process writes a unit, a section or a thread before it counts anything
/// that refers to it. So counters are copied first, then the records that are
/// new by then are read, and only then the copies are decoded.
///
//===----------------------------------------------------------------------===//

#include "Profile/LiveProfile.h"
#include "Support/Errors.h"
#include <cstring>

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {

Expected<std::unique_ptr<LiveProfile>> LiveProfile::open(StringRef Path) {
  Expected<std::unique_ptr<LiveFile>> File = LiveFile::open(Path);
  if (!File)
    return inContext(Path, File.takeError());
  std::unique_ptr<LiveProfile> P(new LiveProfile(std::move(*File), Path));
  if (Error E = P->refresh())
    return std::move(E);
  return std::move(P);
}

Error LiveProfile::refresh() {
  auto Read = [this]() -> Error {
    if (Error E = File->remap())
      return E;
    if (Error E = readHeader())
      return E;
    if (Error E = findRecords())
      return E;
    return readCounters();
  };
  if (Error E = Read())
    return inContext(Path, std::move(E));
  return Error::success();
}

Error LiveProfile::readHeader() {
  Expected<CopiedBytes> Bytes = File->copy(
      0, std::min<uint64_t>(File->size() & ~uint64_t(7), FileHeaderSize));
  if (!Bytes)
    return Bytes.takeError();
  return decodeHeader(Bytes->text(), Raw.Header);
}

Error LiveProfile::findRecords() {
  return Records.find(
      *File, [this](const RecordHeader &Its, uint64_t Offset) -> Error {
        if (!isRecordRead(Its.Type, Its.Episode, Raw.Episode))
          return Error::success();
        return addRecord(Its.Type, Offset, Its.Size);
      });
}

Error LiveProfile::addRecord(RecordType Type, uint64_t Offset, uint64_t Size) {
  switch (Type) {
  case RecordType::Counters:
  case RecordType::SizeTable:
  case RecordType::SizeClasses:
    Counters.push_back({Type, Offset, Size});
    return Error::success();
  case RecordType::Model:
    return makeError("this profile was merged from others, and no program "
                     "writes it; see 'anomalloc report'");
  case RecordType::Info:
  case RecordType::Module:
  case RecordType::Unit:
  case RecordType::Section:
  case RecordType::Thread:
    break;
  default:
    return Error::success();
  }
  Expected<CopiedBytes> Bytes = File->copy(Offset, Size);
  if (!Bytes)
    return Bytes.takeError();
  Directory.push_back(std::move(*Bytes));
  StringRef Record = Directory.back().text();
  switch (Type) {
  case RecordType::Info:
    return decodeInfo(Record, Raw);
  case RecordType::Module:
    return decodeModule(Record, Raw);
  case RecordType::Unit:
    return decodeUnit(Record, Raw, Cache);
  case RecordType::Section:
    return decodeSection(Record, Raw);
  default:
    if (Error E = decodeThread(Record, Raw))
      return E;
    Threads.resize(Raw.Threads.size(), Offset);
    return Error::success();
  }
}

Error LiveProfile::decodeCounter(const Counter &Place, StringRef Bytes) {
  if (Place.Type == RecordType::Counters)
    return decodeCounters(Bytes, Raw);
  return Place.Type == RecordType::SizeTable ? SizeTables.decode(Bytes)
                                             : SizeTables.decodeClasses(Bytes);
}

Error LiveProfile::readCounters() {
  std::vector<CopiedBytes> Copies;
  std::vector<Counter> Copied = Counters;
  for (const Counter &C : Copied) {
    Expected<CopiedBytes> Bytes = File->copy(C.Offset, C.Size);
    if (!Bytes)
      return Bytes.takeError();
    Copies.push_back(std::move(*Bytes));
  }
  if (Error E = File->remap())
    return E;
  if (Error E = findRecords())
    return E;
  Raw.Events.clear();
  Raw.SizeClasses.clear();
  Raw.LoopEvents.clear();
  Raw.MakerEvents.clear();
  for (size_t I = 0; I != Copied.size(); ++I)
    if (Error E = decodeCounter(Copied[I], Copies[I].text()))
      return corruptProfile("record", Copied[I].Offset, std::move(E));
  if (Error E = renewThreads())
    return E;
  Builder.extend(Map, Raw);
  Builder.dropEvents();
  Builder.addEvents(Map, Raw);
  Model->Processes.assign(1, processOf(Raw, Path));
  return Error::success();
}

/// A lane may have gone to a later thread.
Error LiveProfile::renewThreads() {
  for (size_t I = 0; I != Map.Lanes.size(); ++I) {
    Expected<CopiedBytes> Bytes = File->copy(Threads[I], sizeof(ThreadRecord));
    if (!Bytes)
      return Bytes.takeError();
    memcpy(&Raw.Threads[I], Bytes->Bytes.get(), sizeof(ThreadRecord));
    Model->Lanes[uint32_t(Map.Lanes[I])].Threads = Raw.Threads[I].Threads;
  }
  return Error::success();
}

} // namespace anomalloc
