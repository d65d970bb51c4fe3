//===- JoinRates.h - sections of all rates ----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_ESTIMATE_JOINRATES_H
#define ANOMALLOC_ANALYSIS_ESTIMATE_JOINRATES_H

#include "Profile/Profile.h"

namespace anomalloc {

/// Makes one section of those that differ in Profile::Doublings alone. Counts
/// of one key become one. Rows of stacks and lifetimes do not, for each has its
/// own draws; so one key may have several of them, the finest rate first.
void joinRates(Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_ESTIMATE_JOINRATES_H
