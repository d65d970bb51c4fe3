//===- StableReferent.h - may a copy be a reference -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_STABLEREFERENT_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_STABLEREFERENT_H

#include <string>

namespace clang {
class ASTContext;
class Expr;
class VarDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

class FunctionFlow;

/// Whether the object that an initialiser refers to stays the same while a
/// reference to the object is in use.
enum class Stability {
  Stable,   ///< The object outlives its user and is not changed meanwhile.
  Unknown,  ///< The function does not show whether the object stays.
  Unstable, ///< The object is certainly or probably changed, moved or gone.
};

struct Referent {
  Stability Is = Stability::Unknown;
  /// The call or write that may change or invalidate the object. Null if none
  /// is known.
  const Expr *Disturbs = nullptr;
  /// The reason, for a note: "'erase' may remove it". Empty when Stable, unless
  /// IsTemporary.
  std::string Reason;
  /// The initialiser makes a new object, whose life a reference would extend.
  /// The answer is Stable then, but a reference saves no copy.
  bool IsTemporary = false;
  /// The answer is Unknown for one reason only: some code that is not seen
  /// might change the object meanwhile.
  bool MayOnlyChange = false;
};

/// For `T V = Init;` where \p Init denotes an object or copies one: may \p V be
/// a `const T &` instead?
///
/// \p V must be a local variable of the function that \p Flow was made of. The
/// caller makes sure that \p V itself is not written, moved from or handed out
/// for writing. This function tells whether a lambda, a pointer or a returned
/// reference may outlive the object. Threads are not considered. User code is
/// trusted to mean `const` when it says so.
Referent referentOf(const Expr &Init, const VarDecl &V,
                    const FunctionFlow &Flow, ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_STABLEREFERENT_H
