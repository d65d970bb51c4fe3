//===- HeapMemberCheck.h - members that need no heap ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_MEMBER_HEAPMEMBERCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_MEMBER_HEAPMEMBERCHECK_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// Finds `unique_ptr` members that only delay initialisation, and iterators
/// that keep their state behind a pointer.
///
/// For the user-facing documentation see docs/checks/heap-member.md
class HeapMemberCheck : public AnomallocCheck {
public:
  HeapMemberCheck(StringRef Name, ClangTidyContext *Context)
      : AnomallocCheck(Name, Context), MaxBytes(Options.get("MaxBytes", 512U)) {
  }
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void storeOptions(ClangTidyOptions::OptionMap &Map) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

private:
  void checkDelayed(const FieldDecl &Field, const CXXRecordDecl &Class,
                    ASTContext &Context);
  /// Checks a pimpl: the class of its object is defined after the member.
  void checkHidden(const FieldDecl &Field, const CXXRecordDecl &Class,
                   ASTContext &Context);
  void checkIterator(const FieldDecl &Field, const CXXRecordDecl &Class,
                     ASTContext &Context);
  /// How often objects of the class are made.
  Evidence evidenceOfObjects(const CXXRecordDecl &Class, ASTContext &Context);

  const unsigned MaxBytes;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_HEAP_MEMBER_HEAPMEMBERCHECK_H
