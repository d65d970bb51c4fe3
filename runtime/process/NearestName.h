//===- NearestName.h - what a mistyped name was meant to be -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROCESS_NEARESTNAME_H
#define ANOMALLOC_RUNTIME_PROCESS_NEARESTNAME_H

namespace anomalloc::runtime {

/// Returns the one of the \p Count \p Names that is nearest to \p Typed: the
/// fewest letters must be inserted, removed or replaced. At most a third of the
/// letters of \p Typed, rounded up, may change. Null if no name is so near.
const char *nearestName(const char *Typed, const char *const *Names,
                        unsigned Count);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROCESS_NEARESTNAME_H
