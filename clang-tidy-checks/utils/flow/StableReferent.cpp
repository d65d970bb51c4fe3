//===- StableReferent.cpp - may a copy be a reference ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/flow/StableReferent.h"
#include "utils/ast/Descend.h"
#include "utils/flow/Disturbance.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/objects/Aliases.h"
#include "utils/objects/ObjectPlace.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

static Referent unknown(std::string Reason, const Expr *At = nullptr) {
  return {Stability::Unknown, At, std::move(Reason), false};
}

static Referent unstable(std::string Reason, const Expr *At = nullptr) {
  return {Stability::Unstable, At, std::move(Reason), false};
}

/// What is copied, or the initialiser itself if it makes a new object.
static const Expr &copied(const Expr &Init) {
  const Expr *E = &Init;
  while (true) {
    const Expr *Before = E;
    E = E->IgnoreParens();
    if (const Expr *Wrapped = operandOfWrapper(*E))
      E = Wrapped;
    else if (const auto *Cast = dyn_cast<CastExpr>(E);
             Cast &&
             (isa<ImplicitCastExpr>(E) ||
              isa<CXXConstructExpr>(Cast->getSubExpr()->IgnoreImplicit())) &&
             Cast->getCastKind() != CK_UserDefinedConversion &&
             Cast->getCastKind() != CK_DerivedToBase &&
             Cast->getCastKind() != CK_UncheckedDerivedToBase)
      E = Cast->getSubExpr();
    else if (const auto *Copy = dyn_cast<CXXConstructExpr>(E);
             Copy && Copy->getConstructor()->isCopyOrMoveConstructor())
      E = Copy->getArg(0);
    else if (const auto *List = dyn_cast<InitListExpr>(E);
             List && List->getNumInits() == 1 &&
             Init.getType()->getCanonicalTypeUnqualified() ==
                 List->getInit(0)->getType()->getCanonicalTypeUnqualified())
      E = List->getInit(0);
    if (E == Before)
      return *E;
  }
}

namespace {

/// The time from the declaration of a variable to its last use.
class Lifetime {
public:
  Lifetime(const VarDecl &V, const DeclStmt &Declared, const Aliases &Names,
           const FunctionFlow &Flow)
      : V(V), Declared(Declared), Names(Names), Flow(Flow) {}

  bool contains(const Expr &Event) const {
    if (const Stmt *Lambda = Flow.outermostLambda(
            Event)) // may be called at any time from here on
      return usedAfter(*Lambda, nullptr);
    return Flow.mayFollow(Declared, Event, &V) &&
           (is_contained(Names.During, &Event) || usedAfter(Event, &V));
  }

private:
  bool usedAfter(const Stmt &Event, const VarDecl *Fresh) const {
    return any_of(Names.Uses,
                  [&](const DeclRefExpr *Use) {
                    return Flow.mayFollow(Event, *Use, Fresh);
                  }) ||
           any_of(Names.During, [&](const Expr *Call) {
             return Flow.mayFollow(Event, *Call, Fresh);
           });
  }

  const VarDecl &V;
  const DeclStmt &Declared;
  const Aliases &Names;
  const FunctionFlow &Flow;
};

} // namespace

Referent referentOf(const Expr &Init, const VarDecl &V,
                    const FunctionFlow &Flow, ASTContext &Context) {
  const Expr &Source = copied(Init);
  if (Source.isPRValue())
    return {Stability::Stable, nullptr, "it is a new object", true};
  if (!V.hasLocalStorage())
    return unknown("the variable outlives the function");
  if (V.getDeclContext() != &Flow.function())
    return unknown("it belongs to another function");
  if (Source.isXValue() && isa<CallExpr>(Source))
    return unknown("it is moved from", &Source);
  if (Source.getType().isVolatileQualified())
    return unknown("it is volatile", &Source);
  // Virtual calls and casts would see the whole object.
  if (!Context.hasSameUnqualifiedType(Source.getType(),
                                      V.getType().getNonReferenceType()) ||
      (isa<CastExpr>(Source) && Source.isGLValue()))
    return unknown("it is of another type", &Source);

  ObjectPlaces Places = placesOf(Source, Flow);
  for (const ObjectPlace &P : Places) {
    if (P.Root == ObjectPlace::Unknown) {
      Referent Elsewhere = unknown("what it refers to is not known", &Source);
      Elsewhere.MayOnlyChange = true;
      return Elsewhere;
    }
    if (P.Root != ObjectPlace::Temporary)
      continue;
    if (all_of(P.Steps,
               [](const PlaceStep &S) { return S.Kind == PlaceStep::Field; }) &&
        !isa<CallExpr>(Source))
      return {Stability::Stable, nullptr, "it is part of a new object", true};
    return unstable("it belongs to a temporary object", &Source);
  }

  const DeclStmt *Declared = Flow.declarationOf(V);
  if (!Declared)
    return unknown("its declaration was not found");
  Aliases Names = aliasesOf(V, Flow);
  if (Names.Escapes)
    return unknown("a reference to it may be kept", Names.Escapes);
  if (Names.Returned)
    return unknown("a reference to it is returned", Names.Returned);

  // What is copied of it may be a reference one day, too.
  Names = aliasesOf(V, Flow, /*CopiesToo=*/true);
  if (Names.Escapes) {
    Referent Kept = unknown("a copy of it may be kept", Names.Escapes);
    Kept.MayOnlyChange = true;
    return Kept;
  }

  Lifetime Life(V, *Declared, Names, Flow);
  Referent Found{Stability::Stable, nullptr, "", false};
  for (const Disturbance &D : disturbancesOf(Places, &V, Flow, Context)) {
    if (Found.Is == Stability::Unknown && !D.IsCertain)
      continue; // found before
    if (!Life.contains(*D.By))
      continue;
    Found = {D.IsCertain ? Stability::Unstable : Stability::Unknown, D.By,
             D.Reason, false, !D.IsCertain};
    if (D.IsCertain)
      break;
  }
  return Found;
}

} // namespace clang::tidy::anomalloc
