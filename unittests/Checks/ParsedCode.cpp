//===- ParsedCode.cpp - an AST for a test ---------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsedCode.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace anomalloc_test {
namespace {

struct Finder : RecursiveASTVisitor<Finder> {
  explicit Finder(llvm::StringRef Name) : Name(Name) {}

  bool VisitValueDecl(ValueDecl *D) {
    if (D->getDeclName().isIdentifier() && D->getName() == Name &&
        !D->getDeclContext()->isDependentContext())
      Found = D;
    return !Found;
  }
  bool shouldVisitTemplateInstantiations() const { return true; }

  llvm::StringRef Name;
  const ValueDecl *Found = nullptr;
};

} // namespace

const ValueDecl *ParsedCode::findIn(Decl *In, llvm::StringRef Name) {
  Finder F(Name);
  F.TraverseDecl(In);
  return F.Found;
}

} // namespace anomalloc_test
