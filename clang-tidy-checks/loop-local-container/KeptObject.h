//===- KeptObject.h - an object that a loop keeps ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_LOOP_LOCAL_CONTAINER_KEPTOBJECT_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_LOOP_LOCAL_CONTAINER_KEPTOBJECT_H

#include "utils/framework/Diagnosis.h"
#include "utils/uses/Uses.h"
#include "clang/AST/ExprCXX.h"

namespace clang::tidy::anomalloc {

/// An object of a class that owns memory, which a loop declares.
struct LoopObject {
  const VarDecl &V;
  const DeclStmt &Declared;
  const Stmt &Loop;
  const CXXConstructExpr &Init;
  const CXXMethodDecl *Reset; ///< It sets the object anew; may be null.
};

/// The note with the change that declares the object before the loop, and sets
/// it anew in its place:
///
///   Matrix K(N, N);     ->  Matrix K(N, N);   // before the loop
///   Matrix K(N, N);     ->  K.reinit(N, N);   // if it has such a method
///   Matrix K = Other;   ->  K = Other;
///
/// The note says what to check first. Nullopt if no such change certainly
/// compiles. \p Same: the arguments are the same in all iterations. \p Nth
/// counts the variables that are moved before the same loop.
std::optional<Diagnosis::Note> keepObject(const LoopObject &Object, bool Same,
                                          const FunctionDecl *Function,
                                          const ReferenceIndex &Index,
                                          unsigned Nth);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_LOOP_LOCAL_CONTAINER_KEPTOBJECT_H
