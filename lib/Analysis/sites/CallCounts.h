//===- CallCounts.h - how often functions were called -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_SITES_CALLCOUNTS_H
#define ANOMALLOC_ANALYSIS_SITES_CALLCOUNTS_H

#include "Profile/Profile.h"

namespace anomalloc {

/// Counts how many calls of each function returned, by linkage name. A call
/// that ended in another way may be counted, too. The result has only functions
/// whose calls are all known: each call passes a site or a loop once, all such
/// sites and loops agree, and no copy of the function was inlined.
std::map<llvm::StringRef, uint64_t> countCalls(const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_SITES_CALLCOUNTS_H
