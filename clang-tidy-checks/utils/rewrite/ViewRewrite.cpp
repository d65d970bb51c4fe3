//===- ViewRewrite.cpp - the text of a change to views --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/rewrite/ViewRewrite.h"
#include "utils/ast/Climb.h"
#include "utils/ast/References.h"
#include "utils/ast/ReturnType.h"
#include "utils/ast/SourceText.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TextSource.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

const Expr *argumentOf(const CallSite &Call, unsigned Index) {
  const Expr *Argument = nullptr;
  if (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(Call.Where)) {
    if (Index < Construct->getNumArgs())
      Argument = Construct->getArg(Index);
  } else if (const auto *Plain = dyn_cast_or_null<CallExpr>(Call.Where)) {
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Plain);
        Operator && isa_and_nonnull<CXXMethodDecl>(Operator->getCalleeDecl()))
      ++Index;
    if (Index < Plain->getNumArgs())
      Argument = Plain->getArg(Index);
  }
  return Argument && !isa<CXXDefaultArgExpr>(Argument) ? Argument : nullptr;
}

/// Whether a view can be made of the argument as it is written.
static bool convertsToView(const Expr &Argument) {
  const Expr *Written = Argument.IgnoreUnlessSpelledInSource();
  if (isa<InitListExpr>(Written))
    return false;
  const auto *Construct = dyn_cast<CXXConstructExpr>(Written);
  if (Construct && Construct->isListInitialization() &&
      !isa<CXXTemporaryObjectExpr>(Construct))
    return false; // f({p, n})
  const QualType Type = Written->getType();
  return isPlainString(Type) || isStd(Type, {"basic_string_view"}) ||
         Type->isPointerType() || Type->isArrayType();
}

/// Whether another function of the same name takes the same place in calls.
static bool isOverloaded(const FunctionDecl &F) {
  unsigned Others = 0;
  for (const NamedDecl *D : F.getDeclContext()->lookup(F.getDeclName()))
    Others += D->getCanonicalDecl() != F.getCanonicalDecl();
  return Others;
}

SmallVector<FixItHint, 2> makeViewParameter(const FunctionDecl &F,
                                            const ParmVarDecl &P,
                                            ArrayRef<CallSite> Calls,
                                            const ReferenceIndex &Index) {
  const ASTContext &Context = Index.context();
  const SourceManager &SM = Context.getSourceManager();
  const unsigned Place = P.getFunctionScopeIndex();
  if (!isSeenByThisUnitOnly(F, Context) || F.isVariadic() ||
      F.isOverloadedOperator() || isa<CXXConstructorDecl>(F) ||
      F.isTemplateInstantiation() || F.isTemplated() || isOverloaded(F))
    return {};
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&F);
      Method && (Method->isVirtual() || Method->getParent()->isLambda()))
    return {};
  for (const Expr *Reference : Index.to(F))
    if (!callOf(*Reference, Index))
      return {}; // its address is taken
  for (const CallSite &Call : Calls) {
    if (!Call.Where || isa<DeclRefExpr>(Call.Where))
      return {};
    if (const Expr *Argument = argumentOf(Call, Place);
        Argument && !convertsToView(*Argument))
      return {};
  }
  SmallVector<FixItHint, 2> Fixes;
  for (const FunctionDecl *D : F.redecls()) {
    const ParmVarDecl *Param = D->getParamDecl(Place);
    if (Param->hasDefaultArg() || !Param->getTypeSourceInfo())
      return {};
    const SourceLocation Begin = Param->getBeginLoc();
    const SourceLocation End =
        Param->getTypeSourceInfo()->getTypeLoc().getEndLoc();
    if (!isEditable(SourceRange(Begin, End), SM))
      return {};
    std::string Text = textOf({Begin, End}, Context).str();
    erase_if(Text, [](char C) { return isspace(C); });
    if (Text != "conststd::string&" && Text != "conststring&" &&
        Text != "std::stringconst&" && Text != "stringconst&")
      return {};
    const bool Touches = Param->getIdentifier() &&
                         Param->getLocation() == End.getLocWithOffset(1);
    Fixes.push_back(FixItHint::CreateReplacement(SourceRange(Begin, End),
                                                 Touches ? "std::string_view "
                                                         : "std::string_view"));
  }
  return Fixes;
}

