//===- OperatorTemporaryCheck.cpp - temporaries of operators --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   x = x + alpha * p;                     ->  x.add(alpha, p);
//   K += w * (B.transposed() * D * B);     ->  addProduct(w, B, D, K);
//   Vector eps = B * u;  (in a loop)       ->  multiply(B, u, eps);
//
// of classes whose operators return by value. Expression templates (Eigen) make
// no such objects. What `x += y` could say is binary-op-assign's.
//
//===----------------------------------------------------------------------===//

#include "utils/ast/Climb.h"
#include "utils/ast/CompoundOperator.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/SameObject.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/ADT/SetVector.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds expressions whose operators each return a vector or matrix by value.
struct OperatorTemporaryCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

  using Calls = llvm::SmallSetVector<const CallExpr *, 4>;
  void decide(const Expr &Whole, Calls Makers, ASTContext &Context);

  /// The calls that make an object, by the full expression they stand in.
  llvm::MapVector<const Expr *, Calls> Expressions;
};

} // namespace

void OperatorTemporaryCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      cxxOperatorCallExpr(
          hasAnyOverloadedOperatorName("+", "-", "*", "/", "%", "^", "~"),
          hasType(hasCanonicalType(recordType())))
          .bind("maker"),
      this);
  UserCode.addMatcher(
      cxxMemberCallExpr(hasType(hasCanonicalType(recordType()))).bind("maker"),
      this);
}

/// Whether an operand that is a temporary gives its memory to the result.
static bool takesTemporaries(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  return (Method && Method->getRefQualifier() == RQ_RValue) ||
         llvm::any_of(F.parameters(), [](const ParmVarDecl *P) {
           return P->getType()->isRValueReferenceType();
         });
}

void OperatorTemporaryCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *Maker = Result.Nodes.getNodeAs<CallExpr>("maker");
  ASTContext &Context = *Result.Context;
  const FunctionDecl *F = Maker->getDirectCallee();
  if (!F || Maker->isInstantiationDependent() || !Maker->isPRValue() ||
      takesTemporaries(*F) || !containerClass(Maker->getType(), Context))
    return;
  const ReferenceIndex &Index = references(Context);
  // Not so in the pattern of a template, where parts that depend on nothing are
  // calls already: what is made of the pattern is judged.
  if (Index.parentOf(*Maker).getNodeKind().isNone())
    return;
  const Expr &Whole =
      ascendWhile(*Maker, Index, [](const Expr &) { return true; });
  Expressions[&Whole].insert(Maker);
}

void OperatorTemporaryCheck::finishUnit(ASTContext &Context) {
  // Instantiations share what depends on no argument: the whole of it is found
  // in one of them, which speaks for all.
  llvm::MapVector<SourceLocation, std::pair<const Expr *, const Calls *>>
      Places;
  for (const auto &[Whole, Makers] : Expressions) {
    auto &Most = Places[Whole->getBeginLoc()];
    if (!Most.first || Most.second->size() < Makers.size())
      Most = {Whole, &Makers};
  }
  for (const auto &[At, Whole] : Places)
    decide(*Whole.first, *Whole.second, Context);
  Expressions.clear();
}

/// The operator that none of the others stands around, or null.
static const CXXOperatorCallExpr *
outermostOperator(llvm::ArrayRef<const CallExpr *> Makers,
                  const ReferenceIndex &Index) {
  const CXXOperatorCallExpr *Found = nullptr;
  for (const CallExpr *Maker : Makers)
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Maker))
      if (!Found || isInside(*Found, *Operator, Index))
        Found = Operator;
  return Found;
}

/// `x = x + ...`: the operator call that makes the new x, or null.
static const CXXOperatorCallExpr *updateOf(const Expr &Whole) {
  const auto *Assign =
      dyn_cast<CXXOperatorCallExpr>(Whole.IgnoreUnlessSpelledInSource());
  if (!Assign || Assign->getOperator() != OO_Equal)
    return nullptr;
  const auto *Value = dyn_cast<CXXOperatorCallExpr>(
      Assign->getArg(1)->IgnoreUnlessSpelledInSource());
  if (!Value || Value->getNumArgs() != 2)
    return nullptr;
  return nameSameObject(Assign->getArg(0), Value->getArg(0)) ||
                 nameSameObject(Assign->getArg(0), Value->getArg(1))
             ? Value
             : nullptr;
}

/// Whether binary-op-assign speaks of it: the class has the operator in place.
static bool hasCompound(const CXXOperatorCallExpr &Update) {
  const auto *Type = Update.getType()->getAsCXXRecordDecl();
  const auto Kind = compoundOf(Update.getOperator());
  if (!Type || !Kind)
    return false;
  const Expr &Operand = *Update.getArg(1);
  return findCompoundOperator(*Kind, *Type, Operand, Operand.getType())
             .Function != nullptr;
}

