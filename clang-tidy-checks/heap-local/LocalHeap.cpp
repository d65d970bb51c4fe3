//===- LocalHeap.cpp - what a pointer variable allocates and frees --------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heap-local/LocalHeap.h"
#include "utils/ast/Climb.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/Uses.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace clang::tidy::anomalloc {

static bool isSmart(QualType Type) {
  return isStd(Type, {"unique_ptr", "shared_ptr"});
}

/// A function of C or of std by its name.
static bool isNamed(const FunctionDecl &F,
                    llvm::ArrayRef<llvm::StringRef> Names) {
  return F.getDeclName().isIdentifier() &&
         llvm::is_contained(Names, F.getName()) &&
         (F.isExternC() || outermostNamespace(F) == "std");
}

static std::optional<Allocated> ofNew(const CXXNewExpr &New) {
  const FunctionDecl *Operator = New.getOperatorNew();
  if (New.getNumPlacementArgs() ||
      (Operator && !Operator->isReplaceableGlobalAllocationFunction()))
    return std::nullopt;
  if (New.isArray())
    return Allocated{{}, New.getArraySize().value_or(nullptr)};
  return Allocated{New.getAllocatedType(), nullptr};
}

/// Whether what the function returns is a fresh block: by malloc or new[], not
/// an object that it makes. Who gets more than numbers may fill it as well, as
/// strdup does: the caller cannot keep such a block for the next time.
static bool returnsBlock(const FunctionDecl &F) {
  QualType Pointee = F.getReturnType()->getPointeeType();
  return !Pointee.isNull() && F.isDefined() && !isa<CXXMethodDecl>(F) &&
         (Pointee->isVoidType() || Pointee->isArithmeticType()) &&
         llvm::all_of(F.parameters(),
                      [](const ParmVarDecl *P) {
                        return P->getType()->isIntegralOrEnumerationType();
                      }) &&
         functionAllocates(F);
}

static std::optional<Allocated> ofCall(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F)
    return std::nullopt;
  if (isNamed(*F, {"malloc", "calloc", "aligned_alloc"}) || returnsBlock(*F))
    return Allocated{{},
                     Call.getNumArgs() == 1
                         ? Call.getArg(0)->IgnoreParenImpCasts()
                         : nullptr};
  if (!isStdFunction(*F, {"make_unique", "make_shared"}))
    return std::nullopt;
  QualType Made = typeArgument(Call.getType(), 0);
  if (Made.isNull())
    return std::nullopt;
  if (Made->isArrayType())
    return Allocated{{}, Call.getNumArgs() ? Call.getArg(0) : nullptr};
  return Allocated{Made, nullptr};
}

std::optional<Allocated> allocatedBy(const VarDecl &V) {
  const Expr *Init = V.getInit();
  if (!Init || !(V.getType()->isPointerType() || isSmart(V.getType())))
    return std::nullopt;
  if (isSmart(V.getType()) && stdName(V.getType()) == "unique_ptr" &&
      stdName(typeArgument(V.getType(), 1)) != "default_delete")
    return std::nullopt;
  // `unique_ptr<T> p(new T)`, `auto p = make_unique<T>()`, also before C++17.
  for (;;) {
    Init = Init->IgnoreParenImpCasts()->IgnoreImplicit();
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Init))
      Init = Cast->getSubExpr();
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(Init);
             Made && Made->getNumArgs() == 1)
      Init = Made->getArg(0);
    else
      break;
  }
  if (const auto *New = dyn_cast<CXXNewExpr>(Init))
    return ofNew(*New);
  const auto *Call = dyn_cast<CallExpr>(Init);
  return Call ? ofCall(*Call) : std::nullopt;
}

/// Whether \p S, in the body of a function, frees \p P.
static bool frees(const Stmt &S, const ParmVarDecl &P) {
  const Expr *Freed = nullptr;
  if (const auto *Delete = dyn_cast<CXXDeleteExpr>(&S))
    Freed = Delete->getArgument();
  else if (const auto *Call = dyn_cast<CallExpr>(&S))
    if (const FunctionDecl *F = Call->getDirectCallee();
        F && isNamed(*F, {"free"}) && Call->getNumArgs() == 1)
      Freed = Call->getArg(0);
  if (Freed) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Freed->IgnoreParenCasts());
    if (Ref && Ref->getDecl() == &P)
      return true;
  }
  return llvm::any_of(S.children(), [&](const Stmt *Child) {
    return Child && frees(*Child, P);
  });
}

/// The expression that frees what \p Reference points to, or null.
static const Expr *freedBy(const Expr &Reference, const ReferenceIndex &Index) {
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
  if (isNamed(*F, {"free"}))
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
    return Operator->getOperator() == OO_Arrow ||
           Operator->getOperator() == OO_Star ||
           Operator->getOperator() == OO_Subscript;
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

/// `!p`, `p == nullptr`, for the variable \p V.
static bool asksWhetherNull(const Expr &Cond, const VarDecl &V,
                            const ASTContext &Context) {
  auto Names = [&](const Expr &E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E.IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == &V;
  };
  auto IsNull = [&](const Expr &E) {
    return E.isNullPointerConstant(const_cast<ASTContext &>(Context),
                                   Expr::NPC_ValueDependentIsNotNull);
  };
  const Expr *Plain = Cond.IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(Plain))
    return Not->getOpcode() == UO_LNot && Names(*Not->getSubExpr());
  const auto *Equal = dyn_cast<BinaryOperator>(Plain);
  return Equal && Equal->getOpcode() == BO_EQ &&
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
  bool HandedOver = false;
  for (const Expr *Reference : Index.to(V)) {
    if (const Expr *By = freedBy(*Reference, Index)) {
      const Expr &Whole =
          ascendWhile(*By, Index, [](const Expr &) { return true; });
      Freed.insert(&Whole);
      const auto *Around = Index.parentOf(Whole).get<CompoundStmt>();
      if (Around && llvm::is_contained(Around->body(), &Declared))
        Block = Around;
      continue;
    }
    if (!classifyUse(*Reference, Index)
             .All.within({UseKind::Read, UseKind::Copy}))
      return false; // it may point elsewhere then
    const Use OfPointee = classifyPointeeUse(*Reference, Index);
    if (!OfPointee.All.has(UseKind::Escape) && !OfPointee.KeepsReference)
      continue;
    if (!isHandedOver(*Reference, Index))
      return false;
    HandedOver = true;
  }
  return Block && (!HandedOver || isFreedOnEachWay(V, Declared, *Block, Freed,
                                                   Index.context()));
}

} // namespace clang::tidy::anomalloc
