//===- CountWatch.cpp - who looks at counts of handles --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/flow/CountWatch.h"
#include "utils/ast/Descend.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/framework/Compat.h"
#include "utils/objects/CopyTrace.h"
#include "utils/objects/OnlyMemory.h"
#include "utils/objects/PointerLike.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/StdUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// How far calls are followed.
static constexpr unsigned MaxWatched = 16;

static bool hasHandles(QualType Type) {
  return traceOfCopies(Type.getNonReferenceType()) != CopyTrace::None;
}

/// Of a class of handles: what looks at nothing but the object behind.
static bool onlyLeads(const CXXMethodDecl &Method) {
  if (isa<CXXConversionDecl>(Method))
    return true;
  const OverloadedOperatorKind Operator = Method.getOverloadedOperator();
  return Operator == OO_Arrow || Operator == OO_Star ||
         Operator == OO_Subscript ||
         (Method.getDeclName().isIdentifier() && Method.getName() == "get");
}

namespace {
class WatchSearch {
public:
  /// Whether \p S itself, without its parts, may look or let go.
  bool at(const Stmt &S) { return looks(S) || letsGo(S); }
  /// Whether it may look.
  bool looks(const Stmt &S);

private:
  bool letsGo(const Stmt &S);
  bool in(const FunctionDecl &Function);
  bool within(const Stmt *S) {
    return S && anyWithin(*S, [&](const Stmt &Part) { return at(Part); });
  }

  SmallPtrSet<const FunctionDecl *, 8> Seen;
};
} // namespace

bool WatchSearch::in(const FunctionDecl &Function) {
  if (!Seen.insert(Function.getCanonicalDecl()).second)
    return false;
  const SourceManager &SM = Function.getASTContext().getSourceManager();
  if (Function.isExternC() && SM.isInSystemHeader(Function.getLocation()))
    return false; // what C's own functions know of handles
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (Method && countsItsCopies(*Method->getParent()))
    return !onlyLeads(*Method);
  if (Function.isTrivial() || Function.isDefaulted())
    return Method && hasHandles(compat::recordType(*Method->getParent()));
  const FunctionDecl *Body = Function.getDefinition();
  if (!Body || Seen.size() > MaxWatched || (Method && Method->isVirtual()))
    return true;
  if (const auto *Made = dyn_cast<CXXConstructorDecl>(Body))
    if (any_of(Made->inits(),
               [&](const auto *Init) { return within(Init->getInit()); }))
      return true;
  return within(Body->getBody());
}

/// Whether the argument is, or may lead to, a function that is not in view.
static bool mayBeCalled(const Expr &Argument) {
  const QualType Type = Argument.getType();
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  return Type->isFunctionType() || Type->isFunctionPointerType() ||
         (Class && Class->hasDefinition() && !Class->isLambda() &&
          !isOfStd(*Class) &&
          any_of(Class->methods(), [](const CXXMethodDecl *M) {
            return M->getOverloadedOperator() == OO_Call;
          }));
}

bool WatchSearch::looks(const Stmt &S) {
  if (isa<CoroutineSuspendExpr>(S))
    return true;
  if (const auto *Made = dyn_cast<CXXConstructExpr>(&S)) {
    const CXXConstructorDecl &Constructor = *Made->getConstructor();
    return Constructor.isUserProvided() && !isOfStd(Constructor) &&
           in(Constructor);
  }
  const auto *Call = dyn_cast<CallExpr>(&S);
  if (!Call)
    return false;
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !isOfStd(*Callee))
    return !Callee || in(*Callee);
  // A function of std, by its name and by what it is given.
  if (Callee->getDeclName().isIdentifier() &&
      is_contained({"use_count", "unique", "expired", "lock", "owner_before"},
                   Callee->getName()))
    return true;
  return Callee->getOverloadedOperator() == OO_Call ||
         any_of(Call->arguments(),
                [](const Expr *E) { return mayBeCalled(*E); });
}

/// Whether \p E moves a local object, whose end is as near as it was.
static bool movesLocal(const Expr &E) {
  const auto *Call = dyn_cast<CallExpr>(E.IgnoreParenImpCasts());
  const Expr *From = Call && Call->getNumArgs() == 1 ? Call->getArg(0) : &E;
  const auto *Ref = dyn_cast<DeclRefExpr>(From->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->getType()->isReferenceType();
}

bool WatchSearch::letsGo(const Stmt &S) {
  if (isa<CXXDeleteExpr>(S))
    return true;
  if (const auto *Declares = dyn_cast<DeclStmt>(&S))
    return any_of(Declares->decls(), [](const Decl *D) {
      const auto *V = dyn_cast<VarDecl>(D);
      return V && runsOwnDestructor(V->getType());
    });
  if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(&S))
    return runsOwnDestructor(Bound->getType());
  if (const auto *Made = dyn_cast<CXXConstructExpr>(&S))
    return Made->getConstructor()->isMoveConstructor() &&
           hasHandles(Made->getType()) && Made->getArg(0)->isXValue() &&
           !movesLocal(*Made->getArg(0));
  const auto *Call = dyn_cast<CallExpr>(&S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !isOfStd(*Callee) ||
      isStdFunction(*Callee, {"move", "forward"}))
    return false;
  const Expr *On = calledOn(*Call);
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee))
    return On && !Method->isConst() && stdMemberUse(*Method) != UseKind::Read &&
           hasHandles(On->getType());
  for (unsigned I = 0; I < Callee->getNumParams(); ++I) {
    const QualType As = Callee->getParamDecl(I)->getType();
    if (As->isReferenceType() && !As->getPointeeType().isConstQualified() &&
        hasHandles(As))
      return true;
  }
  return false;
}

bool mayMissHandle(const VarDecl &V, const FunctionFlow &Flow) {
  const DeclStmt *Declared = Flow.declarationOf(V);
  WatchSearch Looks;
  return any_of(Flow.statements(), [&](const Stmt *S) {
    return (!Declared || Flow.mayFollow(*Declared, *S, &V)) && Looks.at(*S);
  });
}

bool mayMissCopy(const DeclRefExpr &Use, const VarDecl &V,
                 const FunctionFlow &Flow) {
  SmallPtrSet<const Stmt *, 8> Around;
  for (auto [Parent, Child] : Flow.parentsOf(Use))
    Around.insert(&Parent);
  const DeclStmt *Declared = Flow.declarationOf(V);
  const Stmt *Scope = Declared ? Flow.parentOf(*Declared) : nullptr;
  auto IsInScope = [&](const Stmt &S) {
    for (auto [Parent, Child] : Flow.parentsOf(S))
      if (&Parent == Declared || &Parent == Scope)
        return &Parent == Scope;
    return !Scope;
  };
  WatchSearch Looks;
  return any_of(Flow.statements(), [&](const Stmt *S) {
    // What is destroyed before or after it.
    if (const auto *Declares = dyn_cast<DeclStmt>(S);
        Declares && Around.contains(Flow.parentOf(*S)) &&
        any_of(Declares->decls(), [&](const Decl *D) {
          const auto *Other = dyn_cast<VarDecl>(D);
          return Other && Other != &V && !isOnlyMemory(Other->getType());
        }))
      return true;
    if (Around.contains(S)) // what takes it
      return Looks.looks(*S);
    return isa<CallExpr, CXXConstructExpr, CXXDeleteExpr, CXXNewExpr,
               CoroutineSuspendExpr>(S) &&
           IsInScope(*S) && Flow.mayFollow(Use, *S, &V);
  });
}

} // namespace clang::tidy::anomalloc
