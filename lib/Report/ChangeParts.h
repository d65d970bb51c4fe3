//===- ChangeParts.h - what views of changes share --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_CHANGEPARTS_H
#define ANOMALLOC_REPORT_CHANGEPARTS_H

#include "Report/TextReport.h"

namespace anomalloc {

/// What people call an entry: "1" saves the most allocations, "m1" the most
/// memory, "t1" the most work for threads.
std::string rankOf(const ChangeList &List, uint32_t Entry);

/// Why a site has no entry, as a clause.
llvm::StringRef reasonOf(NoEntry Why);

/// The evidence, and of whom it is said if that is not the lines alone.
std::string evidenceOf(const MeasuredAnomaly &F);
/// That of the largest part, and how many other blocks the entry is about.
std::string evidenceOf(const ChangeEntry &E);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_CHANGEPARTS_H
