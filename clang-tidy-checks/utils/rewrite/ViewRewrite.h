//===- ViewRewrite.h - the text of a change to views ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_REWRITE_VIEWREWRITE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_REWRITE_VIEWREWRITE_H

#include "utils/loops/LoopEvidence.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace clang {
class ASTContext;
class CXXMemberCallExpr;
class CXXOperatorCallExpr;
class Expr;
class FunctionDecl;
class ParmVarDecl;
class VarDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

class ReferenceIndex;

/// The argument that \p Call gives for parameter \p Index. Null if the argument
/// is left to its default, or if \p Call is no call.
const Expr *argumentOf(const CallSite &Call, unsigned Index);

/// Turns `const std::string &P` into `std::string_view P` in all declarations
/// of \p F. Empty unless all callers are seen in \p Calls and may stay as they
/// are, and the text can be changed with certainty.
llvm::SmallVector<FixItHint, 2>
makeViewParameter(const FunctionDecl &F, const ParmVarDecl &P,
                  llvm::ArrayRef<CallSite> Calls, const ReferenceIndex &Index);

/// Turns `std::string V` into `const std::string_view V`. Nullopt if the type
/// is not written so, or nobody can edit it.
std::optional<FixItHint> makeView(const VarDecl &V, const ASTContext &Context);

/// Turns `S.substr(` into `std::string_view(S).substr(`. Nullopt where the text
/// cannot be changed with certainty.
std::optional<FixItHint> viewBeforeSubstr(const CXXMemberCallExpr &Substr,
                                          const ASTContext &Context);

/// Does without views: turns `T += S.substr(A, B)` into `T.append(S, A, B)`,
/// and `S.substr(A, B) == T` into `S.compare(A, B, T) == 0`. Nullopt where the
/// text cannot be changed with certainty.
std::optional<FixItHint> substrWithoutViews(const CXXMemberCallExpr &Substr,
                                            const CXXOperatorCallExpr &Around,
                                            const ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_REWRITE_VIEWREWRITE_H
