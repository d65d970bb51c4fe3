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

/// The function whose parameter \p P, a `const T &`, is used for nothing but
/// the copy at \p Use, which \p Keeps makes: into a member, by an initialiser
/// of a constructor, or into a container. Null where that is not so, or the
/// signature is not free to change: virtual, an overload takes `T &&`.
const FunctionDecl *sinkOf(const ParmVarDecl &P, const DeclRefExpr &Use,
                           const Expr &Keeps, const ReferenceIndex &Index);

/// Whether an argument for `const T &` is a new object that nobody else has.
bool isNewObject(const Expr &Argument);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_SINK_H
