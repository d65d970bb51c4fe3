//===- DeadContainerCheck.cpp - filled and never read ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<int> Ids;          ->  (nothing)
//   for (const Node &N : Nodes)
//     Ids.push_back(N.Id);         // and Ids is not named any more
//
// The compiler warns of unused variables only where constructor and destructor
// do nothing, and so exempts every container.
//
//===----------------------------------------------------------------------===//

#include "dead-container/DeadContainerCheck.h"
#include "utils/ast/Climb.h"
#include "utils/ast/NamedInText.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void DeadContainerCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      varDecl(hasLocalStorage(), unless(parmVarDecl()), unless(isImplicit()))
          .bind("variable"),
      this);
}

/// An allocator, a comparison, a hash: no part of the data.
static bool isPolicy(QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  return Record && !stdName(Type).empty() && Record->hasDefinition() &&
         Record->isEmpty();
}

/// Whether making and destroying such an object does nothing that anybody could
/// see: no locks, threads, files, or owners of what may be one.
static bool isPlainData(QualType Type, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 5;
  if (Depth > MaxDepth || Type.isNull() || Type->isDependentType())
    return false;
  const CXXRecordDecl *Record =
      Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!Record)
    return !Type->isReferenceType();
  if (isStdContainer(Type) || isStd(Type, {"pair", "tuple", "array", "optional",
                                           "vector", "complex"})) {
    const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Record);
    for (const TemplateArgument &A : S->getTemplateArgs().asArray())
      if (A.getKind() == TemplateArgument::Type && !isPolicy(A.getAsType()) &&
          !isPlainData(A.getAsType(), Depth + 1))
        return false;
    return true;
  }
  if (!(Record = Record->getDefinition()) || !stdName(Type).empty())
    return false;
  if (Record->hasUserDeclaredDestructor() &&
      (!Record->getDestructor() || !Record->getDestructor()->isDefaulted()))
    return false;
  return llvm::all_of(Record->bases(),
                      [&](const CXXBaseSpecifier &B) {
                        return isPlainData(B.getType(), Depth + 1);
                      }) &&
         llvm::all_of(Record->fields(), [&](const FieldDecl *F) {
           return isPlainData(F->getType(), Depth + 1);
         });
}

/// Whether a value that the call gives is used: `if (Seen.insert(X).second)`.
/// What is done with a reference that it gives is among the uses already.
static bool resultIsUsed(const Stmt &By, const ReferenceIndex &Index) {
  const auto *Call = dyn_cast<Expr>(&By);
  if (!Call || Call->getType()->isVoidType())
    return false;
  if (isa<CallExpr>(Call) && Call->isGLValue()) {
    // ++Times[Key]: the value of a built-in operator is no use of the element.
    const auto *Operator = Index.parentOf(By).get<Expr>();
    const auto *Unary = dyn_cast_or_null<UnaryOperator>(Operator);
    const auto *Binary = dyn_cast_or_null<BinaryOperator>(Operator);
    return ((Unary && Unary->isIncrementDecrementOp()) ||
            (Binary && Binary->isAssignmentOp())) &&
           resultIsUsed(*Operator, Index);
  }
  const Expr &Value = ascend<FullExpr, CXXBindTemporaryExpr, ParenExpr,
                             MaterializeTemporaryExpr>(*Call, Index);
  const auto *S = Index.parentOf(Value).get<Stmt>();
  return !S || isa<Expr, ReturnStmt>(S);
}

static bool captures(const Stmt *By, const VarDecl &V) {
  const auto *Lambda = dyn_cast_or_null<LambdaExpr>(By);
  return Lambda &&
         llvm::any_of(Lambda->captures(), [&](const LambdaCapture &C) {
           return C.capturesVariable() && C.getCapturedVar() == &V;
         });
}

/// Whether a function other than its own members fills it, which may be called
/// for something else: an out-parameter, `swap`, `Stream >> Skipped`.
static bool isOtherwiseNeeded(const Stmt &By) {
  const auto *Call = dyn_cast<CallExpr>(&By);
  if (!Call)
    return false;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
  return !Method || outermostNamespace(*Method) != "std" ||
         methodName(*Call) == "swap";
}

void DeadContainerCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *V = Result.Nodes.getNodeAs<VarDecl>("variable");
  ASTContext &Context = *Result.Context;
  const auto *Function =
      dyn_cast_or_null<FunctionDecl>(V->getParentFunctionOrMethod());
  if (!Function || !isStdContainer(V->getType()) ||
      V->getType()->isReferenceType() || V->hasAttrs() || !V->getIdentifier() ||
      V->isInitCapture() ||
      !isEditable(V->getSourceRange(), *Result.SourceManager) ||
      !isPlainData(V->getType()) || hasPolymorphicAllocator(V->getType()))
    return;

  UseSummary Uses = usesOf(*V, Context);
  const ReferenceIndex &Index = references(Context);
  const Stmt *Fill = nullptr;
  for (const Use &U : Uses.Uses) {
    if (U.Kind == UseKind::Read && captures(U.By, *V))
      continue; // what the body does with it are uses of their own
    if (!U.All.within({UseKind::Write, UseKind::Assign, UseKind::Shrink,
                       UseKind::Grow, UseKind::Reserve}))
      return;
    if (U.By && (isa<CXXForRangeStmt>(U.By) || isOtherwiseNeeded(*U.By) ||
                 resultIsUsed(*U.By, Index)))
      return;
    if (!Fill && (U.All.has(UseKind::Grow) || U.All.has(UseKind::Assign)))
      Fill = U.By;
  }
  if (!Fill || timesNamed(V->getName(), Function->getSourceRange(), Context) >
                   Uses.Uses.size() + 1)
    return;

  Diagnosis F;
  F.At = V->getLocation();
  F.Problem = "'" + V->getName().str() + "', a '" +
              nameOf(V->getType(), Context) + "', is filled and never read";
  F.Often = evidence(*Fill, Context);
  F.AtLeast = Weight::Loop; // nobody wants it, however seldom it is filled
  F.Suggestion = "leave it out";
  F.Notes = {{Fill->getBeginLoc(), "filled here", {}}};
  report(std::move(F), Function, Context);
}

} // namespace clang::tidy::anomalloc
