//===- WhatIf.h - a profile's blocks under each allocator -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Tells what other allocators would hand out for the sizes of this run. It is
/// computed from their size classes (Allocators/SizeModel.h), so nothing runs.
/// All blocks that the run made count, also the freed ones.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_ALLOCATORS_WHATIF_H
#define ANOMALLOC_ANALYSIS_ALLOCATORS_WHATIF_H

#include "Analysis/totals/Amount.h"
#include "Profile/Profile.h"

namespace anomalloc {

struct WhatIf {
  struct Row {
    llvm::StringRef Allocator;
    uint64_t Usable = 0; ///< Bytes that the program may use.
    uint64_t Taken = 0;  ///< With headers.
    uint64_t Exact = 0;  ///< Allocations that get what they ask for, no more.
  };

  Amount Requested;   ///< All allocations except TooLarge.
  uint64_t Sizes = 0; ///< The number of different sizes.
  Amount TooLarge;    ///< For any allocator; in no row.
  std::vector<Row> Rows;
};

WhatIf computeWhatIf(const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_ALLOCATORS_WHATIF_H
