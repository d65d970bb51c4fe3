//===- CountWatch.h - who looks at counts of handles ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::shared_ptr<Mesh> M = Model.M;      if this were a `const auto &`,
//   Model.M.use_count();                    this would be one less,
//   Model.drop();                           and this could destroy the mesh
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

/// Whether code that runs behind the declaration of \p V may look at the count
/// of a handle or let a handle go, directly or in a function that it calls.
/// True if that code calls a function that is not in view. \p V is a variable
/// or parameter of the function of \p Flow.
bool mayMissHandle(const VarDecl &V, const FunctionFlow &Flow);

/// Whether any code may tell that a handle was moved instead of copied. \p Use
/// is the use of \p V in which the handle is copied. Any code that runs behind
/// \p Use and before \p V is destroyed may tell. So may the destruction of an
/// object that is destroyed together with \p V.
bool mayMissCopy(const DeclRefExpr &Use, const VarDecl &V,
                 const FunctionFlow &Flow);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_COUNTWATCH_H
