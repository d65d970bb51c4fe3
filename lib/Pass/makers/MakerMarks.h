//===- MakerMarks.h - makers that were recognized early ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The marks that MakersPass leaves for AnomallocPass. A marked function has an
/// attribute, and its subprogram is in a list of the module. By that list a
/// maker is still known where it was inlined.
/// \code
///   define ptr @makeNode() #0 !dbg !7
///   attributes #0 = { "anomalloc-maker" }
///   !anomalloc.makers = !{!7}
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_MAKERS_MAKERMARKS_H
#define ANOMALLOC_PASS_MAKERS_MAKERMARKS_H

#include "llvm/ADT/SetVector.h"

namespace llvm {
class DISubprogram;
class Function;
class Module;
} // namespace llvm

namespace anomalloc {

bool isMarkedMaker(const llvm::Function &F);
void markMaker(llvm::Function &F);

/// The subprograms that are marked, each once.
llvm::SetVector<const llvm::DISubprogram *> markedMakers(const llvm::Module &M);

/// Removes the list of marked subprograms from \p M. The attributes of the
/// marked functions stay.
void forgetMarkedMakers(llvm::Module &M);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_MAKERS_MAKERMARKS_H
