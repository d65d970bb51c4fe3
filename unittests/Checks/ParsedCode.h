//===- ParsedCode.h - an AST for a test -------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_UNITTESTS_CHECKS_PARSEDCODE_H
#define ANOMALLOC_UNITTESTS_CHECKS_PARSEDCODE_H

#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringExtras.h"

namespace anomalloc_test {

/// C++ code parsed by the compiler under test, with its headers.
class ParsedCode {
public:
  /// \p Flags: separated by spaces.
  explicit ParsedCode(llvm::StringRef Code,
                      llvm::StringRef Flags = "-std=c++17") {
    llvm::SmallVector<llvm::StringRef> Split;
    Flags.split(Split, ' ');
    std::vector<std::string> Arguments(Split.begin(), Split.end());
    // The name of the tool tells where the compiler's own headers are.
    AST = clang::tooling::buildASTFromCodeWithArgs(Code, Arguments, "input.cpp",
                                                   TEST_CLANG);
  }

  bool ok() const {
    return AST && !AST->getDiagnostics().hasUncompilableErrorOccurred();
  }
  clang::ASTContext &context() { return AST->getASTContext(); }

  /// The first variable, field, parameter or function \p Name in \p Namespace,
  /// or null.
  const clang::ValueDecl *find(llvm::StringRef Namespace,
                               llvm::StringRef Name) {
    auto &Context = context();
    for (clang::NamedDecl *D : Context.getTranslationUnitDecl()->lookup(
             &Context.Idents.get(Namespace)))
      if (auto *N = llvm::dyn_cast<clang::NamespaceDecl>(D))
        return findIn(N, Name);
    return nullptr;
  }

  static const clang::ValueDecl *findIn(clang::Decl *In, llvm::StringRef Name);

private:
  std::unique_ptr<clang::ASTUnit> AST;
};

} // namespace anomalloc_test

#endif // ANOMALLOC_UNITTESTS_CHECKS_PARSEDCODE_H
