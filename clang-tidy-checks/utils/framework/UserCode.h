//===- UserCode.h - matching in user code only ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A translation unit of C++ is mostly headers of the system, and clang-tidy
// offers every node of them to every matcher. Our checks never report there.
// So they share one walk of their own, over the user's declarations only:
//
//   clang-tidy's MatchFinder  --TranslationUnitDecl-->  UserCodeMatcher
//                                                         | narrow the scope
//   check A, check B, ...     <--matches, end of unit---  own MatchFinder
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_USERCODE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_USERCODE_H

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include <functional>
#include <memory>

namespace clang::tidy::anomalloc {

/// The declarations of the traversal scope that are outside system headers and
/// installed headers. Arrays of numbers are left out. Namespaces and linkage
/// specifications are replaced by the declarations in them.
std::vector<Decl *> userDeclarations(ASTContext &Context);

/// Runs the matchers of several checks in one walk over the user's code. A
/// thread builds one UserCodeMatcher for each MatchFinder of its host. The
/// checks of that MatchFinder own it together.
class UserCodeMatcher : public ast_matchers::MatchFinder::MatchCallback {
public:
  /// The matcher that belongs to \p Host. clang-tidy's --enable-check-profile
  /// counts its time for \p FirstCheck.
  static std::shared_ptr<UserCodeMatcher> of(ast_matchers::MatchFinder &Host,
                                             llvm::StringRef FirstCheck);

  /// The finder that the checks add their matchers to.
  ast_matchers::MatchFinder Finder;

  /// The measured chains of all findings that were said.
  std::vector<uint32_t> Explained;
  /// Called when all checks have said what they found.
  std::function<void(ASTContext &)> AtEnd;

  /// The unit that is being walked or has been walked. Null before its walk,
  /// and again after its end.
  ASTContext *unit() const { return Unit; }

  void run(const ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override { Unit = nullptr; }
  llvm::StringRef getID() const override { return ID; }

private:
  UserCodeMatcher(ast_matchers::MatchFinder &Host, llvm::StringRef ID)
      : Host(&Host), ID(ID) {}

  const ast_matchers::MatchFinder *Host;
  std::string ID;
  ASTContext *Unit = nullptr;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_USERCODE_H
