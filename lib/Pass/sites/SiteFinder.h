//===- SiteFinder.h - the calls of a function that matter -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_SITES_SITEFINDER_H
#define ANOMALLOC_PASS_SITES_SITEFINDER_H

#include "sites/Classify.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace llvm {
class Function;
class LandingPadInst;
} // namespace llvm

namespace anomalloc {

/// A call that allocates.
struct FoundSite {
  llvm::CallBase *Call;
  Allocation What;
  std::optional<uint64_t> ConstantSize;
};

/// Everything that the pass wants to know of a function, from one walk over its
/// instructions.
struct FunctionScan {
  llvm::SmallVector<FoundSite, 4> Sites;
  /// All calls, sites included, without intrinsics and inline assembly.
  llvm::SmallVector<llvm::CallBase *, 16> Calls;
  /// Landing pads where an exception may be caught.
  llvm::SmallVector<llvm::LandingPadInst *, 4> Catches;
};

/// Whether \p F is code of this unit that was not instrumented yet.
bool shouldInstrument(const llvm::Function &F);

FunctionScan scanFunction(llvm::Function &F, Classifier &Classify,
                          const llvm::TargetLibraryInfo &TLI);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SITES_SITEFINDER_H
