//===- CountWatch.h - who looks at counts of handles ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::shared_ptr<Mesh> M = Model.M;      as a `const auto &`
//   Model.M.use_count();                    this is one less,
//   Model.drop();                           and here the mesh may go
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_COUNTWATCH_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_COUNTWATCH_H

namespace clang {
class DeclRefExpr;
class VarDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

class FunctionFlow;

/// Whether something that runs behind the declaration of \p V, a variable or
/// parameter of \p Flow's function, may look at the count of a handle or let
/// one go, directly or in a function that it calls. One that is not in view
/// may.
bool mayMissHandle(const VarDecl &V, const FunctionFlow &Flow);

/// Whether anything at all runs behind \p Use, in which a handle is copied,
/// before \p V is destroyed, or is destroyed with it, and may tell that it was
/// moved instead.
bool mayMissCopy(const DeclRefExpr &Use, const VarDecl &V,
                 const FunctionFlow &Flow);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_COUNTWATCH_H
