//===- Sink.h - const references that are kept by copy ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Entry(const std::string &Name) : Name(Name) {}
//   void onStep(const Callback &C) { Callbacks.push_back(C); }
//
// A caller that could give its object away pays a copy all the same.
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_SINK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_SINK_H

#include "utils/ast/References.h"

namespace clang::tidy::anomalloc {

/// The function that uses its parameter \p P, a `const T &`, only for the copy
/// at \p Use. \p Keeps makes the copy: either an initialiser of a constructor
/// makes a member, or a call adds to a container. Null if P has other uses, or
/// if the signature cannot change: the function is virtual, or an overload
/// takes `T &&`.
const FunctionDecl *sinkOf(const ParmVarDecl &P, const DeclRefExpr &Use,
                           const Expr &Keeps, const ReferenceIndex &Index);

/// Whether an argument for `const T &` is a new object that nobody else has.
bool isNewObject(const Expr &Argument);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_SINK_H
