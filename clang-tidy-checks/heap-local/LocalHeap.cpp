//===- LocalHeap.cpp - what a pointer variable allocates and frees --------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heap-local/LocalHeap.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Descend.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/uses/Uses.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace clang::tidy::anomalloc {

/// free of C or of std.
static bool isFree(const FunctionDecl &F) {
  return F.getDeclName().isIdentifier() && F.getName() == "free" &&
         (F.isExternC() || outermostNamespace(F) == "std");
}

static bool isSmart(QualType Type) {
  return ownershipOf(Type) != Ownership::None;
}

std::optional<Allocated> allocatedBy(const VarDecl &V) {
  return V.getInit() && (V.getType()->isPointerType() || isSmart(V.getType()))
             ? allocatedBy(*V.getInit())
             : std::nullopt;
}

/// Whether \p S, in the body of a function, frees \p P.
static bool frees(const Stmt &S, const ParmVarDecl &P) {
  const Expr *Freed = nullptr;
  if (const auto *Delete = dyn_cast<CXXDeleteExpr>(&S))
    Freed = Delete->getArgument();
  else if (const auto *Call = dyn_cast<CallExpr>(&S))
    if (const FunctionDecl *F = Call->getDirectCallee();
        F && isFree(*F) && Call->getNumArgs() == 1)
      Freed = Call->getArg(0);
  if (Freed) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Freed->IgnoreParenCasts());
    if (Ref && Ref->getDecl() == &P)
      return true;
  }
  return anyChild(S, frees, P);
}

const Expr *freedBy(const Expr &Reference, const ReferenceIndex &Index) {
  const Expr &Value = ascendWhile(Reference, Index, [](const Expr &Up) {
    return isa<ParenExpr, CastExpr>(Up);
  });
  const auto *By = Index.parentOf(Value).get<Expr>();
  if (isa_and_nonnull<CXXDeleteExpr>(By))
    return By;
  const auto *Call = dyn_cast_or_null<CallExpr>(By);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F)
    return nullptr;
  if (isFree(*F))
    return By;
  const FunctionDecl *Body = nullptr;
  if (isa<CXXMethodDecl>(F) || !F->hasBody(Body))
    return nullptr;
  for (unsigned I = 0; I < std::min(Call->getNumArgs(), Body->getNumParams());
       ++I)
    if (Call->getArg(I) == &Value &&
        frees(*Body->getBody(), *Body->getParamDecl(I)))
      return By;
  return nullptr;
}

/// `p->x`, `*p`, `p.get()`, `if (p)`: nobody takes the object over.
static bool isReadThrough(const Expr &Reference, const ReferenceIndex &Index) {
  const Expr &Object = ascend<ParenExpr, ImplicitCastExpr>(Reference, Index);
  const Stmt *By = Index.parentOf(Object).get<Stmt>();
  if (const auto *Operator = dyn_cast_or_null<CXXOperatorCallExpr>(By))
    return llvm::is_contained(
        {OO_Arrow, OO_Star, OO_Subscript, OO_EqualEqual, OO_ExclaimEqual},
        Operator->getOperator());
  const auto *Member = dyn_cast_or_null<MemberExpr>(By);
  if (!Member)
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(Member->getMemberDecl());
  return Method &&
         (isa<CXXConversionDecl>(Method) ||
          (Method->getDeclName().isIdentifier() && Method->getName() == "get"));
}

bool isFreedEarly(const VarDecl &V, const ReferenceIndex &Index) {
  return llvm::any_of(Index.to(V), [&](const Expr *Reference) {
    const Expr *By = freedBy(*Reference, Index);
    if (!By)
      return false;
    const Expr &Whole =
        ascendWhile(*By, Index, [](const Expr &) { return true; });
    const auto *Block = Index.parentOf(Whole).get<CompoundStmt>();
    if (!Block)
      return true;
    auto Next = std::next(llvm::find(Block->body(), &Whole));
    while (Next != Block->body_end() && isa<CXXDeleteExpr>(*Next))
      ++Next;
    return Next != Block->body_end() &&
           !isa<ReturnStmt, BreakStmt, ContinueStmt>(*Next);
  });
}

/// The statements that consist of freeing what \p V points to.
using Frees = llvm::SmallPtrSet<const Stmt *, 4>;

/// `!p`, `p == nullptr`, for the variable \p V; `p`, `p != nullptr` if it asks
/// whether there is \p Something.
static bool asksWhetherNull(const Expr &Cond, const VarDecl &V,
                            const ASTContext &Context, bool Something = false) {
  auto Names = [&](const Expr &E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E.IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == &V;
  };
  auto IsNull = [&](const Expr &E) {
    return E.isNullPointerConstant(const_cast<ASTContext &>(Context),
                                   Expr::NPC_ValueDependentIsNotNull);
  };
  const Expr *Plain = Cond.IgnoreParenImpCasts();
  if (Something && Names(*Plain))
    return true;
  if (const auto *Not = dyn_cast<UnaryOperator>(Plain))
    return !Something && Not->getOpcode() == UO_LNot &&
           Names(*Not->getSubExpr());
  const auto *Equal = dyn_cast<BinaryOperator>(Plain);
  return Equal && Equal->getOpcode() == (Something ? BO_NE : BO_EQ) &&
         ((Names(*Equal->getLHS()) && IsNull(*Equal->getRHS())) ||
          (Names(*Equal->getRHS()) && IsNull(*Equal->getLHS())));
}

