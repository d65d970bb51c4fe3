//===- Remarks.h - a remark for each site -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `-Rpass-analysis=anomalloc` shows:
/// \code
///   a.cpp:7:12: remark: allocation of 24 bytes (Element) by operator
///   new(unsigned long) inside 2 nested loops [-Rpass-analysis=anomalloc]
/// \endcode
/// and of a call of a maker what becomes of the blocks that it makes.
/// `-Rpass-missed=anomalloc` says why a block can neither be kept for the next
/// iteration nor put on the stack.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_SITES_REMARKS_H
#define ANOMALLOC_PASS_SITES_REMARKS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace anomalloc {

struct BlockVerdict;
struct FoundSite;
class UnitTable;

/// Emits a remark for each of \p Sites. \p Rows has the row of each of them.
void emitRemarks(llvm::Function &F, llvm::ArrayRef<FoundSite> Sites,
                 llvm::ArrayRef<unsigned> Rows, const UnitTable &Table);

/// Emits a remark for \p Call, a call of a maker, of which \p V is proved.
void emitRemark(llvm::Function &F, const llvm::CallBase &Call,
                const BlockVerdict &V);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SITES_REMARKS_H
