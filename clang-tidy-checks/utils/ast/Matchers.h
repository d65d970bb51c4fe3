//===- Matchers.h - matchers that several checks share ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// clang shows a node only to matchers of the node's kind. It shows each
/// expression of the unit to `expr(anyOf(...))`, so a check asks for kinds one
/// by one. Each matcher inside another one costs a look at the kind, so a
/// question that many nodes are asked is a single matcher.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_MATCHERS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_MATCHERS_H

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"

namespace clang::tidy::anomalloc {

namespace detail {
/// Matches an instance of a class template of namespace std whose name is one
/// of \p Names. Does not match a reference to such an instance.
AST_MATCHER_P(QualType, isInstanceOfStd, std::vector<llvm::StringRef>, Names) {
  if (Node.isNull() || Node->isReferenceType())
    return false;
  const auto *Class = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Node->getAsCXXRecordDecl());
  return Class && Class->getDeclName().isIdentifier() &&
         llvm::is_contained(Names, Class->getName()) &&
         Class->isInStdNamespace();
}
} // namespace detail

/// Matches an instance of a class template of namespace std whose name is one
/// of \p Names, also through an alias. Does not match a reference to such an
/// instance.
template <typename... Name>
ast_matchers::internal::Matcher<QualType> instanceOfStd(Name... Names) {
  return detail::isInstanceOfStd({llvm::StringRef(Names)...});
}

/// Adds matchers that show \p Check, under the name \p Id, all loops whose
/// number of iterations may be known: for, range-for, while.
inline void addLoopMatchers(ast_matchers::MatchFinder &Finder,
                            ast_matchers::MatchFinder::MatchCallback *Check,
                            llvm::StringRef Id) {
  Finder.addMatcher(ast_matchers::forStmt().bind(Id), Check);
  Finder.addMatcher(ast_matchers::cxxForRangeStmt().bind(Id), Check);
  Finder.addMatcher(ast_matchers::whileStmt().bind(Id), Check);
}

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_MATCHERS_H
