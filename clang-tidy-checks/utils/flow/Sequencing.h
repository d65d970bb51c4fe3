//===- Sequencing.h - order inside one expression ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_SEQUENCING_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_SEQUENCING_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class LangOptions;
class Stmt;
} // namespace clang

namespace clang::tidy::anomalloc {

/// How two evaluations are ordered when their full expression is evaluated
/// once.
enum class Sequence {
  Before,      ///< The first comes before the second.
  After,       ///< The first comes after the second, or they are the same.
  Unsequenced, ///< In either order.
  Never,       ///< Only one of the two is evaluated: branches of `?:`.
  Elsewhere,   ///< They are not parts of one full expression.
};

/// How \p First and \p Second are ordered. An operator is sequenced after its
/// operands. The operands have the order of C++17, or that of C++11 where
/// \p Options says so.
Sequence sequence(const clang::Stmt &First, const clang::Stmt &Second,
                  llvm::function_ref<const Stmt *(const Stmt &)> ParentOf,
                  const LangOptions &Options);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_SEQUENCING_H
