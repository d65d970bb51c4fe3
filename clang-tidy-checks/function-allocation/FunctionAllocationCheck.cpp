//===- FunctionAllocationCheck.cpp - closures on the heap -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   void forEach(const Mesh &M, const std::function<void(int)> &Do);
//   for (...)
//     forEach(M, [&A, &B, &C](int I) { ... });  // 24 bytes: libstdc++
//     allocates
//
//   ->  template <class F> void forEach(const Mesh &M, F Do);
//
//   std::function<double(int)> At = [&](int I) { ... };
//   ->  auto At = ...
//
//===----------------------------------------------------------------------===//

#include "utils/ast/Climb.h"
#include "utils/ast/ReturnType.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/CopyTrace.h"
#include "utils/objects/ObjectPlace.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/Functors.h"
#include "clang/AST/StmtCXX.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds conversions of closures and functors to `std::function` that allocate
/// in each iteration, where nothing keeps the function.
struct FunctionAllocationCheck : Cxx11Check {
  using Cxx11Check::Cxx11Check;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  /// The use of a `std::function` that is made for an argument or a variable.
  struct Purpose {
    /// The function that gets the std::function and only calls it, or null.
    const FunctionDecl *Callee = nullptr;
    bool IsSeen = false; ///< The body of Callee shows that it only calls it.
    /// The variable that holds the std::function and is only called, or null.
    const VarDecl *Local = nullptr;
    bool IsRecursive = false; ///< The closure calls Local, too.
    explicit operator bool() const { return Callee || Local; }
  };
  Purpose purposeOf(const CXXConstructExpr &Conversion, const Expr &Stored,
                    ASTContext &Context);
};

} // namespace

void FunctionAllocationCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      cxxConstructExpr(hasDeclaration(cxxConstructorDecl(
                           ofClass(cxxRecordDecl(hasName("::std::function"))))))
          .bind("conversion"),
      this);
}

/// The lambda behind an argument or a variable that is initialised with one.
static const LambdaExpr *lambdaBehind(const Expr &Stored) {
  const Expr *E = Stored.IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && V->getInit())
      E = V->getInit()->IgnoreImplicit();
  return dyn_cast<LambdaExpr>(E);
}

/// A closure that refers to local variables is not meant to outlive them.
static bool refersToLocals(const Expr &Stored) {
  const LambdaExpr *Lambda = lambdaBehind(Stored);
  return Lambda &&
         llvm::any_of(Lambda->captures(), [](const LambdaCapture &Capture) {
           return Capture.capturesVariable() &&
                  Capture.getCaptureKind() == LCK_ByRef &&
                  Capture.getCapturedVar()
                      ->getDeclContext()
                      ->isFunctionOrMethod();
         });
}

/// Whether a function does nothing with its parameter but to call it, to ask
/// whether it is empty, and to hand it to functions that do no more, or to
/// those of std. Whoever copies it may keep it, and call it later.
static bool isOnlyCalled(const ParmVarDecl &P, const ReferenceIndex &Index,
                         unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 3;
  return !Index.to(P).empty() &&
         llvm::all_of(Index.to(P), [&](const Expr *Reference) {
           const Expr &Value = outermostValue(*Reference, Index);
           const DynTypedNode Parent = Index.parentOf(Value);
           if (const auto *Member = Parent.get<MemberExpr>())
             return isa<CXXConversionDecl>(Member->getMemberDecl());
           if (const auto *Lambda = Parent.get<LambdaExpr>())
             return llvm::all_of(
                 Lambda->captures(), [&](const LambdaCapture &C) {
                   return !C.capturesVariable() || C.getCapturedVar() != &P ||
                          C.getCaptureKind() == LCK_ByRef;
                 });
           const auto *Call = Parent.get<CallExpr>();
           const FunctionDecl *Callee =
               Call ? Call->getDirectCallee() : nullptr;
           if (!Callee)
             return false;
           if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call))
             return Operator->getOperator() == OO_Call ||
                    Operator->isComparisonOp();
           if (isOfStd(*Callee))
             return !isa<CXXMethodDecl>(Callee) &&
                    !isStdFunction(*Callee, {"move", "forward"});
           const FunctionDecl *Body = Callee->getDefinition();
           const auto At = llvm::find(Call->arguments(), &Value);
           const unsigned I = At - Call->arg_begin();
           return Body && Index.sawBody(*Body) && I < Body->getNumParams() &&
                  Depth < MaxDepth &&
                  isOnlyCalled(*Body->getParamDecl(I), Index, Depth + 1);
         });
}

