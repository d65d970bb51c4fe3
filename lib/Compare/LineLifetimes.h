//===- LineLifetimes.h - what became of a line's blocks ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_COMPARE_LINELIFETIMES_H
#define ANOMALLOC_COMPARE_LINELIFETIMES_H

#include "Analysis/filter/Filter.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace anomalloc {

/// Calls \p Take with the lifetimes of \p P that pass \p F, part by part, each
/// with the line to change; null: it is not known. The inline chain of a site
/// tells its line. If all its levels are makers, and for dark code, stacks tell
/// it, as far as blocks have some. Blocks of pools are left out.
void forEachLineLifetime(
    const Profile &P, const Filter &F,
    llvm::function_ref<void(const Frame *Line, const Lifetime &Its)> Take);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_LINELIFETIMES_H
