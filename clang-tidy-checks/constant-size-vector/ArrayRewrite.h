//===- ArrayRewrite.h - a local vector becomes a std::array -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_CONSTANT_SIZE_VECTOR_ARRAYREWRITE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_CONSTANT_SIZE_VECTOR_ARRAYREWRITE_H

#include "utils/uses/VectorUses.h"
#include "clang/Basic/Diagnostic.h"

namespace clang::tidy::anomalloc {

/// The text of the constant \p Size as a template argument. The text is copied
/// from the source if it can stand there, else it is \p Value.
std::string templateArgument(const Expr &Size, uint64_t Value,
                             const ASTContext &Context);

/// The fix-its that make `std::vector<T> V(N, x);` a `std::array<T, N>` with
/// the same values, without the #include. \p Init tells how V is made.
/// \p Resize is the only v.resize(N) or v.assign(N, x) and the first use of V,
/// or null. Returns no fix-its if the text cannot be changed with certainty.
///
///   std::vector<double> v(3);          std::array<double, 3> v = {};
///   std::vector<double> v(3, 1.0);     std::array<double, 3> v;
///                                      v.fill(1.0);
///   std::vector<int> v{1, 2};          std::array<int, 2> v = {1, 2};
///   std::vector<int> v; v.resize(3);   std::array<int, 3> v = {};
llvm::SmallVector<FixItHint, 4>
makeStdArray(const VarDecl &V, const DeclStmt &Statement,
             const VectorInit &Init, const CXXMemberCallExpr *Resize,
             llvm::StringRef Size, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_CONSTANT_SIZE_VECTOR_ARRAYREWRITE_H
