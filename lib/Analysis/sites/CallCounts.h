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

/// Linkage names of functions, and how many calls of each returned; a call that
/// ended in another way may be counted, too. Only functions for which that is
/// known of all their calls: a site or a loop is passed once in each of them,
/// all of these rows agree, and no copy was inlined.
std::map<llvm::StringRef, uint64_t> countCalls(const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_SITES_CALLCOUNTS_H
