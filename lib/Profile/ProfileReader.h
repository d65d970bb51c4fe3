//===- ProfileReader.h - from a profile's bytes to the model ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads profiles (anomalloc/ProfileFormat.h), fresh or merged. Nothing in a
/// file is trusted: any bytes give a model or an error, never a crash. The
/// profile of a process that was killed is a good profile.
///
/// All functions may be called from any thread. An error names the file, says
/// what is wrong, where, and what to do about it; the model is then not built.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_PROFILEREADER_H
#define ANOMALLOC_PROFILE_PROFILEREADER_H

#include "Profile/Profile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <functional>
#include <memory>
#include <string>

namespace anomalloc {

/// Reads the profile in the file \p Path. Its lanes are kept apart.
llvm::Expected<std::unique_ptr<Profile>> readProfile(llvm::StringRef Path);

/// Reads a profile from memory; the model keeps no reference to \p Buffer. The
/// identifier of \p Buffer becomes Process::File.
llvm::Expected<std::unique_ptr<Profile>>
readProfile(llvm::MemoryBufferRef Buffer);

/// Reads \p Episode (format::RecordHeader) of the profile in the file \p Path,
/// as if it were a profile of its own.
llvm::Expected<std::unique_ptr<Profile>> readEpisode(llvm::StringRef Path,
                                                     uint32_t Episode);

struct ReadOptions {
  /// Keep threads apart. If not, all counts are on one lane (number 0, process
  /// 0, named "*") whose Threads is the sum over all.
  bool KeepLanes = true;
  /// Called with the error of a file that cannot be read. If it returns
  /// success, reading goes on without that file. If it is not set, the first
  /// such error is returned.
  std::function<llvm::Error(llvm::Error)> OnUnreadable;
  /// Called after each file with the number of files done.
  std::function<void(size_t)> Progress;
};

/// Reads many profiles into one model, as merge() would, but takes about the
/// memory of one profile. A site table that comes again is not decoded again.
/// Without KeepLanes 1,000 profiles take seconds. A profile whose blocks were
/// drawn in another way (Process::sampling()) than those of the profiles before
/// it cannot be added to them, and counts as one that cannot be read.
llvm::Expected<std::unique_ptr<Profile>>
readProfiles(llvm::ArrayRef<std::string> Paths,
             const ReadOptions &Options = {});

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_PROFILEREADER_H
