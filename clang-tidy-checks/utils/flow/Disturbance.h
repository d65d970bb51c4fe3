//===- Disturbance.h - what may change an object ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_DISTURBANCE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_DISTURBANCE_H

#include "utils/objects/ObjectPlace.h"
#include <string>
#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace clang::tidy::anomalloc {

/// A write or call that may change, move or destroy an object.
struct Disturbance {
  const Expr *By;
  bool IsCertain; ///< Or at least probable: By names the object, no alias.
  std::string Reason;
};

/// Finds everything in the function of \p Flow that may change, move or destroy
/// an object at one of \p Places, at any time. \p Except is the variable that
/// is to become a name of the object. Changes made through \p Except are left
/// out.
std::vector<Disturbance> disturbancesOf(llvm::ArrayRef<ObjectPlace> Places,
                                        const VarDecl *Except,
                                        const FunctionFlow &Flow,
                                        ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_DISTURBANCE_H
