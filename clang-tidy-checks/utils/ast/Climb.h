//===- Climb.h - from a statement to its function ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (auto [Parent, Child] : parentsOf(S, Index))    // each one around S
//   ascend<ParenExpr, ImplicitCastExpr>(E, Index)       // E with those around
//   Index.parentOf(outermostSame(E, Index))             // who uses the object
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_CLIMB_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_CLIMB_H

#include "utils/ast/References.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/iterator.h"
#include "llvm/ADT/iterator_range.h"

namespace clang::tidy::anomalloc {

/// One step of the way up, from a statement to the statement around it. A
/// declaration may stand between the two: the parent of an initialiser is the
/// DeclStmt of its variable.
struct Rung {
  const Stmt &Parent;
  const Stmt &Child;
};

/// What the way up does at the body of a lambda.
enum class AtLambda {
  Stop, ///< The way ends: the body runs when the lambda is called.
  Leave ///< The way goes on with the LambdaExpr and the code around it.
};

/// The innermost statement around \p S. It is null at the body of a function
/// and at the initialiser of a constructor or member. \p Lambda decides whether
/// it is null at the body of a lambda, too.
const Stmt *statementAround(const Stmt &S, const ReferenceIndex &Index,
                            AtLambda Lambda = AtLambda::Stop);

/// Walks from a statement up to the statements around it. Up is a function that
/// returns the statement around a given one, or null.
template <typename Up>
class ParentIterator
    : public llvm::iterator_facade_base<ParentIterator<Up>,
                                        std::input_iterator_tag, Rung,
                                        std::ptrdiff_t, Rung *, Rung> {
public:
  ParentIterator(const Stmt *Child, const Stmt *Parent, Up Next)
      : Child(Child), Parent(Parent), Next(Next) {}
  Rung operator*() const { return {*Parent, *Child}; }
  ParentIterator &operator++() {
    Child = Parent;
    Parent = Next(*Child);
    return *this;
  }
  bool operator==(const ParentIterator &Other) const {
    return Parent == Other.Parent;
  }

private:
  const Stmt *Child, *Parent;
  Up Next;
};

/// The steps from \p S upwards. \p Next returns the statement around a given
/// one, or null, which ends the steps.
template <typename Up> auto stepsUp(const Stmt &S, Up Next) {
  using Iterator = ParentIterator<Up>;
  return llvm::make_range(Iterator(&S, Next(S), Next),
                          Iterator(nullptr, nullptr, Next));
}

namespace detail {
struct StatementAround {
  const Stmt *operator()(const Stmt &S) const {
    return statementAround(S, *Index, Lambda);
  }
  const ReferenceIndex *Index;
  AtLambda Lambda;
};
} // namespace detail

/// The statements around \p S up to the body of its function, innermost first.
/// \p S must be a node whose parents \p Index knows.
inline auto parentsOf(const Stmt &S, const ReferenceIndex &Index,
                      AtLambda Lambda = AtLambda::Stop) {
  return stepsUp(S, detail::StatementAround{&Index, Lambda});
}

/// Whether \p S is \p Around or stands in it, also in the body of a lambda
/// there.
bool isInside(const Stmt &S, const Stmt &Around, const ReferenceIndex &Index);

/// Climbs from \p From to the expression around it, as long as \p Passes holds
/// for the expression around. Returns the last expression that was reached. The
/// way never leaves the full expression, nor a lambda.
template <typename Predicate>
const Expr &ascendWhile(const Expr &From, const ReferenceIndex &Index,
                        Predicate Passes) {
  const Expr *At = &From;
  while (const auto *Up = Index.parentOf(*At).get<Expr>()) {
    if (!Passes(*Up))
      break;
    At = Up;
  }
  return *At;
}

/// Climbs from \p From to the expression around it, as long as the expression
/// around is of one of the classes Passed. Returns the last expression that was
/// reached. The way never leaves the full expression, nor a lambda.
template <typename... Passed>
const Expr &ascend(const Expr &From, const ReferenceIndex &Index) {
  return ascendWhile(From, Index,
                     [](const Expr &Up) { return llvm::isa<Passed...>(Up); });
}

/// Whether an expression only stands for the object that its operand names:
/// parentheses, and implicit conversions that keep the object.
bool keepsObject(const Expr &E);

/// Climbs from \p E through expressions that keep the object. Returns the
/// outermost expression that names the same object.
const Expr &outermostSame(const Expr &E, const ReferenceIndex &Index);

/// Whether an expression only hands on the value of its operand: parentheses,
/// implicit conversions, copies and moves.
bool handsOnValue(const Expr &E);

/// Climbs from \p E through expressions that hand the value on. Returns the
/// outermost one: the user of the value stands directly around it.
const Expr &outermostValue(const Expr &E, const ReferenceIndex &Index);

/// The function that \p V is local to. Null without one.
inline const FunctionDecl *functionAround(const VarDecl &V) {
  return dyn_cast_or_null<FunctionDecl>(V.getParentFunctionOrMethod());
}

/// The call whose callee is \p Name, an expression that names a function. Null
/// if \p Name is not called.
const CallExpr *callOf(const Expr &Name, const ReferenceIndex &Index);

/// The range-for whose hidden variable for the range is \p V. Null if \p V is
/// no such variable.
const CXXForRangeStmt *rangeLoopOf(const VarDecl &V,
                                   const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_CLIMB_H
