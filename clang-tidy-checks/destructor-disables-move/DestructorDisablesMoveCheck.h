//===- DestructorDisablesMoveCheck.h - moves that copy ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_DESTRUCTOR_DISABLES_MOVE_DESTRUCTORDISABLESMOVECHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_DESTRUCTOR_DISABLES_MOVE_DESTRUCTORDISABLESMOVECHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds classes whose objects are copied where they could be moved, because a
/// destructor or a copy operation is declared.
///
/// For the user-facing documentation see
/// docs/checks/destructor-disables-move.md
class DestructorDisablesMoveCheck : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return L.CPlusPlus11;
  }
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

private:
  /// Where objects of a class are copied instead of moved.
  struct Copied {
    SourceLocation At;
    std::string What; ///< For the message.
    Evidence Often;
    bool IsVector = false;
  };
  void note(QualType Type, Copied Where);
  void noteMove(const CallExpr &Move, ASTContext &Context);
  void noteVectors(QualType Type, const NamedDecl &D, unsigned Depth = 0);
  void judge(const CXXRecordDecl &Record, const Copied &Where,
             ASTContext &Context);
  /// Judges a class that defines its own copy operations and has no moves.
  void judgeCopies(const CXXRecordDecl &Record, const Copied &Where,
                   ASTContext &Context);

  llvm::MapVector<const CXXRecordDecl *, Copied> Places;
  /// For each class, the first `std::move` of an object that is used, or may be
  /// used, after it.
  llvm::DenseMap<const CXXRecordDecl *, SourceLocation> UsedBehindMove;
  /// Classes that declare a destructor.
  llvm::SmallVector<const CXXRecordDecl *, 8> Declaring;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_DESTRUCTOR_DISABLES_MOVE_DESTRUCTORDISABLESMOVECHECK_H
