//===- VectorParameterCheck.cpp - vectors where a span would do -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   void lookup(double X, std::vector<double> &Y) const;
//   for (...) {
//     std::vector<double> Value(2);
//     Table.lookup(X, Value);
//   }
//
//   ->  void lookup(double X, std::span<double> Y) const;
//       std::array<double, 2> Value = {};
//
//===----------------------------------------------------------------------===//

#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/StdSince.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/ParameterFacts.h"
#include "utils/uses/VectorUses.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds reference parameters of type `std::vector` that callers build a vector
/// for, where a span over an array would do.
struct VectorParameterCheck : Cxx11Check {
  using Cxx11Check::Cxx11Check;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  /// Whether each call passes a list in braces for \p P, and \p F needs no more
  /// than such a list.
  bool takesLists(const FunctionDecl &F, const ParmVarDecl &P, unsigned I,
                  ASTContext &Context);
  /// The reason, for a message, why the vector \p Argument is not needed. It is
  /// "" if the vector is needed.
  std::string needlessVector(const Expr &Argument, const FunctionDecl &F,
                             ASTContext &Context);

  const std::string SpanType = option<StringRef>("SpanType", "").str();
};

} // namespace

void VectorParameterCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      functionDecl(isDefinition(), unless(isImplicit()), unless(isDefaulted()),
                   hasAnyParameter(hasType(lValueReferenceType())))
          .bind("function"),
      this);
}

std::string VectorParameterCheck::needlessVector(const Expr &Argument,
                                                 const FunctionDecl &F,
                                                 ASTContext &Context) {
  const Expr *E = Argument.IgnoreImplicit()->IgnoreParenImpCasts();
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
    E = Cast->getSubExpr()->IgnoreImplicit();
  const VectorInit Made = vectorInit(E);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V)
    return Made.Is == VectorInit::List ? "a list of elements" : "";
  if (!V->isLocalVarDecl() || !V->hasLocalStorage() ||
      V->getType()->isReferenceType())
    return "";
  const VectorInit Init = vectorInit(V->getInit());
  const bool IsConstant =
      Init.Is == VectorInit::List ||
      (Init.Is == VectorInit::Count && Init.Size &&
       constantOf(Init.Size, Context).value_or(1u << 20) <= 1024);
  if (!IsConstant)
    return "";
  // Everything else that is done with it suits an array, too.
  const ReferenceIndex &Index = references(Context);
  const bool Suits = everyUse(*V, Index, [&](const VectorUse &U) {
    const auto *Call = dyn_cast_or_null<CallExpr>(U.By);
    return suitsAnyArray(U, Index) ||
           (Call && Call->getDirectCallee() &&
            Call->getDirectCallee()->getCanonicalDecl() ==
                F.getCanonicalDecl());
  });
  return Suits ? "'" + V->getName().str() + "', of constant size" : "";
}

bool VectorParameterCheck::takesLists(const FunctionDecl &F,
                                      const ParmVarDecl &P, unsigned I,
                                      ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  // A list has no elements by index.
  if (F.isExternallyVisible() || !everyUse(P, Index, [](const VectorUse &U) {
        return U.Kind != VectorUseKind::Element;
      }))
    return false;
  return llvm::all_of(callsOf(F, Context), [&](const CallSite &Call) {
    const Expr *Argument = Call.Where ? argumentAt(Call, I) : nullptr;
    return Argument &&
           needlessVector(*Argument, F, Context) == "a list of elements";
  });
}

void VectorParameterCheck::check(const MatchFinder::MatchResult &Result) {
  const auto &F = *Result.Nodes.getNodeAs<FunctionDecl>("function");
  ASTContext &Context = *Result.Context;
  const ReferenceIndex &Index = references(Context);
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (F.isDependentContext() || F.isMain() || F.isExternC() ||
      (Method && Method->isVirtual()) || !Index.sawBody(F))
    return;
  for (unsigned I = 0; I < F.getNumParams(); ++I) {
    const ParmVarDecl &P = *F.getParamDecl(I);
    if (!P.getType()->isLValueReferenceType() ||
        !isStd(P.getType(), {"vector"}) ||
        isStd(typeArgument(P.getType(), 0), {"vector"}) ||
        typeArgument(P.getType(), 0)->isBooleanType())
      continue;
    const ParmVarDecl *Written = writtenParameter(F, I);
    if (!Written || !isEditable(Written->getLocation(), *Result.SourceManager))
      continue;
    const UseSummary Uses = usesOf(P, Context);
    if (Uses.Uses.empty() || !Uses.only({UseKind::Read, UseKind::Write}) ||
        !everyUse(P, Index,
                  [&](const VectorUse &U) { return suitsAnyArray(U, Index); }))
      continue;

    Diagnosis Found;
    std::optional<Evidence> Often;
    for (const CallSite &Call : callsOf(F, Context)) {
      if (Call.Where && isa<DeclRefExpr>(Call.Where)) {
        Found.Notes.clear();
        break; // a pointer has the signature
      }
      const Expr *Argument = Call.Where ? argumentAt(Call, I) : nullptr;
      if (!Argument || (Call.From && Call.From->isDependentContext()))
        continue;
      const std::string Why = needlessVector(*Argument, F, Context);
      const Evidence Here =
          evidence(*Call.Where, Argument->getSourceRange(), Context);
      if (Why.empty() || !matters(Here) || !add(Often, Here))
        continue;
      Found.Notes = {
          {Argument->getExprLoc(), "a vector is made here for " + Why, {}}};
    }
    if (Found.Notes.empty())
      continue;
    Found.Often = *Often;
    // Without spans, lists in braces need no vector either.
    const bool HasSpan =
        !SpanType.empty() || hasStd(StdPart::Span, getLangOpts());
    if (!HasSpan && !takesLists(F, P, I, Context))
      continue;
    const QualType Pointee = P.getType()->getPointeeType();
    std::string Element = nameOf(writtenElement(Pointee), Context);
    if (Pointee.isConstQualified())
      Element = typeArgument(Pointee, 0)->isPointerType() ? Element + "const"
                                                          : "const " + Element;
    Found.At = Written->getLocation();
    Found.Problem = "'" + P.getName().str() + "', a '" +
                    nameOf(P.getType(), Context) +
                    "', is never resized, but a caller allocates one for it";
    Found.Suggestion =
        HasSpan ? "take a '" + (SpanType.empty() ? "std::span" : SpanType) +
                      "<" + Element + ">', and callers can pass an array"
                : "take a 'std::initializer_list<" +
                      nameOf(writtenElement(Pointee), Context) +
                      ">', which the lists of all callers are";
    report(std::move(Found), &F, Context);
  }
}

ANOMALLOC_CHECK_FACTORY(VectorParameterCheck)

} // namespace clang::tidy::anomalloc
