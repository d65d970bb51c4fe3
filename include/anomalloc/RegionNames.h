//===- RegionNames.h - what parallel regions are called ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The runtime knows the address of a parallel region. The reader knows its
/// line (lib/Profile/RegionNames.h).
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REGIONNAMES_H
#define ANOMALLOC_REGIONNAMES_H

/// The name of a region's section in a profile, for printf(3): how many threads
/// its team has; "s" if they are several; the address of the call in the object's
/// own numbers; the object's path.
#define ANOMALLOC_REGION_FORMAT "parallel by %u thread%s at +0x%lx of %s"

#endif // ANOMALLOC_REGIONNAMES_H
