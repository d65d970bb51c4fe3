//===- DistinctObjects.cpp - can two expressions overlap ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/DistinctObjects.h"
#include "utils/objects/ObjectPlace.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Whether \p Inner began its life inside the function that \p Outer came into,
/// so that nothing the caller handed over can be a part of it.
static bool isYounger(const ObjectPlace &Inner, const ObjectPlace &Outer) {
  if (!Inner.isInVariable() || !Inner.Variable->hasLocalStorage())
    return false;
  const DeclContext *Function = Inner.Variable->getDeclContext();
  if (Outer.Root == ObjectPlace::Parameter)
    return Outer.Variable && Outer.Variable->getDeclContext() == Function;
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  return Outer.Root == ObjectPlace::This && Method &&
         !Method->getParent()->isLambda();
}

/// Whether the steps lead into parts that no other object can be in.
static bool staysInside(const ObjectPlace &P) {
  return all_of(P.Steps, [](const PlaceStep &S) {
    return (S.Kind == PlaceStep::Field && !S.Member->getParent()->isUnion()) ||
           (S.Kind == PlaceStep::Element && !isStd(S.Of, {"initializer_list"}));
  });
}

static bool areDistinct(const ObjectPlace &A, const ObjectPlace &B) {
  auto IsKnown = [](const ObjectPlace &P) {
    return (P.Root == ObjectPlace::This || P.Variable) &&
           P.Root != ObjectPlace::Unknown && P.Root != ObjectPlace::Pointee &&
           staysInside(P);
  };
  if (!IsKnown(A) || !IsKnown(B))
    return false;
  if (isYounger(A, B) || isYounger(B, A))
    return true;
  if (A.isInVariable() && B.isInVariable() && A.Variable != B.Variable)
    return true;
  if (A.Root != B.Root || A.Variable != B.Variable)
    return false; // two parameters, say
  for (unsigned I = 0; I < std::min(A.Steps.size(), B.Steps.size()); ++I) {
    if (A.Steps[I].Kind != PlaceStep::Field ||
        B.Steps[I].Kind != PlaceStep::Field)
      return false; // two elements
    if (A.Steps[I].Member != B.Steps[I].Member)
      return true;
  }
  return false;
}

bool areDistinct(const Expr &Target, const Expr &Source) {
  const Expr *Plain = Source.IgnoreUnlessSpelledInSource();
  QualType Type = Plain->getType().getCanonicalType().getUnqualifiedType();
  if (Plain->isPRValue())
    return Type->isArithmeticType() || Type->isEnumeralType() ||
           Type == Target.getType().getCanonicalType().getUnqualifiedType();
  if (isa<StringLiteral>(Plain))
    return true;

  const ObjectPlaces Targets = placesOf(Target), Sources = placesOf(*Plain);
  return !Targets.empty() && !Sources.empty() &&
         all_of(Targets, [&](const ObjectPlace &A) {
           return all_of(Sources, [&](const ObjectPlace &B) {
             return areDistinct(A, B);
           });
         });
}

} // namespace clang::tidy::anomalloc
