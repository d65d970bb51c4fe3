//===- TextParameters.cpp - strings made for a parameter ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   static int rank(const std::string &S);  ->  ... rank(std::string_view S);
//   for (...) rank("a literal that needs heap memory");
//
//   for (...) unseen("a literal that needs heap memory");
//     ->  static const std::string Name = "a literal that needs heap memory";
//
//   if (std::string(Argument) == "x")  ->  if (std::string_view(Argument) ==
//   ...
//
//===----------------------------------------------------------------------===//

#include "string-temporary/StringTemporaryCheck.h"
#include "utils/ast/Climb.h"
#include "utils/ast/NamedInText.h"
#include "utils/framework/StdSince.h"
#include "utils/objects/StdTypes.h"
#include "utils/rewrite/ViewRewrite.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

namespace clang::tidy::anomalloc {

/// Whether the text is only wanted for what is thrown: an error copies it all
/// the same.
static bool isOnlyThrown(const ParmVarDecl &P, const ReferenceIndex &Index) {
  return llvm::all_of(Index.to(P), [&](const Expr *Use) {
    const Expr *At = Use;
    while (At && !isa<CXXThrowExpr>(At))
      At = Index.parentOf(*At).get<Expr>();
    return At != nullptr;
  });
}

/// Where the function is declared in a header, that line changes too.
static void noteDeclaration(Diagnosis &D, const FunctionDecl &F,
                            const ParmVarDecl &P, const ASTContext &Context) {
  const FunctionDecl *First = F.getFirstDecl();
  const SourceManager &SM = Context.getSourceManager();
  if (D.Fixes.empty() && First != &F &&
      First->getNumParams() == F.getNumParams() &&
      SM.getFileID(First->getLocation()) != SM.getFileID(F.getLocation()))
    D.Notes.push_back(
        {First->getParamDecl(P.getFunctionScopeIndex())->getLocation(),
         "declared here",
         {}});
}

void StringTemporaryCheck::checkParameter(const FunctionDecl &F,
                                          const ParmVarDecl &P,
                                          ASTContext &Context) {
  ArrayRef<CallSite> Calls = callsOf(F, Context);
  TextSource Source;
  const CallSite *Hot = nullptr;
  std::optional<Evidence> Often;
  for (const CallSite &Call : Calls) {
    const Expr *Argument = argumentOf(Call, P.getFunctionScopeIndex());
    TextSource Given =
        Argument ? textSourceOf(*Argument, Context) : TextSource();
    if (!Given.mayAllocate() || Given.isPair() || isTextOfString(Given))
      continue;
    // The copy is made for the argument.
    Evidence Here = evidence(*Call.Where, Argument->getSourceRange(), Context);
    if (!matters(Here) || !add(Often, Here))
      continue;
    Hot = &Call;
    Source = Given;
  }
  if (!Hot)
    return checkUnseenCallers(F, P, Context);
  const ReferenceIndex &Index = references(Context);
  const ViewUse Needs = viewUseOf(P, Index);
  const std::string View = viewNameOf(P, Index);
  if (Needs > ViewUse::Likely || !hasView(View, Context) ||
      isOnlyThrown(P, Index))
    return;

  Diagnosis F2;
  F2.At = P.getLocation();
  F2.Problem = "for '" + P.getNameAsString() + "', a caller copies " +
               Source.describe() + " into a temporary 'std::string'";
  F2.Often = *Often;
  F2.Suggestion = "'" + View + "' is all that is needed here";
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (Method && Method->isVirtual())
    F2.Doubt = "what its overrides need";
  else if (Needs == ViewUse::View &&
           timesNamed(P.getName(), F.getSourceRange(), Context) ==
               Index.to(P).size() + 1)
    F2.Fixes = makeViewParameter(F, P, Calls, Index);
  F2.Notes.push_back({Hot->Where->getExprLoc(), "this call makes it", {}});
  if (Needs == ViewUse::Likely)
    F2.Notes.push_back({P.getLocation(), ViewNote, {}});
  noteDeclaration(F2, F, P, Context);
  if (!Source.allocates())
    F2.leaveToProfile();
  report(std::move(F2), &F, Context);
}

/// How many literals the parameter is compared with.
static unsigned comparedLiterals(const ParmVarDecl &P,
                                 const ReferenceIndex &Index) {
  return llvm::count_if(Index.to(P), [&](const Expr *Use) {
    const auto *Call = Index.parentOf(*Use).get<CXXOperatorCallExpr>();
    return Call && Call->isComparisonOp() && Call->getNumArgs() == 2 &&
           llvm::any_of(Call->arguments(), [](const Expr *Operand) {
             return literalLength(*Operand).has_value();
           });
  });
}

/// Whether all that is done with the parameter is to copy it into a variable,
/// which is changed and returned.
static bool isCopiedAtOnce(const ParmVarDecl &P, const ReferenceIndex &Index) {
  llvm::ArrayRef<const Expr *> Uses = Index.to(P);
  if (Uses.size() != 1)
    return false;
  const auto *Copy = Index.parentOf(ascend<ImplicitCastExpr>(*Uses[0], Index))
                         .get<CXXConstructExpr>();
  const auto *V = Copy ? Index.parentOf(*Copy).get<VarDecl>() : nullptr;
  return V && isPlainString(V->getType()) &&
         llvm::any_of(Index.to(*V), [&](const Expr *Use) {
           return Index.parentOf(outermostValue(*Use, Index)).get<ReturnStmt>();
         });
}

/// Whether a caller in view gives a literal or a `char *`, of any length.
bool StringTemporaryCheck::isGivenText(const FunctionDecl &F,
                                       const ParmVarDecl &P,
                                       ASTContext &Context) {
  return llvm::any_of(callsOf(F, Context), [&](const CallSite &Call) {
    const Expr *Argument = argumentOf(Call, P.getFunctionScopeIndex());
    TextSource Given =
        Argument ? textSourceOf(*Argument, Context) : TextSource();
    return (Given.Is == TextSource::Literal ||
            Given.Is == TextSource::Pointer) &&
           !isTextOfString(Given);
  });
}

/// A function that others call, and that only looks at a text: what tells names
/// apart gets literals, and so does what a caller in view gives one.
void StringTemporaryCheck::checkUnseenCallers(const FunctionDecl &F,
                                              const ParmVarDecl &P,
                                              ASTContext &Context) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (!Context.getSourceManager().isInMainFile(P.getLocation()) ||
      (Method && Method->isVirtual()) || F.isOverloadedOperator() ||
      !F.isExternallyVisible() || FunctionsTold.contains(&F))
    return;
  Evidence Often = evidenceOfCalls(F, Context);
  const ReferenceIndex &Index = references(Context);
  if (!Often.Loops.CalledElsewhere || !matters(Often) ||
      viewUseOf(P, Index) > ViewUse::Likely)
    return;
  const std::string View = viewNameOf(P, Index);
  if (!hasView(View, Context))
    return;
  const bool Copied = isCopiedAtOnce(P, Index);
  if (!Copied && comparedLiterals(P, Index) < 3 && !isGivenText(F, P, Context))
    return;
  FunctionsTold.insert(&F);
  Diagnosis D;
  D.At = P.getLocation();
  D.Problem = "'" + P.getNameAsString() + "' is only " +
              (Copied ? "copied" : "looked at") +
              ", but callers must have a 'std::string'";
  D.Often = Often;
  D.Suggestion = "'" + View + "' is all that is needed here";
  D.Doubt = "what callers have at hand";
  noteDeclaration(D, F, P, Context);
  report(std::move(D), &F, Context);
}

