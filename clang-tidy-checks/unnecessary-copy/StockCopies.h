//===- StockCopies.h - what clang-tidy says of copies -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UNNECESSARY_COPY_STOCKCOPIES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UNNECESSARY_COPY_STOCKCOPIES_H

namespace clang {
class ASTContext;
class CompoundStmt;
class CXXConstructExpr;
class CXXForRangeStmt;
class VarDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Whether performance-unnecessary-copy-initialization reports the local
/// variable \p V, which \p Copy initialises. \p Block is the innermost code
/// block around V.
bool stockReportsCopy(const VarDecl &V, const CXXConstructExpr &Copy,
                      const CompoundStmt &Block, ASTContext &Context);

/// Whether performance-for-range-copy reports the variable of \p Loop, which is
/// a copy of an element.
bool stockReportsCopy(const CXXForRangeStmt &Loop, ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UNNECESSARY_COPY_STOCKCOPIES_H
