//===- Merge.h - many runs as one -------------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Adds profiles up, and writes a model as a file that readProfile() reads
/// again as the same model. Sums are exact in 64 bits (and stay at the largest
/// value instead of wrapping).
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_MERGE_H
#define ANOMALLOC_PROFILE_MERGE_H

#include "Profile/Profile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <vector>

namespace anomalloc {

struct MergeOptions {
  /// Keep processes' threads apart (see ReadOptions::KeepLanes).
  bool KeepLanes = false;
};

/// Adds up profiles: the same site, loop, section, origin and module become
/// one; processes stand one after the other. Does not fail.
std::unique_ptr<Profile> merge(std::vector<std::unique_ptr<Profile>> Profiles,
                               const MergeOptions &Options = {});

/// Writes \p P as a merged profile (format::RecordType::Model). Fails only for
/// a model too large for the format (4 GiB of encoded payload).
llvm::Error writeMerged(const Profile &P, llvm::raw_ostream &OS);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_MERGE_H
