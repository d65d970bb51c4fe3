//===- MeasuredRun.h - what a run counted at its sites ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of a profile that says which blocks are worth a change
/// (-anomalloc-profile).
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_TAME_MEASUREDRUN_H
#define ANOMALLOC_PASS_TAME_MEASUREDRUN_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <map>
#include <unordered_map>

namespace anomalloc {

/// The blocks that a run made at one site.
struct MeasuredSite {
  uint64_t Blocks = 0;
  std::map<uint64_t, uint64_t> BySize; ///< Bytes, and how many blocks.
  /// Of the levels of the site's inline chain, innermost first. 0: unknown.
  llvm::SmallVector<unsigned, 2> Lines;

  /// The number of blocks that have at most \p Bytes.
  uint64_t upTo(uint64_t Bytes) const;
  /// The smallest size that \p Percent of the blocks did not exceed, in bytes.
  /// 0: there were no blocks.
  uint64_t quantile(unsigned Percent) const;
};

/// How often the run made a block at \p Site, which may be null.
inline uint64_t blocksOf(const MeasuredSite *Site) {
  return Site ? Site->Blocks : 0;
}

class MeasuredRun {
public:
  /// Reads the profile \p Path. An error names the file.
  static llvm::Expected<MeasuredRun> read(llvm::StringRef Path);

  /// Null: the profile does not know a site with this id.
  const MeasuredSite *site(uint64_t Id) const;

private:
  std::unordered_map<uint64_t, MeasuredSite> Sites; ///< By id.
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_TAME_MEASUREDRUN_H
