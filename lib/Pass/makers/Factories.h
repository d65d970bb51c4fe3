//===- Factories.h - functions that return what they make -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A *factory* is a maker because of what it does: it hands each block that is
/// made in it, by an allocation function or by another maker, to its caller.
/// The block is returned, or it becomes part of the object that is returned:
/// \code
///   define ptr @makeNode() {          define void @row(ptr sret(%Row) %r) {
///     %n = call ptr @_Znwm(i64 16)      call void @_ZN3RowC1Em(ptr %r, ...)
///     ret ptr %n                        ret void
/// \endcode
/// A function that makes one temporary block, or keeps one block, is no
/// factory: its own lines are the ones to change. A block in a local variable
/// is not temporary if it moves into the object that is returned.
///
/// A function whose address is taken is no factory, unless its name says so:
/// the line that calls it may call many functions, as in an interpreter.
///
/// A private member function that only makers by name call (constructors,
/// assignments, conversions), to give the object its memory, is a part of them:
/// \code
///   Element::Element() { allocNodes(); }
///   void Element::allocNodes() { Nodes.resize(3); }    // private
/// \endcode
///
/// Caller and callee must come to one answer. If units that do not see its body
/// may call a function that returns a pointer, that function is a factory only
/// if its name says so (MakerNames.h). For a returned object, each caller asks.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_MAKERS_FACTORIES_H
#define ANOMALLOC_PASS_MAKERS_FACTORIES_H

#include "sites/Classify.h"
#include "llvm/IR/PassManager.h"

namespace anomalloc {

class ChainBuilder;

/// Marks the factories of \p M. A function is looked at after its callees.
void markFactories(llvm::Module &M, llvm::FunctionAnalysisManager &FAM,
                   ChainBuilder &Chains, Classifier &Classify);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_MAKERS_FACTORIES_H