FunctionAllocationCheck::Purpose
FunctionAllocationCheck::purposeOf(const CXXConstructExpr &Conversion,
                                   const Expr &Stored, ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  const Expr &Function = outermostValue(Conversion, Index);
  const DynTypedNode Parent = Index.parentOf(Function);
  Purpose Found;
  if (const auto *V = Parent.get<VarDecl>()) {
    if (!V->isLocalVarDecl() || !V->hasLocalStorage() ||
        V->getType()->isReferenceType())
      return {};
    const UseSummary Uses = usesOf(*V, Context);
    if (Uses.Uses.empty() || !Uses.only({UseKind::Read}))
      return {};
    const LambdaExpr *Lambda = lambdaBehind(Stored);
    Found.Local = V;
    for (const Use &U : Uses.Uses) {
      // Called, and nothing else: compared, or handed on, it has to stay.
      const auto *Call = Index
                             .parentOf(ascend<ImplicitCastExpr, ParenExpr>(
                                 *U.Reference, Index))
                             .get<Stmt>();
      if (isa_and_present<LambdaExpr>(Call)) {
        Found.IsRecursive |= Call == Lambda;
        continue;
      }
      const auto *Operator = dyn_cast_or_null<CXXOperatorCallExpr>(Call);
      if (!Operator || Operator->getOperator() != OO_Call)
        return {};
    }
    return Found;
  }
  const auto *Call = Parent.get<CallExpr>();
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || isOfStd(*Callee))
    return {};
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  const unsigned First = isa<CXXOperatorCallExpr>(Call) && Method ? 1 : 0;
  for (unsigned I = First; I < Call->getNumArgs(); ++I) {
    if (Call->getArg(I) != &Function || I - First >= Callee->getNumParams())
      continue;
    const FunctionDecl *Body = Callee->getDefinition();
    if (Body && Index.sawBody(*Body)) {
      const ParmVarDecl &P = *Body->getParamDecl(I - First);
      const UseSummary Uses = usesOf(P, Context);
      if (Uses.Uses.empty() || !Uses.only({UseKind::Read}) ||
          !isOnlyCalled(P, Index))
        return {};
      Found.IsSeen = true;
    } else if (!refersToLocals(Stored) ||
               !Callee->getParamDecl(I - First)->getType()->isReferenceType()) {
      return {}; // who takes it by value may keep it, and call it later
    }
    // What stands in a system header nobody can change.
    if (isEditable(Callee->getLocation(), Context.getSourceManager()))
      Found.Callee = Callee;
  }
  return Found;
}

/// Whether every caller can see the body, as that of a template has to be.
static bool mayBeTemplate(const FunctionDecl &Callee,
                          const ASTContext &Context) {
  const FunctionDecl *Body = Callee.getDefinition();
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  return Body && !(Method && Method->isVirtual()) &&
         (!Context.getSourceManager().isInMainFile(Body->getLocation()) ||
          isSeenByThisUnitOnly(*Body, Context));
}

/// Whether calls of the closure itself give what calls of the function give.
static bool callsAlike(const LambdaExpr &Lambda, QualType Function) {
  const QualType Signature = typeArgument(Function, 0);
  const auto *Wanted =
      Signature.isNull() ? nullptr : Signature->getAs<FunctionProtoType>();
  const CXXMethodDecl *Given = Lambda.getCallOperator();
  if (!Wanted || Lambda.isGenericLambda() ||
      Given->getNumParams() != Wanted->getNumParams() ||
      Given->getReturnType().getCanonicalType() !=
          Wanted->getReturnType().getCanonicalType())
    return false;
  for (unsigned I = 0; I < Wanted->getNumParams(); ++I)
    if (Given->getParamDecl(I)->getType().getCanonicalType() !=
        Wanted->getParamType(I).getCanonicalType())
      return false;
  return true;
}

