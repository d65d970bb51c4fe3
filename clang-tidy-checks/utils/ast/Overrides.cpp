//===- Overrides.cpp - families of virtual methods ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/ast/Overrides.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace clang::tidy::anomalloc {

const CXXMethodDecl *firstDeclaredVirtual(const CXXMethodDecl &Method) {
  const CXXMethodDecl *First = &Method;
  while (First->size_overridden_methods())
    First = *First->begin_overridden_methods();
  return First->getCanonicalDecl();
}

bool hasConstTwin(const CXXMethodDecl &Method) {
  return llvm::any_of(Method.getParent()->lookup(Method.getDeclName()),
                      [&](const NamedDecl *D) {
                        const auto *Other =
                            dyn_cast<CXXMethodDecl>(D->getUnderlyingDecl());
                        return Other && Other->isConst() &&
                               Other->getNumParams() == Method.getNumParams();
                      });
}

} // namespace clang::tidy::anomalloc
