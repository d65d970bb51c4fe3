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

/// If \p P has ranks, brings all its tables into an order that depends on what
/// the rows say, and not on the order in which profiles were added. Sections
/// keep the order in which they began, processes are sorted by rank and start.
void orderRanks(Profile &P);

/// Drops what the file of several ranks needs not: the names of their single
/// files, which are gone then, and the timelines, which nothing shows. With
/// orderRanks(), the ranks of a program then are the same file to the last bit,
/// in whatever order, and along whatever tree, they are merged.
void trimRanks(Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_TABLEORDER_H
