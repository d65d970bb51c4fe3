//===- HoistedDeclaration.h - a variable moved out of a loop ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_REWRITE_HOISTEDDECLARATION_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_REWRITE_HOISTEDDECLARATION_H

#include "utils/uses/Uses.h"
#include "clang/Basic/Diagnostic.h"
#include <optional>

namespace clang {
class CXXConstructExpr;
class DeclStmt;
} // namespace clang

namespace clang::tidy::anomalloc {

/// A container, string or string stream that a loop declares. If the
/// declaration (left) moves before the loop, other code has to stand in its
/// place (right):
///
///   std::vector<int> v;            v.clear();
///   std::vector<double> v(n);      v.clear(); v.resize(n);
///   std::string s(n, '-');         s.assign(n, '-');
///   std::vector<int> v = w;        v = w;
///   std::istringstream s(line);    s.clear(); s.str(line);
class HoistedDeclaration {
public:
  enum Kind {
    Empty,
    Sized,    ///< n elements without a value
    Assigned, ///< n elements of a value, or those between two iterators
    Copy,
    Text, ///< a stream over a string
  };

  /// The declaration of \p V, with the kind of its initialiser. Nullopt if the
  /// initialiser is of no Kind.
  static std::optional<HoistedDeclaration> of(const VarDecl &V,
                                              const ASTContext &Context);

  /// Whether the initialiser itself puts elements or text into the variable.
  bool allocates() const { return Is != Empty; }
  /// Whether the variable starts with a constant number of elements.
  bool hasConstantSize(const ASTContext &Context) const;
  /// For a message: "'clear()' it", "'assign()' to it".
  std::string advice() const;
  /// Whether \p Code, a loop, sets formatting flags, a locale or the like. A
  /// stream that is declared before the loop keeps them for the next iteration.
  static bool keepsFormat(const Stmt &Code);

  /// The fix-its of the change. Empty unless the change certainly compiles and
  /// means the same. \p Nth counts the variables that are moved before the same
  /// loop.
  llvm::SmallVector<FixItHint, 2> fixes(const DeclStmt &Declared,
                                        const Stmt &Loop,
                                        const FunctionDecl *Function,
                                        const ReferenceIndex &Index,
                                        unsigned Nth) const;

  /// The code that stands in the place of the declaration; empty if that is
  /// unknown.
  std::string replacement(const ASTContext &Context) const;

  Kind Is = Empty;

private:
  const VarDecl *V = nullptr;
  const CXXConstructExpr *Init = nullptr;
};

/// The type as \p Declared, a declaration of variables, writes it in front of
/// the first one. Empty where it may not stand elsewhere: `auto`, `decltype`, a
/// comment, several lines.
llvm::StringRef writtenType(const DeclStmt &Declared,
                            const ASTContext &Context);

/// The fix-its that declare \p V before \p Loop, with \p Initializer, and put
/// \p Again in the place of its declaration; nothing if Again is empty. Empty
/// where the text cannot be moved with certainty, or V is not declared alone.
/// The caller knows that both texts compile and do what is wanted. \p Nth: as
/// for HoistedDeclaration::fixes().
llvm::SmallVector<FixItHint, 2>
moveBeforeLoop(const VarDecl &V, const DeclStmt &Declared, const Stmt &Loop,
               llvm::StringRef Initializer, llvm::StringRef Again,
               const FunctionDecl *Function, const ReferenceIndex &Index,
               unsigned Nth);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_REWRITE_HOISTEDDECLARATION_H