void FunctionAllocationCheck::check(const MatchFinder::MatchResult &Result) {
  const auto &Conversion =
      *Result.Nodes.getNodeAs<CXXConstructExpr>("conversion");
  ASTContext &Context = *Result.Context;
  const Expr *Stored = storedInFunction(Conversion);
  const CXXRecordDecl *Functor =
      Stored ? functorClass(Stored->getType()) : nullptr;
  const bool IsBound =
      Stored && (stdName(Stored->getType()) == "_Bind" ||
                 stdName(Stored->getType()) == "_Bind_result" ||
                 stdName(Stored->getType()) == "__bind");
  if (IsBound)
    Functor = Stored->getType()->getAsCXXRecordDecl();
  const bool IsLibcxx = isOfLibcxx(*Conversion.getConstructor()->getParent());
  if (!Functor || !functionAllocates(Stored->getType(), IsLibcxx, Context) ||
      !isEditable(Stored->getSourceRange(), *Result.SourceManager))
    return;
  const Evidence Often = evidence(Conversion, Context);
  if (!matters(Often))
    return;
  const Purpose For = purposeOf(Conversion, *Stored, Context);
  if (!For)
    return;

  const uint64_t Size =
      Context.getTypeSizeInChars(Stored->getType()).getQuantity();
  Diagnosis F;
  F.At = Stored->getExprLoc();
  F.Problem = (Functor->isLambda() ? "a lambda"
               : IsBound           ? "what 'std::bind' makes,"
                         : "a '" + nameOf(Stored->getType(), Context) + "'");
  F.Problem += " of " + std::to_string(Size) + " bytes is made into a '" +
               nameOf(Conversion.getType(), Context) +
               "', which allocates to hold it";
  F.Often = Often;
  const auto *Named = dyn_cast<DeclRefExpr>(Stored->IgnoreParenImpCasts());
  if (For.Callee && Named && !IsBound && isCalledAsConst(*Functor)) {
    F.Suggestion = "hand over 'std::cref' of it";
    const std::string Text = textOf(Stored->getSourceRange(), Context).str();
    const FixItHint Fix = FixItHint::CreateReplacement(
        Stored->getSourceRange(), "std::cref(" + Text + ")");
    if (!declaresInStd("cref", Context))
      F.Notes.push_back({For.Callee->getLocation(), "declared here", {}});
    else if (For.IsSeen)
      F.Fixes = {Fix};
    else
      F.Notes.push_back({For.Callee->getLocation(),
                         "check that this does not keep it",
                         {Fix}});
  } else if (For.Callee) {
    F.Suggestion =
        "let '" + For.Callee->getNameAsString() + "' take a " +
        (mayBeTemplate(*For.Callee, Context) ? "template parameter or a "
                                             : "") +
        "function_ref";
    F.Notes.push_back({For.Callee->getLocation(), "declared here", {}});
  } else if (For.IsRecursive) {
    F.Suggestion = "let the lambda take itself as a parameter, or make it a "
                   "function";
  } else {
    F.At = For.Local->getLocation();
    F.Suggestion = "make '" + For.Local->getName().str() + "' an 'auto'";
    const LambdaExpr *Lambda = lambdaBehind(*Stored);
    if (Lambda && !Lambda->isGenericLambda() &&
        !callsAlike(*Lambda, Conversion.getType()))
      F.Suggestion += ", and give the lambda the signature that it is called "
                      "with";
    const SourceRange Written =
        For.Local->getTypeSourceInfo()->getTypeLoc().getSourceRange();
    if (isa<LambdaExpr>(Stored->IgnoreParenImpCasts()) &&
        callsAlike(*Lambda, Conversion.getType()) &&
        For.Local->getInitStyle() == VarDecl::CInit &&
        !For.Local->getType()->getContainedAutoType() &&
        (!For.Local->getType().isConstQualified() || !Lambda->isMutable()) &&
        isEditable(Written, *Result.SourceManager))
      F.Fixes = {FixItHint::CreateReplacement(Written, "auto")};
  }
  F.leaveFixes(checkOfCopies(
      traceOfMoves(Stored->getType()),
      Functor->isLambda() ? "closure" : nameOf(Stored->getType(), Context)));
  if (For.Callee && !For.IsSeen)
    F.Doubt = "whether '" + For.Callee->getNameAsString() +
              "' keeps it after the call";
  report(std::move(F), Often.Loops.Function, Context);
}

ANOMALLOC_CHECK_FACTORY(FunctionAllocationCheck)

} // namespace clang::tidy::anomalloc
