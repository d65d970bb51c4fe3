//===- RowOrder.h - the order of a model's rows ------------------*- C++ -*===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_ROWORDER_H
#define ANOMALLOC_PROFILE_ROWORDER_H

#include "Profile/Profile.h"

namespace anomalloc {

/// Sorts the rows of \p P that count: by what they count, then by section, lane
/// and size. Rows that are equal in these keep their order.
void sortRows(Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_ROWORDER_H
