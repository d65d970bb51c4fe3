//===- ValueType.h - the type of a value, whatever it is called -*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_VALUETYPE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_VALUETYPE_H

#include "clang/AST/Type.h"

namespace clang::tidy::anomalloc {

/// \p T without a reference, qualifiers and the names of aliases.
inline QualType valueType(QualType T) {
  return T.getNonReferenceType().getCanonicalType().getUnqualifiedType();
}

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_VALUETYPE_H
