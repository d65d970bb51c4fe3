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
/// about order. Built once, asked often. A flow must not outlive the ASTContext
/// of its function.
///
/// Statements inside a nested lambda count as the LambdaExpr that makes it.
class FunctionFlow {
public:
  /// The flow of \p Function. Null where clang cannot build a CFG, where the
  /// body is dependent, and where the body is larger than a bound.
  static std::unique_ptr<FunctionFlow> of(const FunctionDecl &Function,
                                          ASTContext &Context);
  ~FunctionFlow();

  /// Whether \p Later can be evaluated after \p Earlier on some path, loops
  /// included. Paths on which \p Fresh is declared anew in between (a new
  /// object each iteration) do not count. Inside one expression the sequencing
  /// of C++17 holds (of C++11 where LangOpts says so). If the two are
  /// unsequenced, \p Later may follow. True when in doubt.
  bool mayFollow(const Stmt &Earlier, const Stmt &Later,
                 const VarDecl *Fresh = nullptr) const;

  /// Whether the object \p V is certainly never used again after \p Use. No
  /// reference to it may follow: not in the next iteration, not in a catch
  /// handler, and not through a lambda, a reference, a pointer or a structured
  /// binding. No object that may refer to it may run a destructor. The
  /// destruction of \p V itself does not count. The assignment of a whole new
  /// value ends the life of the old value.
  bool isLastUse(const DeclRefExpr &Use, const VarDecl &V) const;

  /// Whether \p V is never named again after \p Use. The conditions are those
  /// of isLastUse(), but destructors of other objects are not looked at.
  bool isLastNamed(const DeclRefExpr &Use, const VarDecl &V) const;

  /// The type of an object whose destruction may look at \p V after \p Use. The
  /// object may refer to \p V, is alive at \p Use, and runs code when it is
  /// destroyed. Nullopt if there is none.
  std::optional<QualType> watcherAfter(const Stmt &Use, const VarDecl &V) const;

  /// Whether some loop of this function repeats \p S but does not contain the
  /// declaration of \p V. The loop may be a loop statement or made by goto.
  bool repeatsWithout(const Stmt &S, const VarDecl &V) const;

  /// Whether the caller, or an object that another function made, could see
  /// \p V. They could see it through a pointer, a reference or a lambda's
  /// capture that this function takes and that outlives the full expression. A
  /// reference that is taken only to be passed to a call does not count, unless
  /// the call may keep it.
  bool escapes(const VarDecl &V) const;

  /// Whether \p V escapes, or a local reference, pointer, iterator or closure
  /// may refer to it.
  bool isAliased(const VarDecl &V) const;

  /// The statement that declares \p V. Null if it is not in this function's
  /// body: for a parameter, for example.
  const DeclStmt *declarationOf(const VarDecl &V) const;

  /// All references to \p V in the function, those in nested lambdas included.
  llvm::ArrayRef<const DeclRefExpr *> usesOf(const VarDecl &V) const;

  /// Every evaluated statement of the function in source order, nested lambdas'
  /// bodies included.
  llvm::ArrayRef<const Stmt *> statements() const;

  /// The statement around \p S. Null for the body of this function, and for
  /// statements outside this function.
  const Stmt *parentOf(const Stmt &S) const;

  /// The statements around \p S, innermost first, out of lambdas as well.
  auto parentsOf(const Stmt &S) const {
    return stepsUp(S, [this](const Stmt &At) { return parentOf(At); });
  }

  /// The innermost statement around \p S that is of the class Node, or null.
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

  /// The flow of \p Callee, to which this function, or one that it calls, hands
  /// something. The flow is kept, so that recursion ends and no function is
  /// read twice. Null where of() is null, and for all further callees once many
  /// have been read.
  const FunctionFlow *flowOfCallee(const FunctionDecl &Callee) const;

private:
  struct Facts;
  explicit FunctionFlow(std::unique_ptr<Facts> Known);
  std::unique_ptr<Facts> Known;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_FUNCTIONFLOW_H
