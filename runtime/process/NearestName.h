//===- NearestName.h - what a mistyped name was meant to be -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROCESS_NEARESTNAME_H
#define ANOMALLOC_RUNTIME_PROCESS_NEARESTNAME_H

namespace anomalloc::runtime {

/// The one of the \p Count \p Names that takes the fewest changes of a letter
/// to make of \p Typed: at most a third of its letters. Null if none is so
/// near.
const char *nearestName(const char *Typed, const char *const *Names,
                        unsigned Count);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROCESS_NEARESTNAME_H
