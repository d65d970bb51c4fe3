//===- HeterogeneousLookupCheck.cpp - temporary keys ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::map<std::string, int> Map;  ->  std::map<std::string, int,
//   std::less<>>
//
// where keys that are no std::string are looked up in it:
//
//   for (...) Map.find("a literal that needs heap memory");
//   bool has(const std::string &Key) { return Map.count(Key); }
//   for (...) has("a literal that needs heap memory");
//
//===----------------------------------------------------------------------===//

#include "heterogeneous-lookup/TransparentComparison.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/StdSince.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TextSource.h"
#include "utils/rewrite/ViewRewrite.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/ViewUse.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds look-ups in a map or set of `std::string` that make a temporary key.
struct HeterogeneousLookupCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  /// Where the temporary key of a look-up comes from.
  struct Origin {
    TextSource Source;
    const Expr *Made = nullptr; ///< The look-up, or the call of a wrapper.
    /// The parameter of the wrapper, or null.
    const ParmVarDecl *Through = nullptr;
    Evidence Often;
  };
  void keyAnew(const CallExpr &Lookup, const Expr &Key, QualType Type,
               ASTContext &Context);
  void numbered(const CallExpr &Lookup, ASTContext &Context);
  Origin originOf(const CXXMemberCallExpr &Lookup, ASTContext &Context);
  llvm::SmallVector<FixItHint, 2> fixesFor(const DeclaratorDecl &Container,
                                           const CXXMemberCallExpr &Lookup,
                                           const Origin &From,
                                           ASTContext &Context);
};

} // namespace

void HeterogeneousLookupCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      cxxMemberCallExpr(
          callee(cxxMethodDecl(hasAnyName(stdMemberNames(StdMember::Lookup)))))
          .bind("lookup"),
      this);
  UserCode.addMatcher(
      cxxMemberCallExpr(callee(cxxMethodDecl(hasAnyName(
                            "find", "count", "contains", "at", "erase"))))
          .bind("numbered"),
      this);
  UserCode.addMatcher(
      cxxOperatorCallExpr(hasOverloadedOperatorName("[]")).bind("numbered"),
      this);
}

static bool isOrdered(QualType Container) {
  return !stdName(Container).starts_with("unordered");
}

/// Whether the container has std::string keys and the comparison of default.
static bool comparesStringsOnly(QualType Container, const LangOptions &L) {
  const unsigned Next = stdName(Container).ends_with("map") ? 2 : 1;
  if (!isPlainString(typeArgument(Container, 0)))
    return false;
  auto IsOfStrings = [](QualType Type, StringRef Name) {
    return stdName(Type) == Name && isPlainString(typeArgument(Type, 0));
  };
  const QualType First = typeArgument(Container, Next);
  if (isOrdered(Container))
    return hasStd(StdPart::TransparentLess, L) && IsOfStrings(First, "less");
  return hasStd(StdPart::TransparentHash, L) && IsOfStrings(First, "hash") &&
         IsOfStrings(typeArgument(Container, Next + 1), "equal_to");
}

/// Where a person would change the container: a variable or a member.
static const DeclaratorDecl *containerOf(const Expr &Object) {
  const Expr *Plain = Object.IgnoreParenImpCasts();
  const ValueDecl *D = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Plain))
    D = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(Plain))
    D = Member->getMemberDecl();
  // `auto &Map = Object.Map;`
  if (const auto *V = dyn_cast_or_null<VarDecl>(D);
      V && V->isLocalVarDecl() && V->getType()->isReferenceType() &&
      V->getInit())
    return containerOf(*V->getInit());
  if (!D || isa<ParmVarDecl>(D) || !D->getType()->isRecordType())
    return nullptr;
  return dyn_cast<DeclaratorDecl>(D);
}

static bool makesKey(const TextSource &Source, const LangOptions &L) {
  if (!Source.mayAllocate())
    return false;
  if (Source.Is == TextSource::Literal)
    return true;
  if (Source.Is == TextSource::Pointer) {
    const auto *Call =
        dyn_cast<CXXMemberCallExpr>(Source.Chars->IgnoreParenImpCasts());
    return !Call || !isStdString(Call->getObjectType()); // not s.c_str()
  }
  return hasStd(StdPart::StringView, L);
}

