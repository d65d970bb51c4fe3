//===- WrittenBack.h - a copy that replaces its original --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<double> Known = Samples[Key];
//   Known.push_back(X);
//   Samples[Key] = Known;
//
//   ->  Samples[Key].push_back(X);
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UNNECESSARY_COPY_WRITTENBACK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UNNECESSARY_COPY_WRITTENBACK_H

namespace clang {
class CompoundStmt;
class Expr;
class VarDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

class FunctionFlow;

/// The statement of \p Block, in which \p V is declared as a copy of \p From,
/// that assigns V, copied or moved, to the same object, after all other uses
/// of V; or null. The original is not named in between.
const Expr *writtenBack(const VarDecl &V, const Expr &From,
                        const CompoundStmt &Block, const FunctionFlow &Flow);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UNNECESSARY_COPY_WRITTENBACK_H
