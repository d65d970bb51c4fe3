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
/// A private member function that gives an object its memory is a factory, too,
/// if makers by name (constructors, assignments, conversions) are the only
/// functions that call it. It is a part of these makers:
/// \code
///   Element::Element() { allocNodes(); }
///   void Element::allocNodes() { Nodes.resize(3); }    // private
/// \endcode
///
/// The units of caller and callee must come to one answer. A function that
/// returns a pointer may be called by units that do not see its body: then it
/// is a factory only if its name says so (MakerNames.h). A function that
/// returns an object needs no such name: units that do not see its body treat
/// each call of it as a possible call of a maker.
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