/// The line where the container's type is spelled out: that of the typedef, if
/// there is one.
static SourceLocation writtenAt(const DeclaratorDecl &Container) {
  const auto *Alias = Container.getType()->getAs<TypedefType>();
  SourceLocation At =
      Alias ? Alias->getDecl()->getLocation() : SourceLocation();
  const SourceManager &SM = Container.getASTContext().getSourceManager();
  return isEditable(At, SM) && !SM.isInSystemHeader(At)
             ? At
             : Container.getLocation();
}

HeterogeneousLookupCheck::Origin
HeterogeneousLookupCheck::originOf(const CXXMemberCallExpr &Lookup,
                                   ASTContext &Context) {
  const LangOptions &L = Context.getLangOpts();
  Origin From;
  From.Source = textSourceOf(*Lookup.getArg(0), Context);
  if (makesKey(From.Source, L)) {
    From.Often = evidence(Lookup, Context);
    if (matters(From.Often))
      From.Made = &Lookup;
    return From;
  }
  const auto *Ref =
      dyn_cast<DeclRefExpr>(Lookup.getArg(0)->IgnoreParenImpCasts());
  const auto *Key = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Key || !hasStd(StdPart::StringView, L) ||
      !isPlainString(Key->getType()) ||
      viewUseOf(*Key, references(Context)) == ViewUse::String)
    return From;
  const auto *P = dyn_cast<ParmVarDecl>(Key);
  const auto *F = dyn_cast<FunctionDecl>(Key->getDeclContext());
  if (!P || !F || !P->getType()->isLValueReferenceType() ||
      !P->getType()->getPointeeType().isConstQualified())
    return From;
  const bool Elsewhere = evidenceOfCalls(*F, Context).Loops.CalledElsewhere;
  for (const CallSite &Call : callsOf(*F, Context)) {
    const Expr *Argument = argumentOf(Call, P->getFunctionScopeIndex());
    TextSource Given =
        Argument ? textSourceOf(*Argument, Context) : TextSource();
    if (Given.Is != TextSource::Literal && Given.Is != TextSource::Pointer)
      continue;
    // Where one caller gives a short literal, others may give longer ones.
    if (!makesKey(Given, L)) {
      Evidence Calls = evidenceOfCalls(*F, Context);
      if (Given.Is == TextSource::Literal && Elsewhere && !From.Made &&
          matters(Calls))
        From = {Given, Call.Where, P, Calls};
      continue;
    }
    Evidence Here = evidence(*Call.Where, Argument->getSourceRange(), Context);
    if (matters(Here) && (!From.Made || !From.Source.mayAllocate() ||
                          weightOf(Here) < weightOf(From.Often)))
      From = {Given, Call.Where, P, Here};
  }
  return From;
}

