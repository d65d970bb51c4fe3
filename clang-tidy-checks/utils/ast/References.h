//===- References.h - where a declaration is named --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_REFERENCES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_REFERENCES_H

#include "clang/AST/ASTTypeTraits.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/BitmaskEnum.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace clang::tidy::anomalloc {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// Kinds of statements that jump over others.
enum class Jumps : uint8_t {
  None = 0,
  Return = 1,
  Break = 2,
  Continue = 4,
  Goto = 8,
  LLVM_MARK_AS_BITMASK_ENUM(Goto)
};

/// Knows every evaluated expression that names a variable, parameter, member or
/// function, after one walk over the declarations of the traversal scope.
/// System headers are left out even if they stand in that scope.
///
/// Template instantiations are walked. A template's own pattern is walked only
/// if nothing was instantiated from it: its parameters and members are other
/// declarations than those of an instantiation. Implicit code is walked where
/// it names things: captures, constructor initialisers, the parts of a
/// range-for, default arguments (where declared). Operands of sizeof, decltype,
/// noexcept, requires and of a typeid that is not polymorphic are left out.
///
/// Valid as long as the ASTContext. Not for several threads.
class ReferenceIndex {
public:
  explicit ReferenceIndex(ASTContext &Context);

  /// The DeclRefExprs and MemberExprs that name \p D, in the order of the walk.
  /// Any redeclaration of D gives the same answer. The place where a lambda
  /// captures D is included, and so are uses in the body of a lambda that
  /// captures D by reference. A lambda that captures D by copy has a variable
  /// of its own: see inCopy().
  llvm::ArrayRef<const Expr *> to(const ValueDecl &D) const;

  /// The references to the copy of \p D that \p Lambda holds (`[D]`, `[=]`), in
  /// its body. For an init-capture (`[c = D]`) ask for to(c) instead.
  llvm::ArrayRef<const Expr *> inCopy(const LambdaExpr &Lambda,
                                      const ValueDecl &D) const;

  /// Every `this` in the body of \p Method, also in lambdas there.
  llvm::ArrayRef<const Expr *> toThis(const CXXMethodDecl &Method) const;

  /// The initialisers that constructors have for \p Field, written or implicit.
  llvm::ArrayRef<const CXXCtorInitializer *>
  initializers(const FieldDecl &Field) const;

  /// The statement or declaration directly around \p S; empty if it is not
  /// known. The parents are known of all nodes on the way up from a reference,
  /// a `this`, a lambda or a declaration statement to the function around. The
  /// parents of the declarations in a declaration statement are known, too. The
  /// parent of a lambda's body is the call operator. The parent of the call
  /// operator is the LambdaExpr.
  DynTypedNode parentOf(const Stmt &S) const;
  DynTypedNode parentOf(const Decl &D) const;

  /// The innermost function around \p S; a lambda's call operator counts. Null
  /// if there is none, or if the parents of \p S are not known (see
  /// parentOf()).
  const FunctionDecl *functionOf(const Stmt &S) const;

  /// The kinds of jumps in \p S, which may be a jump itself. Jumps in lambdas
  /// do not count. Known for the same nodes as parentOf(), else None.
  Jumps jumpsIn(const Stmt &S) const;

  /// Whether the body of \p F was walked, so that all references in it are
  /// known. False for functions of system headers, for patterns of templates
  /// that were instantiated, and for functions that are defined elsewhere.
  bool sawBody(const FunctionDecl &F) const;

  /// The lambda that \p CallOperator belongs to. Null for a method of another
  /// class.
  const LambdaExpr *lambdaOf(const CXXMethodDecl &CallOperator) const;

  ASTContext &context() const { return Context; }

private:
  class Walk;

  using References = llvm::SmallVector<const Expr *, 4>;
  ASTContext &Context;
  llvm::DenseMap<const Decl *, References> ByDecl; ///< By canonical decl.
  llvm::DenseMap<std::pair<const LambdaExpr *, const Decl *>, References>
      ByCopy;
  llvm::DenseMap<const Decl *, llvm::SmallVector<const CXXCtorInitializer *, 1>>
      ByField;
  llvm::DenseMap<const void *, DynTypedNode> Parents;
  llvm::DenseMap<const Stmt *, Jumps> JumpsIn; ///< Where there are some.
  llvm::DenseMap<const Decl *, const LambdaExpr *> Lambdas;
  llvm::DenseMap<const Decl *, References> ByMethod; ///< `this` in it.
  llvm::DenseSet<const Decl *> Bodies;               ///< Canonical functions.
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_REFERENCES_H
