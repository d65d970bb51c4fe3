//===- HeapLocalCheck.h - heap objects of one function ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_HEAPLOCALCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_HEAPLOCALCHECK_H

#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/Owners.h"

namespace clang::tidy::anomalloc {

/// Finds heap objects and blocks that live in one function only.
///
/// For the user-facing documentation see docs/checks/heap-local.md
class HeapLocalCheck : public AnomallocCheck {
public:
  HeapLocalCheck(StringRef Name, ClangTidyContext *Context)
      : AnomallocCheck(Name, Context),
        MaxBytes(Options.get("MaxBytes", 4096U)) {}
  void storeOptions(ClangTidyOptions::OptionMap &Map) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  /// How often \p S runs. Only loops of the function itself make a warning. A
  /// loop around a call of the function does not.
  Evidence often(const Stmt &S, ASTContext &Context);
  std::optional<std::string> onHeap(QualType Made,
                                    const ASTContext &Context) const;
  std::string inPlace(QualType Made, const ASTContext &Context) const;
  void object(const VarDecl &V, const DeclStmt &Declared, const Allocated &What,
              ASTContext &Context);
  /// Checks a pointer that gets its object later, or another one each time.
  void remade(const VarDecl &V, ASTContext &Context);
  /// Checks a function that makes an object for its callers.
  void returned(const FunctionDecl &F, ASTContext &Context);
  /// Checks a block that \p V points to. \p Size is its number of elements or
  /// bytes, if one is written, else null.
  void block(const VarDecl &V, const DeclStmt &Declared, const Expr *Size,
             ASTContext &Context);

  /// Larger objects do not belong on the stack.
  const unsigned MaxBytes;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_LOCAL_HEAPLOCALCHECK_H
