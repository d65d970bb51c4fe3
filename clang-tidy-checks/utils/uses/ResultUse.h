//===- ResultUse.h - what a caller does with a result -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The uses of an object that a function returns by value:
//
//   n += m.row(i).size();            Looked (at, for a moment)
//   print(m.row(i));                 Lent (to a function, by const reference)
//   const auto &r = m.row(i);        Bound
//   for (int x : m.row(i))           Bound
//   auto r = m.row(i); f(r.size());  ReadOnly
//   rows.push_back(m.row(i));        Kept
//   return m.row(i);                 Returned
//   m.row(i).clear();                Changed
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_RESULTUSE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_RESULTUSE_H

#include "utils/uses/Uses.h"

namespace clang::tidy::anomalloc {

enum class ResultUse {
  Looked,   ///< Read in the same full expression, through const members.
  Lent,     ///< An argument for a parameter of type const T &.
  Bound,    ///< To a local reference that is only read, or by a range-for.
  ReadOnly, ///< In a local variable that is only read.
  Kept,     ///< Copied or moved somewhere.
  Returned, ///< By value.
  Changed,  ///< Used in a way that needs an object of its own.
};

/// Whether the use \p Use needs no object of its own.
inline bool isMomentary(ResultUse Use) { return Use <= ResultUse::ReadOnly; }

/// What is done with the value of \p Call. The call must stand between a
/// reference that \p Index knows and the function around that reference: every
/// call with a named callee does.
ResultUse useOfResult(const Expr &Call, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_RESULTUSE_H