void StringTemporaryCheck::checkLiterals(const CallExpr &Call,
                                         ASTContext &Context) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  // Bodies in view are judged by their parameters; of std, heterogeneous-lookup
  // knows more.
  if (!Callee || Callee->hasBody() || isOfStd(*Callee) ||
      Call.isInstantiationDependent() ||
      !isEditable(Call.getSourceRange(), Context.getSourceManager()))
    return;
  for (unsigned I = 0; I < std::min(Call.getNumArgs(), Callee->getNumParams());
       ++I) {
    const ParmVarDecl &P = *Callee->getParamDecl(I);
    if (!P.getType()->isLValueReferenceType() || !isPlainString(P.getType()))
      continue;
    const TextSource Given = textSourceOf(*Call.getArg(I), Context);
    if (Given.Is != TextSource::Literal || !Given.mayAllocate())
      continue;
    Evidence Often = evidence(Call, Context);
    if (weightOf(Often) > Weight::Loop || !matters(Often))
      return;
    Literal &Found = Literals[Callee->getCanonicalDecl()];
    if (Found.Call && weightOf(Found.Often) <= weightOf(Often))
      return;
    Found = {&Call, Call.getArg(I)->getBeginLoc(), Given, Often};
    return;
  }
}

void StringTemporaryCheck::checkPointers(llvm::ArrayRef<const Expr *> Arguments,
                                         const FunctionDecl &Callee,
                                         ASTContext &Context) {
  // readability-redundant-string-cstr says so, too.
  if (!Common.AlsoReportStock)
    return;
  const unsigned Given =
      std::min<unsigned>(Arguments.size(), Callee.getNumParams());
  for (unsigned I = 0; I < Given; ++I) {
    const TextSource Source = textSourceOf(*Arguments[I], Context);
    // `std::string(s.c_str())` may be there to end at the first zero.
    if (!isPlainString(Callee.getParamDecl(I)->getType()) ||
        !isTextOfString(Source) ||
        Arguments[I]->IgnoreImplicit() != Source.Construct ||
        !isEditable(Arguments[I]->getSourceRange(), Context.getSourceManager()))
      continue;
    const auto &Text =
        *cast<CXXMemberCallExpr>(Source.Chars->IgnoreParenImpCasts());
    Diagnosis D;
    D.At = Arguments[I]->getExprLoc();
    D.Often = evidence(Text, Context);
    if (!matters(D.Often))
      continue;
    D.Problem = "'" + Text.getMethodDecl()->getNameAsString() +
                "()' of a string is made a 'std::string' again for '" +
                Callee.getNameAsString() + "'";
    D.Suggestion = "pass the string itself, if it has no zero inside";
    const SourceRange Whole = Arguments[I]->getSourceRange();
    const Expr &Object = *Text.getImplicitObjectArgument();
    const StringRef Name = textOf(Object.getSourceRange(), Context);
    const bool IsPointer = Object.getType()->isPointerType();
    if (!Name.empty() &&
        isa<DeclRefExpr, MemberExpr>(Object.IgnoreParenImpCasts()) &&
        !losesComment(Whole, Name, Context))
      D.Fixes = {FixItHint::CreateReplacement(Whole, (IsPointer ? "*" : "") +
                                                         Name.str())};
    D.leaveFixes("check that the string has no zero inside");
    const FunctionDecl *Inside = D.Often.Loops.Function;
    report(std::move(D), Inside, Context);
  }
}

