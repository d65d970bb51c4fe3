//===- SizeSet.h - sizes as a person writes them ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_SITES_SIZESET_H
#define ANOMALLOC_ANALYSIS_SITES_SIZESET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <utility>
#include <vector>

namespace anomalloc {

/// A set of sizes in bytes. Empty: every size.
class SizeSet {
public:
  /// Adds the sizes that \p Text lists: single sizes, and ranges with both
  /// their ends. A range without a first or last size has no limit on that
  /// side. The error is a sentence that quotes the wrong part.
  llvm::Error parse(llvm::StringRef Text);

  llvm::ArrayRef<std::pair<uint64_t, uint64_t>> ranges() const {
    return Ranges;
  }
  bool empty() const { return Ranges.empty(); }
  bool contains(uint64_t Size) const;

private:
  std::vector<std::pair<uint64_t, uint64_t>> Ranges;
};

/// Reads "4096", "4K", "4KiB", "1M", "2G" (powers of 1024) as bytes.
llvm::Expected<uint64_t> parseSize(llvm::StringRef Text);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_SITES_SIZESET_H