llvm::SmallVector<FixItHint, 2>
HeterogeneousLookupCheck::fixesFor(const DeclaratorDecl &Container,
                                   const CXXMemberCallExpr &Lookup,
                                   const Origin &From, ASTContext &Context) {
  const QualType Type = Container.getType();
  const ReferenceIndex &Index = references(Context);
  auto Comparison =
      isOrdered(Type) ? makeTransparent(Container, Index) : std::nullopt;
  if (!Comparison)
    return {};
  llvm::SmallVector<FixItHint, 2> Fixes;
  if (From.Through) {
    // All look-ups by it must be in this container.
    for (const Expr *Use : Index.to(*From.Through)) {
      const ViewUse Needs = viewUseOf(*Use, Index);
      const auto *Call = Index.parentOf(*Use).get<CXXMemberCallExpr>();
      if (Needs == ViewUse::View)
        continue;
      if (Needs != ViewUse::Lookup || !Call ||
          containerOf(*calledOn(*Call)) != &Container)
        return {};
    }
    const auto *F = cast<FunctionDecl>(From.Through->getDeclContext());
    Fixes = makeViewParameter(*F, *From.Through, callsOf(*F, Context), Index);
    if (Fixes.empty())
      return {};
  } else if (From.Source.Is == TextSource::Substring) {
    if (auto Fix = viewBeforeSubstr(*From.Source.Substr, Context))
      Fixes.push_back(*Fix);
    else
      return {};
  } else {
    const Expr *Key = Lookup.getArg(0)->IgnoreUnlessSpelledInSource();
    if (Key != From.Source.Chars &&
        Key->IgnoreParenImpCasts() != From.Source.Chars) {
      // `find(std::string(V))`: V as it is.
      StringRef Text = textOf(From.Source.Chars->getSourceRange(), Context);
      if (From.Source.isPair() || Text.empty() ||
          losesComment(Key->getSourceRange(), Text, Context))
        return {};
      Fixes.push_back(
          FixItHint::CreateReplacement(Key->getSourceRange(), Text));
    }
  }
  Fixes.push_back(*Comparison);
  return Fixes;
}

/// Whether a text is made of literals and exactly one number.
static bool isNumbered(const Expr &Text, unsigned &Numbers) {
  const Expr *Plain = Text.IgnoreUnlessSpelledInSource();
  if (const auto *Sum = dyn_cast<CXXOperatorCallExpr>(Plain))
    return Sum->getOperator() == OO_Plus && Sum->getNumArgs() == 2 &&
           isNumbered(*Sum->getArg(0), Numbers) &&
           isNumbered(*Sum->getArg(1), Numbers);
  if (const auto *Call = dyn_cast<CallExpr>(Plain)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || !isStdFunction(*F, {"to_string"}) ||
        !Call->getArg(0)->getType()->isIntegerType())
      return false;
    ++Numbers;
    return true;
  }
  return literalLength(*Plain).has_value();
}

/// `Map.at("element_" + std::to_string(I))`: a text for each look-up, where a
/// number is the key.
void HeterogeneousLookupCheck::numbered(const CallExpr &Lookup,
                                        ASTContext &Context) {
  const bool IsOperator = isa<CXXOperatorCallExpr>(Lookup);
  const Expr *Object = calledOn(Lookup);
  if (!Object || Lookup.getNumArgs() != (IsOperator ? 2u : 1u) ||
      !isEditable(Lookup.getSourceRange(), Context.getSourceManager()))
    return;
  QualType Type = Object->getType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  unsigned Numbers = 0;
  if (isStd(Type, {"map", "unordered_map"}) &&
      (IsOperator || methodName(Lookup) == "at"))
    keyAnew(Lookup, *Lookup.getArg(IsOperator ? 1 : 0), Type, Context);
  if (!isStd(Type, {"map", "unordered_map", "set", "unordered_set"}) ||
      !isNumbered(*Lookup.getArg(IsOperator ? 1 : 0), Numbers) || Numbers != 1)
    return;
  Diagnosis F;
  F.At = Lookup.getArg(IsOperator ? 1 : 0)->getBeginLoc();
  F.Problem = "a text is put together of a number for each look-up";
  F.Often = evidence(Lookup, Context);
  F.Suggestion = "the number itself is a key";
  F.Doubt = "whether other keys have no number";
  const FunctionDecl *Inside = F.Often.Loops.Function;
  report(std::move(F), Inside, Context);
}

/// Whether \p Lookup adds a key to a map that is made as often, and so needs a
/// new one each time: nobody looks at a local map of a function again.
static bool fillsNewMap(const CallExpr &Lookup, const ReferenceIndex &Index) {
  const Expr *Object = calledOn(Lookup)->IgnoreParenImpCasts();
  for (const auto *Member = dyn_cast<MemberExpr>(Object);
       Member && !Member->isArrow(); Member = dyn_cast<MemberExpr>(Object))
    Object = Member->getBase()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Object);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return isa<CXXOperatorCallExpr>(Lookup) && V && V->hasLocalStorage() &&
         !isa<ParmVarDecl>(V) && !V->getType()->isReferenceType() &&
         llvm::all_of(loopsAround(Lookup, Index), [&](const Stmt *Loop) {
           return isDeclaredIn(*V, *Loop, Index.context());
         });
}