void StringTemporaryCheck::finishUnit(ASTContext &Context) {
  for (auto &[Callee, Found] : Literals) {
    Diagnosis D;
    D.At = Found.At;
    D.Problem = "this call of '" + Callee->getNameAsString() + "' copies " +
                Found.Source.describe() + " into a temporary 'std::string'";
    D.Often = Found.Often;
    D.Suggestion = "a 'static const std::string' is made once";
    if (hasStd(StdPart::StringView, Context.getLangOpts()))
      D.Suggestion += ", a parameter of type 'std::string_view' needs none";
    D.Doubt = "what '" + Callee->getNameAsString() + "' needs";
    const FunctionDecl *Inside = D.Often.Loops.Function;
    report(std::move(D), Inside, Context);
  }
  Literals.clear();
  FunctionsTold.clear();
}

void StringTemporaryCheck::checkTemporary(const Expr &E, ASTContext &Context) {
  const TextSource Source = textSourceOf(E, Context);
  if (!Source.mayAllocate() || isTextOfString(Source) ||
      Source.Is == TextSource::Substring ||
      !isEditable(E.getSourceRange(), Context.getSourceManager()))
    return;
  const ViewUse Needs = viewUseOf(E, references(Context));
  const std::string View = viewNameOf(E, references(Context));
  Evidence Often = evidence(E, Context);
  if (Needs > ViewUse::Likely || !hasView(View, Context) || !matters(Often) ||
      weightOf(Often) == Weight::Cold)
    return;
  Diagnosis D;
  D.At = E.getBeginLoc();
  D.Problem = "a temporary 'std::string' copies " + Source.describe() +
              " and is only looked at";
  D.Often = Often;
  D.Suggestion = "a '" + View + "' looks at it in place";
  const TypeSourceInfo *Written = nullptr;
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(&E))
    Written = Cast->getTypeInfoAsWritten();
  else
    Written = cast<CXXTemporaryObjectExpr>(E).getTypeSourceInfo();
  const SourceRange Type = Written->getTypeLoc().getSourceRange();
  if (Needs == ViewUse::View && Source.Is != TextSource::Iterators &&
      textOf(Type, Context) == "std::string")
    D.Fixes = {FixItHint::CreateReplacement(Type, "std::string_view")};
  if (!Source.allocates())
    D.leaveToProfile();
  const FunctionDecl *Inside = Often.Loops.Function;
  report(std::move(D), Inside, Context);
}

} // namespace clang::tidy::anomalloc
