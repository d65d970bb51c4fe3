//===- VectorOfVectorCheck.h - vector of vector -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_VECTOROFVECTORCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_VECTOROFVECTORCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

struct MatrixRows;

/// Finds matrices that are vectors of vectors, with a heap block for each row.
///
/// For the user-facing documentation see docs/checks/vector-of-vector.md
class VectorOfVectorCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  /// Checks rows that grow one by one: compressed rows would do.
  void checkGrowth(const ValueDecl &D, ASTContext &Context);
  /// How often rows are allocated. The places where rows get their length may
  /// stand in loops. If \p D is a member, objects of its class may be made in
  /// loops.
  Evidence allocations(const ValueDecl &D, const MatrixRows &Rows,
                       ASTContext &Context);
  std::string suggestion(QualType Matrix, std::optional<uint64_t> Columns,
                         std::optional<uint64_t> Count, ASTContext &Context);
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_VECTOROFVECTORCHECK_H
