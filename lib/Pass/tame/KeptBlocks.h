//===- KeptBlocks.h - blocks that a loop uses again -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps one freed block for the next iteration of a loop. From
///
/// \code
///   for (...) {
///     p = malloc(n);
///     ...
///     free(p);
///   }
/// \endcode
///
/// becomes
///
/// \code
///   kept = null;
///   for (...) {
///     if (kept) { p = kept; kept = null; }
///     else p = malloc(n);
///     ...
///     kept = p;
///   }
///   if (kept) free(kept);     // at each exit of the loop, also by exceptions
/// \endcode
///
/// A block of the program's is never in `kept`. So whoever frees a block
/// elsewhere frees it as before.
///
/// Where it is not clear that a call frees the last block, its address is
/// compared with that of the last block. Where the size changes, the size of
/// the kept block stands beside it. A block that is too small is freed, and the
/// new one is made larger than asked for, as a std::vector grows.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_TAME_KEPTBLOCKS_H
#define ANOMALLOC_PASS_TAME_KEPTBLOCKS_H

#include "tame/KeptPlan.h"
#include "llvm/ADT/ArrayRef.h"

namespace anomalloc {

/// Carries out \p Plans, which are all of \p F.
void keepBlocks(llvm::Function &F, llvm::ArrayRef<KeptPlan> Plans);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_TAME_KEPTBLOCKS_H