/// `Map["a key of many characters"]`, `Map.at(...)` in loops: no transparent
/// comparison helps there, a key that is made once does.
void HeterogeneousLookupCheck::keyAnew(const CallExpr &Lookup, const Expr &Key,
                                       QualType Type, ASTContext &Context) {
  if (!isPlainString(typeArgument(Type, 0)))
    return;
  const TextSource Source = textSourceOf(Key, Context);
  if (Source.Is != TextSource::Literal || !Source.mayAllocate() ||
      fillsNewMap(Lookup, references(Context)))
    return;
  Diagnosis F;
  F.At = Key.getBeginLoc();
  F.Often = evidence(Lookup, Context);
  if (!F.Often.Loops.repeated() && !F.Often.Recorded)
    return;
  F.Problem = "a look-up copies " + Source.describe() +
              " into a temporary 'std::string'";
  F.Suggestion = "make the key once, as a 'static const std::string'";
  const FunctionDecl *Inside = F.Often.Loops.Function;
  report(std::move(F), Inside, Context);
}

void HeterogeneousLookupCheck::check(const MatchFinder::MatchResult &Result) {
  if (const auto *Call = Result.Nodes.getNodeAs<CallExpr>("numbered"))
    return numbered(*Call, *Result.Context);
  const auto *Lookup = Result.Nodes.getNodeAs<CXXMemberCallExpr>("lookup");
  ASTContext &Context = *Result.Context;
  if (!isLookup(*Lookup) || Lookup->getNumArgs() != 1 ||
      !isEditable(Lookup->getSourceRange(), *Result.SourceManager))
    return;
  const Expr *Object = calledOn(*Lookup);
  QualType Type = Object->getType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  if (!comparesStringsOnly(Type, Context.getLangOpts()))
    return;
  const DeclaratorDecl *Container = containerOf(*Object);
  if (Container && !isEditable(Container->getLocation(), *Result.SourceManager))
    return;
  const Origin From = originOf(*Lookup, Context);
  if (!From.Made)
    return;

  Diagnosis F;
  F.At = Container ? writtenAt(*Container) : Lookup->getExprLoc();
  F.Problem =
      "a look-up in " +
      (Container ? "'" + Container->getNameAsString() + "'"
                 : std::string("a container that is declared elsewhere")) +
      " copies " + From.Source.describe() + " into a temporary 'std::string'";
  F.Often = From.Often;
  F.Suggestion = isOrdered(Type)
                     ? "'std::less<>' compares it as it is"
                     : "a transparent hash and 'std::equal_to<>' take it as it "
                       "is";
  if (From.Through)
    F.Suggestion +=
        ", with '" + From.Through->getNameAsString() + "' a 'std::string_view'";
  const auto *Method =
      From.Through ? dyn_cast<CXXMethodDecl>(From.Through->getDeclContext())
                   : nullptr;
  if (!Container)
    F.Doubt = "what else is done with the container";
  else if (!From.Source.mayAllocate())
    F.Doubt = "whether other callers have longer keys";
  else if (Method && Method->isVirtual())
    F.Doubt = "what other overrides need";
  else
    F.Fixes = fixesFor(*Container, *Lookup, From, Context);
  if (Container)
    F.Notes.push_back({Lookup->getExprLoc(), "the look-up is here", {}});
  if (!From.Source.allocates())
    F.leaveToProfile();
  if (From.Through)
    F.Notes.push_back(
        {From.Made->getExprLoc(), "this call makes the temporary", {}});
  report(std::move(F),
         Container ? Container->getDeclContext() : From.Often.Loops.Function,
         Context);
}

ANOMALLOC_CHECK_FACTORY(HeterogeneousLookupCheck)

} // namespace clang::tidy::anomalloc