/// A method such as `void add(double, const Vector &)`, that adds a multiple of
/// another object, or null.
static const CXXMethodDecl *addsMultiple(const CXXRecordDecl &Class) {
  for (const CXXMethodDecl *M : Class.methods()) {
    if (M->isConst() || M->isStatic() || M->isOverloadedOperator() ||
        M->getAccess() != AS_public || M->getNumParams() != 2 ||
        isa<CXXConstructorDecl>(M) || !M->getDeclName().isIdentifier())
      continue;
    bool Factor = false, Other = false;
    for (const ParmVarDecl *P : M->parameters()) {
      const QualType Type = P->getType().getNonReferenceType();
      Factor |= Type->isRealFloatingType();
      const auto *Record = Type->getAsCXXRecordDecl();
      Other |= Record && declaresSameEntity(Record, &Class);
    }
    const std::string Name = M->getName().lower();
    if (Factor && Other &&
        (StringRef(Name).contains("add") || StringRef(Name).contains("axpy")))
      return M;
  }
  return nullptr;
}

/// Whether a sum has a term with a number as factor.
static bool addsProduct(const CXXOperatorCallExpr &Update) {
  if (Update.getOperator() != OO_Plus && Update.getOperator() != OO_Minus)
    return false;
  return llvm::any_of(Update.arguments(), [](const Expr *Term) {
    const auto *Product =
        dyn_cast<CXXOperatorCallExpr>(Term->IgnoreUnlessSpelledInSource());
    return Product && Product->getOperator() == OO_Star &&
           llvm::any_of(Product->arguments(), [](const Expr *Factor) {
             return Factor->IgnoreParenImpCasts()
                 ->getType()
                 ->isArithmeticType();
           });
  });
}

/// Whether some operator of the class works in place.
static bool hasAnyCompound(const CXXRecordDecl &Class) {
  return llvm::any_of(Class.methods(), [](const CXXMethodDecl *M) {
    const OverloadedOperatorKind Kind = M->getOverloadedOperator();
    return Kind == OO_PlusEqual || Kind == OO_MinusEqual ||
           Kind == OO_StarEqual;
  });
}

void OperatorTemporaryCheck::decide(const Expr &Whole, Calls Makers,
                                    ASTContext &Context) {
  const CXXOperatorCallExpr *Update = updateOf(Whole);
  if (Update && hasCompound(*Update))
    Makers.remove(Update);
  const CXXOperatorCallExpr *First =
      outermostOperator(Makers.getArrayRef(), references(Context));
  if (!First)
    return;
  Evidence Often = evidence(Whole, Context);
  const bool IsRepeated =
      Often.Recorded || (Often.Loops.repeated() && Often.doubt().empty());
  // The object that a variable or a return value is made of.
  const auto *Outermost =
      dyn_cast<CallExpr>(Whole.IgnoreUnlessSpelledInSource());
  const bool IsResult = Outermost && Makers.contains(Outermost);
  const bool IsReturned =
      references(Context).parentOf(Whole).get<ReturnStmt>() != nullptr;
  const size_t Spare = Makers.size() - IsResult;
  if (!matters(Often) || (IsReturned && !Spare))
    return;
  // One temporary for a call is what operators are for.
  if (!IsRepeated && !(Update && Makers.contains(Update)) && Spare < 2)
    return;

  const QualType Type = First->getType();
  const HeapOwnership Owner = likelyHeapOwnership(Type, Context);
  const auto *Class = Type->getAsCXXRecordDecl()->getDefinition();
  Diagnosis F;
  F.At = First->getOperatorLoc();
  if (!isEditable(F.At, Context.getSourceManager()))
    return;
  const std::string Name = nameOf(Type, Context);
  const std::string What = "'" + Name + "'";
  F.Problem =
      Makers.size() == 1
          ? "this operator makes a new " + What + ", which owns heap memory"
          : "this expression makes " + std::to_string(Makers.size()) +
                " new objects such as this " + What + ", which own heap memory";
  if (std::string Reason = Owner.reason(); !Reason.empty())
    F.Problem += " (" + Reason + ")";
  F.Often = Often;
  F.Doubt = Owner.doubt();
  const CXXMethodDecl *Multiple =
      Update && addsProduct(*Update) ? addsMultiple(*Class) : nullptr;
  if (Multiple)
    F.Suggestion = "'" + Multiple->getNameAsString() + "' works in place";
  else if (Spare && hasAnyCompound(*Class))
    F.Suggestion = "work in place, with '+=' and its kin, or with functions "
                   "that fill an object made before";
  else
    F.Suggestion = std::string("use functions that fill an object made ") +
                   (Often.Loops.Depth ? "before the loop" : "once") +
                   " in place of the operators";
  report(std::move(F), Often.Loops.Function, Context);
}

ANOMALLOC_CHECK_FACTORY(OperatorTemporaryCheck)

} // namespace clang::tidy::anomalloc
