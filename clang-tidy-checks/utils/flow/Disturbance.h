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

/// A write or call after which an object may be another, or gone.
struct Disturbance {
  const Expr *By;
  bool IsCertain; ///< Or probable: through its own name. Else by alias.
  std::string Reason;
};

/// Everything in the function, at any time, that may change, move or destroy an
/// object at one of \p Places. Changes made through \p Except, which is to
/// become a name of the object, are left out.
std::vector<Disturbance> disturbancesOf(llvm::ArrayRef<ObjectPlace> Places,
                                        const VarDecl &Except,
                                        const FunctionFlow &Flow,
                                        ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_DISTURBANCE_H
