//===- EmptyObject.h - an object without heap memory yet --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Output Out;                    three members, two of them strings
//   Out.Number = N;
//   Out.Smallest.clear();
//   Outputs.push_back(Out);        copies no heap memory
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_EMPTYOBJECT_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_EMPTYOBJECT_H

namespace clang {
class ASTContext;
class DeclRefExpr;
class Expr;
class QualType;
class VarDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

class FunctionFlow;
class ReferenceIndex;

/// Whether an object of \p Type that \p Init makes certainly owns no heap
/// memory at first: it is empty, or a std::string of few enough characters.
bool makesNothing(const Expr &Init, QualType Type, const ASTContext &Context);

/// Whether the local variable \p V certainly owns no heap memory when \p At
/// names it. Either V was made empty, and only its scalars have been written
/// since. Or V is a std::string whose only values so far were literals that are
/// short enough to be held in place.
bool ownsNothingYet(const VarDecl &V, const DeclRefExpr &At,
                    const FunctionFlow &Flow, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_MISSING_MOVE_EMPTYOBJECT_H
