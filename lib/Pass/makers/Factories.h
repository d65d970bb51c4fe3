//===- Factories.h - functions that return what they make -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A *factory* is a maker because of what it does: whatever is made in it, by
/// an allocation function or by another maker, it hands to its caller. The
/// block is returned, or it becomes part of the object that is returned:
/// \code
///   define ptr @makeNode() {              define void @row(ptr sret(%Row) %r)
///   {
///     %n = call ptr @_Znwm(i64 16)          call void @_ZN3RowC1Em(ptr %r,
///     ...) ret ptr %n                            ret void
/// \endcode
/// One temporary or one kept block, and it is no factory: its own lines are the
/// ones to change. What a local holds is no temporary if it moves into what is
/// returned.
///
/// A function whose address is taken is called by a line that calls many, as
/// that of an interpreter: it is no factory, unless its name says so.
///
/// A private member function that constructors alone call, to give the new
/// object its memory, is a part of them:
/// \code
///   Element::Element() { allocNodes(); }
///   void Element::allocNodes() { Nodes.resize(3); }    // private
/// \endcode
///
/// Caller and callee must come to one answer. A factory that returns a pointer
/// and may be called by units that do not see its body is one only if its name
/// says so (MakerNames.h); for a returned object each caller asks.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_MAKERS_FACTORIES_H
#define ANOMALLOC_PASS_MAKERS_FACTORIES_H

#include "sites/Classify.h"
#include "llvm/IR/PassManager.h"

namespace anomalloc {

class ChainBuilder;

/// Marks the factories of \p M. Their callers are asked after them.
void markFactories(llvm::Module &M, llvm::FunctionAnalysisManager &FAM,
                   ChainBuilder &Chains, Classifier &Classify);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_MAKERS_FACTORIES_H