std::optional<FixItHint> makeView(const VarDecl &V, const ASTContext &Context) {
  if (!V.getTypeSourceInfo())
    return std::nullopt;
  const SourceRange Type =
      V.getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc().getSourceRange();
  const StringRef Text = textOf(Type, Context);
  if (!isEditable(Type, Context.getSourceManager()) ||
      (Text != "std::string" && Text != "string"))
    return std::nullopt;
  return FixItHint::CreateReplacement(Type, V.getType().isConstQualified()
                                                ? "std::string_view"
                                                : "const std::string_view");
}

std::optional<FixItHint> viewBeforeSubstr(const CXXMemberCallExpr &Substr,
                                          const ASTContext &Context) {
  const auto *Member = dyn_cast<MemberExpr>(Substr.getCallee());
  const Expr *Object =
      Member && !Member->isImplicitAccess() ? Member->getBase() : nullptr;
  if (!Object ||
      !isEditable(Substr.getSourceRange(), Context.getSourceManager()))
    return std::nullopt;
  const SourceRange Whole(Object->getBeginLoc(), Member->getOperatorLoc());
  const StringRef Text = textOf(Object->getSourceRange(), Context);
  if (Text.empty() || losesComment(Whole, Text, Context))
    return std::nullopt;
  return FixItHint::CreateReplacement(
      Whole, ("std::string_view(" + StringRef(Member->isArrow() ? "*" : "") +
              Text + ").")
                 .str());
}

std::optional<FixItHint> substrWithoutViews(const CXXMemberCallExpr &Substr,
                                            const CXXOperatorCallExpr &Around,
                                            const ASTContext &Context) {
  const auto *Member = dyn_cast<MemberExpr>(Substr.getCallee());
  if (!Member || Member->isImplicitAccess() ||
      !isEditable(Around.getSourceRange(), Context.getSourceManager()))
    return std::nullopt;
  auto Text = [&](const Expr &E) {
    return textOf(E.getSourceRange(), Context).str();
  };
  const Expr *Last = Substr.getArg(Substr.getNumArgs() - 1);
  std::string Part = Text(*Substr.getArg(0));
  if (isa<CXXDefaultArgExpr>(Last))
    Part += ", std::string::npos";
  else if (Substr.getNumArgs() == 2)
    Part += ", " + Text(*Last);
  const Expr &Left = *Around.getArg(0), &Right = *Around.getArg(1);
  const Expr *Of = Member->getBase();
  std::string New;
  SourceLocation Begin;
  if (Around.getOperator() == OO_PlusEqual) {
    const Expr *Target = Left.IgnoreParenImpCasts();
    if (!isa<DeclRefExpr, MemberExpr>(Target) ||
        Left.getBeginLoc() != Target->getBeginLoc())
      return std::nullopt;
    Begin = Left.getBeginLoc();
    New = Text(Left) + ".append(" + (Member->isArrow() ? "*" : "") + Text(*Of) +
          ", " + Part + ")";
  } else if ((Around.getOperator() == OO_EqualEqual ||
              Around.getOperator() == OO_ExclaimEqual) &&
             Left.getBeginLoc() == Substr.getBeginLoc() &&
             !isStd(Right.getType(), {"basic_string_view"})) {
    Begin = Member->getMemberLoc();
    New = "compare(" + Part + ", " + Text(Right) +
          (Around.getOperator() == OO_EqualEqual ? ") == 0" : ") != 0");
  } else {
    return std::nullopt;
  }
  const SourceRange Whole(Begin, Around.getEndLoc());
  if (losesComment(Whole, New, Context))
    return std::nullopt;
  return FixItHint::CreateReplacement(Whole, New);
}

} // namespace clang::tidy::anomalloc
