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

/// Whether every use of \p D compiles and means the same if D becomes const:
/// what is taken from it (elements, iterators, references of deduced type) is
/// followed. Whether anything writes to it is told by Uses.h. False when in
/// doubt.
bool compilesAsConst(const ValueDecl &D, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_VALUE_PARAMETER_CONSTUSE_H
