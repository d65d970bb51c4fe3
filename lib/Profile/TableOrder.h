//===- TableOrder.h - the order of a model's tables -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_TABLEORDER_H
#define ANOMALLOC_PROFILE_TABLEORDER_H

#include "Profile/Profile.h"

namespace anomalloc {

/// Brings all tables of \p P into an order that depends on what the rows say,
/// and not on the order in which profiles were added. So the ranks of a program
/// are the same file to the last bit, in whatever order, and along whatever
/// tree, they were merged. Sections keep the order in which they began,
/// processes are sorted by rank and start. Of a rank, the file keeps its name
/// without its folder, and of several ranks the timelines, which nothing shows,
/// are left out.
void orderTables(Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_TABLEORDER_H
