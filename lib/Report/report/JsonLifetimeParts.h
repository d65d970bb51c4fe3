//===- JsonLifetimeParts.h - parts of lifetimes in JSON ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_REPORT_JSONLIFETIMEPARTS_H
#define ANOMALLOC_REPORT_REPORT_JSONLIFETIMEPARTS_H

#include "Analysis/Analysis.h"
#include "Document/Keys.h"

namespace anomalloc {

/// Who asked for blocks: a site, or code of a library.
struct AskingCode {
  const Profile &Model;
  std::optional<SiteIndex> Site;
  llvm::StringRef Library, Function;
};
void describe(Keys<AskingCode> &K);

/// What is known of the sums over some rows, beside the sums.
struct IntervalsOfSums {
  LifetimeEstimates Its;
};
void describe(Keys<IntervalsOfSums> &K);

inline constexpr llvm::StringLiteral IntervalsHelp =
    "of a sample: of the sums that are estimated; a sum without one is exact";

/// Freed blocks by lifetime.
struct BlocksByLifetime {
  const std::map<uint32_t, uint64_t> &Buckets;
};
void describe(Keys<BlocksByLifetime> &K);

/// Blocks of one site or library's function, in one section, of one size.
struct ShownLifetime {
  const Profile &Model;
  const Lifetime &Its;
  const std::vector<std::string> &Owners;
};
void describe(Keys<ShownLifetime> &K);

/// All rows, by site, section and size.
Each<ShownLifetime> lifetimesOf(const Analysis &A);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_JSONLIFETIMEPARTS_H
