//===- RegionNames.h - the lines of parallel regions ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_REGIONNAMES_H
#define ANOMALLOC_PROFILE_REGIONNAMES_H

#include "Profile/Profile.h"

namespace anomalloc {

/// Sections that are parallel regions of OpenMP (anomalloc/RegionNames.h) are
/// named by their lines: "solve.cpp:52 by 4 threads". A region
/// whose object is not here, is another build, or tells no line keeps its name.
void nameRegions(Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_REGIONNAMES_H
