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

  /// What the trace, which \p Reader has read to its end, does not tell, as a
  /// sentence; "" if it tells everything.
  std::string missing(const TraceReader &Reader) const;

  /// The name of the section that a trace gives a number; "" if it has none.
  llvm::StringRef section(uint32_t Number) const;

  /// What the keys of a trace stand for. Lane and Allocations say nothing.
  struct Names {
    std::unique_ptr<Profile> Model;
    std::vector<Count> Keys; ///< By TraceEvent::Key.
  };
  /// Once.
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
