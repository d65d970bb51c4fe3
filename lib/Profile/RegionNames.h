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

/// Puts "solve.cpp:52 by 4 threads" and a line break before the name of each
/// section that is a parallel region of OpenMP (anomalloc/RegionNames.h). Where
/// there is no line, the function stands for it. A merged file has such names.
/// A region keeps its name if its object is not here, is another build, or
/// tells nothing.
void nameRegions(Profile &P);

/// Leaves of the names that nameRegions() made what a reader wants to see.
void shortenRegions(Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_REGIONNAMES_H
