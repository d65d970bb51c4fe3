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

/// The statement of \p Block that copies or moves \p V back to its original.
/// The same block declares V as a copy of \p From. The statement must be the
/// last use of V, and the block must not name the original between the
/// declaration and the statement. Null if there is no such statement.
const Expr *writtenBack(const VarDecl &V, const Expr &From,
                        const CompoundStmt &Block, const FunctionFlow &Flow);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UNNECESSARY_COPY_WRITTENBACK_H