/// Whether \p S may leave the block around it (by other means than a throw)
/// while \p V still points to memory. \p Breaks, \p Continues: a break or
/// continue here leaves that block.
static bool leavesUnfreed(const Stmt &S, const VarDecl &V, const Frees &Freed,
                          bool Breaks, bool Continues,
                          const ASTContext &Context) {
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt>(S))
    return true;
  if (isa<BreakStmt>(S))
    return Breaks;
  if (isa<ContinueStmt>(S))
    return Continues;
  if (isa<LambdaExpr>(S))
    return false;
  const bool Loop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  Breaks &= !Loop && !isa<SwitchStmt>(S);
  Continues &= !Loop;
  const auto *If = dyn_cast<IfStmt>(&S);
  const Stmt *Skipped = If && asksWhetherNull(*If->getCond(), V, Context)
                            ? If->getThen()
                            : nullptr;
  for (const Stmt *Child : S.children()) {
    if (isa<CompoundStmt>(S) && Freed.contains(Child))
      return false;
    if (Child && Child != Skipped &&
        leavesUnfreed(*Child, V, Freed, Breaks, Continues, Context))
      return true;
  }
  return false;
}

/// Whether each way out of \p Block, from \p Declared on, frees \p V.
static bool isFreedOnEachWay(const VarDecl &V, const DeclStmt &Declared,
                             const CompoundStmt &Block, const Frees &Freed,
                             const ASTContext &Context) {
  for (auto *At = llvm::find(Block.body(), &Declared);
       At != Block.body_end() && !Freed.contains(*At); ++At)
    if (leavesUnfreed(**At, V, Freed, true, true, Context))
      return false;
  return true;
}

/// The `if (p)` whose branch ends with \p Freeing, or consists of it; or null.
static const IfStmt *onlyIfThere(const Stmt &Freeing, const VarDecl &V,
                                 const ReferenceIndex &Index) {
  const Stmt *Branch = &Freeing;
  if (const auto *Around = Index.parentOf(Freeing).get<CompoundStmt>())
    Branch = Around;
  const auto *If = Index.parentOf(*Branch).get<IfStmt>();
  return If && If->getThen() == Branch && !If->getElse() &&
                 asksWhetherNull(*If->getCond(), V, Index.context(), true)
             ? If
             : nullptr;
}

/// Whether the pointer, or one into what it points to, is an argument of a
/// function. Whatever that does with it, it cannot keep what is freed in any
/// case.
static bool isHandedOver(const Expr &Reference, const ReferenceIndex &Index) {
  const Expr &Value = ascendWhile(Reference, Index, [](const Expr &Up) {
    const auto *Op = dyn_cast<BinaryOperator>(&Up);
    return (Op && Op->isAdditiveOp()) ||
           isa<ParenExpr, CastExpr, UnaryOperator, ArraySubscriptExpr>(Up);
  });
  const auto *Call = Index.parentOf(Value).get<CallExpr>();
  return Call && llvm::is_contained(Call->arguments(), &Value);
}

/// Whether a raw pointer is led nowhere else here, nor kept by anybody, unless
/// \p HandedOver says that functions get it.
static bool isUsedHereOnly(const Expr &Reference, const ReferenceIndex &Index,
                           bool &HandedOver) {
  if (!classifyUse(Reference, Index).All.within({UseKind::Read, UseKind::Copy}))
    return false; // it may point elsewhere then
  const Use OfPointee = classifyPointeeUse(Reference, Index);
  if (!OfPointee.All.has(UseKind::Escape) && !OfPointee.KeepsReference)
    return true;
  if (!isHandedOver(Reference, Index))
    return false;
  return HandedOver = true;
}

bool isOnlyReturned(const VarDecl &V, const ReferenceIndex &Index) {
  return llvm::all_of(Index.to(V), [&](const Expr *Reference) {
    const Expr &Value = ascendWhile(*Reference, Index, handsOnValue);
    if (Index.parentOf(Value).get<ReturnStmt>())
      return true;
    bool HandedOver = false;
    return isSmart(V.getType())
               ? isReadThrough(*Reference, Index)
               : isUsedHereOnly(*Reference, Index, HandedOver) && !HandedOver;
  });
}

bool isFreedInItsBlock(const VarDecl &V, const DeclStmt &Declared,
                       const ReferenceIndex &Index) {
  if (Index.to(V).empty())
    return false;
  if (isSmart(V.getType()))
    return llvm::all_of(Index.to(V), [&](const Expr *Reference) {
      return isReadThrough(*Reference, Index);
    });
  Frees Freed;
  const CompoundStmt *Block = nullptr; // where it is declared and freed
  bool HandedOver = false, InBranch = false;
  for (const Expr *Reference : Index.to(V)) {
    if (const Expr *By = freedBy(*Reference, Index)) {
      const Expr &Whole =
          ascendWhile(*By, Index, [](const Expr &) { return true; });
      Freed.insert(&Whole);
      const auto *Around = Index.parentOf(Whole).get<CompoundStmt>();
      if (Around && llvm::is_contained(Around->body(), &Declared)) {
        Block = Around;
      } else if (const IfStmt *If = onlyIfThere(Whole, V, Index)) {
        InBranch = true;
        const auto *Outer = Index.parentOf(*If).get<CompoundStmt>();
        if (If->getConditionVariableDeclStmt() == &Declared)
          Block = dyn_cast<CompoundStmt>(If->getThen());
        else if (Outer && llvm::is_contained(Outer->body(), &Declared))
          Block = Outer;
      }
      continue;
    }
    if (!isUsedHereOnly(*Reference, Index, HandedOver))
      return false;
  }
  return Block && (!HandedOver ||
                   (!InBranch && isFreedOnEachWay(V, Declared, *Block, Freed,
                                                  Index.context())));
}

} // namespace clang::tidy::anomalloc
