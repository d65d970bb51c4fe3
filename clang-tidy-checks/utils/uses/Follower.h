//===- Follower.h - where an expression leads -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Follower climbs from a reference to the expression around it, and keeps in
// mind what the expression denotes:
//
//   for (auto &x : v) x.m = 1;
//                  ^ Whole      __range
//                    Handle     __range.begin(), the variable __begin
//                    Part       *__begin, the variable x, x.m
//                    Write      the assignment, noted for v
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_FOLLOWER_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_FOLLOWER_H

#include "utils/uses/Uses.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"
#include <optional>

namespace clang::tidy::anomalloc::uses {

/// What an expression denotes, seen from the object in question.
struct View {
  enum Kind {
    Whole,   ///< The object.
    Part,    ///< A member or element, or a part of one.
    Handle,  ///< A pointer, iterator or view of parts, or a variable of one.
    Address, ///< A pointer, iterator or view of the whole object.
  };
  Kind Is = Whole;
  /// Behind a pointer that the object holds. A change there is no change of the
  /// object.
  bool Outside = false;
  /// Within the object's own class. There, a raw pointer may be how the object
  /// owns, so what it points to is not Outside.
  bool Deep = false;

  View as(Kind K) const { return {K, Outside, Deep}; }
  bool isHandle() const { return Is == Handle || Is == Address; }
  /// What the handle refers to.
  View pointee() const { return as(Is == Address ? Whole : Part); }
  View handle() const { return as(Is == Whole ? Address : Handle); }
};

/// What a followed function does to one argument.
struct Findings {
  UseKinds All;
  UseKind Strongest = UseKind::Read;
  const Stmt *By = nullptr; ///< The code that gave Strongest.
  bool Keeps = false;
  llvm::SmallVector<View, 2> Returned;
};

class Follower {
public:
  explicit Follower(const ReferenceIndex &Index) : Index(Index) {}

  /// Notes all that is done with what \p Reference names.
  void reference(const Expr &Reference, View V);

  Findings Found;
  bool escapes(const LambdaExpr &L);

private:
  void follow(const Expr &E, View V);
  void inStatement(const Stmt &Parent, const Expr &E, View V);
  void conversion(const CastExpr &Cast, const Expr &E, View V);
  void member(const MemberExpr &Member, View V);
  void unary(const UnaryOperator &Op, View V);
  void binary(const BinaryOperator &Op, const Expr &E, View V);
  void returned(const ReturnStmt &Return, View V);
  void captured(const LambdaExpr &Lambda, const Expr &E, View V);
  void variable(const VarDecl &Variable, View V);
  void references(const ValueDecl &D, View V);

  void call(const Expr &Call, const Expr &E, View V);
  void method(const CXXMethodDecl &Method, const Expr &Call, View V);
  void handleMethod(const CXXMethodDecl &Method, const Expr &Call, View V);
  UseKind ownMethod(const CXXMethodDecl &Method);
  void construct(const CXXConstructExpr &Construct, unsigned Index, View V);
  void stdFunction(llvm::StringRef Name, const CallExpr &Call, unsigned Index,
                   View V);
  void argument(const FunctionDecl *Callee, const Expr &Call, unsigned Index,
                QualType Parameter, View V);
  void stdMethodArgument(const CXXMethodDecl &Method, const Expr &Call,
                         QualType Parameter, View V);
  /// What the callee does with its parameter; nullopt if that is not seen.
  std::optional<Findings> inCallee(const FunctionDecl *Callee, unsigned Index,
                                   View V);
  /// Goes on with the result of a call. Returns false, and does nothing, if the
  /// result cannot refer to parts.
  bool result(const Expr &Call, View V);
  void take(const Findings &Theirs, const Stmt &By);
  void note(UseKind Kind, const Stmt *By, View V);

  const ReferenceIndex &Index;
  /// The functions that are followed into, innermost last.
  llvm::SmallVector<const FunctionDecl *, 4> Frames;
  llvm::SmallSet<std::pair<const ValueDecl *, unsigned>, 8> Following;
  llvm::SmallPtrSet<const LambdaExpr *, 4> Lambdas;
  unsigned Steps = 0; ///< Against explosion.
};

/// The local variable that an expression names, or null. A variable that is a
/// reference does not count.
const VarDecl *localNamed(const Expr &E);
/// Whether \p Operator is one of == != < > <= >= <=>.
bool isComparison(OverloadedOperatorKind Operator);
/// The type of the parameter that takes the argument \p Index. Null for an
/// argument of `...`, and for a null \p Callee.
QualType parameterType(const FunctionDecl *Callee, unsigned Index);

} // namespace clang::tidy::anomalloc::uses

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_FOLLOWER_H
