//===- FunctionFlow.h - what can run after what -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_FUNCTIONFLOW_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_FUNCTIONFLOW_H

#include "utils/ast/Climb.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <optional>

namespace clang {
class ASTContext;
class DeclRefExpr;
class FunctionDecl;
class QualType;
class Stmt;
class VarDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

/// The control flow of one function or lambda body (clang's CFG), for questions
/// about order. Built once, asked often. Keep none longer than its ASTContext.
///
/// Statements inside a nested lambda count as the LambdaExpr that makes it.
class FunctionFlow {
public:
  /// Null where clang cannot build a CFG, or the body is dependent, or larger
  /// than a bound.
  static std::unique_ptr<FunctionFlow> of(const FunctionDecl &Function,
                                          ASTContext &Context);
  ~FunctionFlow();

  /// Whether evaluation of \p Later can come after evaluation of \p Earlier, on
  /// some path, loops included; not counting paths on which \p Fresh is
  /// declared anew in between (a new object each iteration). Inside one
  /// expression the sequencing of C++17 holds (of C++11 where LangOpts says
  /// so); unsequenced counts as "may follow". True when in doubt.
  bool mayFollow(const Stmt &Earlier, const Stmt &Later,
                 const VarDecl *Fresh = nullptr) const;

  /// Whether the object \p V is certainly never used again after \p Use: no
  /// reference to it may follow, in the next iteration, in a catch handler,
  /// through a lambda, a reference, a pointer or a structured binding, and no
  /// object that may refer to it runs a destructor. The destruction of \p V
  /// does not count, and the assignment of a whole new value ends the life of
  /// the old one.
  bool isLastUse(const DeclRefExpr &Use, const VarDecl &V) const;

  /// The same, but for the destructors.
  bool isLastNamed(const DeclRefExpr &Use, const VarDecl &V) const;

  /// The type of an object that may refer to \p V, is alive at \p Use, and
  /// runs code when it is destroyed, which may then look at \p V.
  std::optional<QualType> watcherAfter(const Stmt &Use, const VarDecl &V) const;

  /// Whether \p S is in a loop of this function, made by a loop statement or by
  /// goto, that does not contain the declaration of \p V.
  bool repeatsWithout(const Stmt &S, const VarDecl &V) const;

  /// Whether an object of another function's making or the caller could see \p
  /// V through a pointer, a reference or a lambda's capture that is taken
  /// somewhere in this function and is not gone at the end of the full
  /// expression. References taken only to be passed to calls do not count,
  /// unless the call may keep them.
  bool escapes(const VarDecl &V) const;

  /// Whether it escapes, or a local reference, pointer, iterator or closure may
  /// refer to it.
  bool isAliased(const VarDecl &V) const;

  /// Null: not in this function's body, as a parameter.
  const DeclStmt *declarationOf(const VarDecl &V) const;

  /// All references to \p V in the function, those in nested lambdas included.
  llvm::ArrayRef<const DeclRefExpr *> usesOf(const VarDecl &V) const;

  /// Every evaluated statement of the function in source order, nested lambdas'
  /// bodies included.
  llvm::ArrayRef<const Stmt *> statements() const;

  /// The statement around \p S, or null at the top and outside this function.
  const Stmt *parentOf(const Stmt &S) const;

  /// The statements around \p S, innermost first, out of lambdas as well.
  auto parentsOf(const Stmt &S) const {
    return stepsUp(S, [this](const Stmt &At) { return parentOf(At); });
  }

  /// The innermost statement of a class around \p S, or null.
  template <typename Node> const Node *around(const Stmt &S) const {
    for (auto [Parent, Child] : parentsOf(S))
      if (const auto *Found = llvm::dyn_cast<Node>(&Parent))
        return Found;
    return nullptr;
  }

  /// The outermost lambda in whose body \p S stands, or null. What a lambda
  /// captures is evaluated outside of it.
  const LambdaExpr *outermostLambda(const Stmt &S) const;

  const FunctionDecl &function() const;

  /// The flow of \p Callee, which is asked for because of what this function,
  /// or one that it calls, hands to it. Kept, so that recursion ends and no
  /// function is read twice. Null as of(), or after many functions.
  const FunctionFlow *flowOfCallee(const FunctionDecl &Callee) const;

private:
  struct Facts;
  explicit FunctionFlow(std::unique_ptr<Facts> Known);
  std::unique_ptr<Facts> Known;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_FUNCTIONFLOW_H
