//===- LiveProfile.h - the profile of a running program ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a profile again and again while its process writes it. Site tables,
/// sections and objects are read once, when they appear; only counters are
/// read anew. Stacks, lifetimes and maker calls are left out.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_LIVEPROFILE_H
#define ANOMALLOC_PROFILE_LIVEPROFILE_H

#include "Profile/LiveRecords.h"
#include "Profile/ModelBuilder.h"

namespace anomalloc {

/// Not thread-safe.
class LiveProfile {
public:
  /// Opens \p Path and reads it for the first time.
  static llvm::Expected<std::unique_ptr<LiveProfile>>
  open(llvm::StringRef Path);

  /// Reads what was counted since the last read. All indices of the model keep
  /// their meaning. An error leaves the model as it was.
  llvm::Error refresh();

  /// The model. Its Counts are those of the last refresh, in no certain order.
  const Profile &model() const { return *Model; }
  /// The model, so that code in it can be named (Symbolizer.h).
  Profile &model() { return *Model; }
  const Process &process() const { return Model->Processes[0]; }
  LiveFile &file() { return *File; }

private:
  LiveProfile(std::unique_ptr<LiveFile> File, llvm::StringRef Path)
      : File(std::move(File)), Path(Path.str()) {
    Raw.JoinsRates = true;
  }

  /// A record that is read again at each refresh.
  struct Counter {
    format::RecordType Type;
    uint64_t Offset, Size;
  };
  llvm::Error readHeader();
  llvm::Error findRecords();
  llvm::Error addRecord(format::RecordType Type, uint64_t Offset,
                        uint64_t Size);
  llvm::Error readCounters();
  llvm::Error renewThreads();
  llvm::Error decodeCounter(const Counter &Place, llvm::StringRef Bytes);

  std::unique_ptr<LiveFile> File;
  std::string Path;
  LiveRecords Records;
  std::vector<Counter> Counters;
  std::vector<uint64_t> Threads;      ///< Offsets of the threads' records.
  std::vector<CopiedBytes> Directory; ///< What Raw's strings point into.
  RawProfile Raw;
  UnitCache Cache;
  SizeTableDecoder SizeTables{Raw};
  ModelBuilder Builder{/*KeepLanes=*/true};
  ModelBuilder::RecordMap Map;
  Profile *Model = &Builder.soFar();
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_LIVEPROFILE_H
