//===- TextStability.cpp - does the text under a view stay ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/flow/TextStability.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/objects/ObjectPlace.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/Uses.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

namespace clang::tidy::anomalloc {

/// The local variable that holds the characters behind a pointer: `Buffer`,
/// `Buffer + 1`, `&Buffer[1]`, `Owner.get()`, `Vector.data()`.
static const VarDecl *ownerOf(const Expr &Pointer, const FunctionFlow &Flow) {
  const ObjectPlaces Places = pointeesOf(Pointer, Flow);
  if (Places.size() != 1 || !Places[0].isInLocal() ||
      Places[0].Steps.size() != 1 ||
      Places[0].Steps[0].Kind == PlaceStep::Field)
    return nullptr;
  const VarDecl *V = Places[0].Variable;
  const QualType Type = V->getType();
  return Type->isArrayType() ||
                 isStd(Type, {"unique_ptr", "vector", "array", "basic_string"})
             ? V
             : nullptr;
}

Stability stabilityOf(const TextSource &Source, const VarDecl &V,
                      const DeclStmt &Statement, const FunctionFlow &Flow,
                      const ReferenceIndex &Index, ASTContext &Context) {
  if (Source.Is == TextSource::Literal)
    return Stability::Stable;
  if (Source.Is == TextSource::Substring) {
    const Expr *Object = Source.Chars;
    // Of a temporary: what a call returned, or `std::string(Line)`.
    if (Object->IgnoreParenImpCasts()->isPRValue())
      return Stability::Unstable;
    Referent Whole = referentOf(*Object, V, Flow, Context);
    return Whole.IsTemporary ? Stability::Unstable : Whole.Is;
  }
  const VarDecl *Owner = ownerOf(*Source.Chars, Flow);
  if (!Owner)
    return Source.Is != TextSource::Iterators && Source.Chars->isPRValue() &&
                   !Source.Chars->getType()->isPointerType()
               ? Stability::Unstable // a view that a call returns
               : Stability::Unknown;
  const SourceManager &SM = Context.getSourceManager();
  for (const Expr *Other : Index.to(*Owner)) {
    const bool InInit = SM.isPointWithin(
        Other->getBeginLoc(), Statement.getBeginLoc(), Statement.getEndLoc());
    const bool Between =
        !InInit && llvm::any_of(Index.to(V), [&](const Expr *Use) {
          return Flow.mayFollow(Statement, *Other, &V) &&
                 Flow.mayFollow(*Other, *Use, &V);
        });
    if (!Between)
      continue;
    if (classifyUse(*Other, Index).Kind != UseKind::Read)
      return Stability::Unstable;
    // What a smart pointer points to is no part of it.
    if (isStd(Owner->getType(), {"unique_ptr"}))
      return Stability::Unknown;
  }
  // Another name may change it.
  return Flow.isAliased(*Owner) ? Stability::Unknown : Stability::Stable;
}

} // namespace clang::tidy::anomalloc
