//===- ConstUse.h - may an object become const ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   n = v.size(); x = v[i]; for (auto &e : v) n += e;   compiles as const
//   std::vector<int>::iterator it = v.begin();          does not
//   void f(std::vector<int> &); f(v);                   does not
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_VALUE_PARAMETER_CONSTUSE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_VALUE_PARAMETER_CONSTUSE_H

#include "utils/ast/References.h"

namespace clang::tidy::anomalloc {

/// Whether every use of \p D compiles and means the same if D becomes const.
/// Also follows the elements, iterators and references of deduced type that are
/// taken from D. Does not tell whether anything writes to D: Uses.h does. False
/// when in doubt.
bool compilesAsConst(const ValueDecl &D, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_VALUE_PARAMETER_CONSTUSE_H
