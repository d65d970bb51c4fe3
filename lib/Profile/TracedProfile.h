//===- TracedProfile.h - a profile and the trace beside it ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_TRACEDPROFILE_H
#define ANOMALLOC_PROFILE_TRACEDPROFILE_H

#include "Profile/Profile.h"
#include "Profile/TraceReader.h"
#include <memory>

namespace anomalloc {

struct RawProfile;

/// A profile of one process that was recorded in the mode `trace`. Not
/// thread-safe. Errors name the file, and say what to do.
class TracedProfile {
public:
  static llvm::Expected<std::unique_ptr<TracedProfile>>
  open(llvm::StringRef Path);
  ~TracedProfile();

  /// Reads the trace from its begin.
  llvm::Expected<std::unique_ptr<TraceReader>> trace() const;

  /// A sentence about the events that the trace does not tell; "" if it tells
  /// all. \p Reader has read the trace to its end.
  std::string missing(const TraceReader &Reader) const;

  /// Which blocks' events the trace has; none: all events.
  Sampling sampling() const;

  /// The name of the section that has \p Number in the trace; "" if there is
  /// none.
  llvm::StringRef section(uint32_t Number) const;

  /// The meaning of the keys of a trace, as rows with indices of Model. Lane
  /// and Allocations of these rows mean nothing.
  struct Names {
    std::unique_ptr<Profile> Model;
    std::vector<Count> Keys; ///< By TraceEvent::Key.
  };
  /// The rows of \p Keys. May be called once.
  llvm::Expected<Names> resolve(llvm::ArrayRef<format::TraceKey> Keys);

private:
  TracedProfile();
  llvm::Error findTrace();

  std::string Path, TracePath;
  std::unique_ptr<llvm::MemoryBuffer> Bytes;
  std::unique_ptr<RawProfile> Raw;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_TRACEDPROFILE_H
