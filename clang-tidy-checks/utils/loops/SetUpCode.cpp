//===- SetUpCode.cpp - what runs once for each object ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/loops/SetUpCode.h"
#include "clang/AST/ASTLambda.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

bool isSetUp(const FunctionDecl &F) {
  static constexpr StringRef Verbs[] = {"init",      "setup",  "set_up",
                                        "configure", "create", "construct"};
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(F))
    return true;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&F);
      Method && isLambdaCallOperator(Method)) {
    const auto *Around =
        dyn_cast_or_null<FunctionDecl>(Method->getParent()->getParent());
    return Around && isSetUp(*Around);
  }
  if (!F.getDeclName().isIdentifier())
    return false;
  const StringRef Name = F.getName().ltrim('_');
  return any_of(Verbs, [&](StringRef Verb) {
    return Name.starts_with_insensitive(Verb);
  });
}

} // namespace clang::tidy::anomalloc
