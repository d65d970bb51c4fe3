//===- NumberTable.h - lists of nothing but numbers -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most of a unit with tables of constants may be literals. The tables hold
/// nothing that a check looks for, so no walk enters them.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_NUMBERTABLE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_NUMBERTABLE_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace clang::tidy::anomalloc {

/// Whether \p S is a list in braces whose elements are all numbers or again
/// such lists. A number is a literal, which may have a sign. False for a null
/// \p S.
inline bool isNumberTable(const Stmt *S) {
  const auto *List = llvm::dyn_cast_or_null<InitListExpr>(S);
  return List && llvm::all_of(List->inits(), [](const Expr *E) {
           const Expr *Plain = E->IgnoreParenImpCasts();
           if (const auto *Sign = llvm::dyn_cast<UnaryOperator>(Plain);
               Sign && Sign->getOpcode() != UO_AddrOf)
             Plain = Sign->getSubExpr()->IgnoreParenImpCasts();
           return llvm::isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
                            CXXBoolLiteralExpr>(Plain) ||
                  isNumberTable(Plain);
         });
}

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_NUMBERTABLE_H
