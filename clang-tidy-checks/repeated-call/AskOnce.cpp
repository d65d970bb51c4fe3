//===- AskOnce.cpp - calls that one call could stand for ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "repeated-call/AskOnce.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Descend.h"
#include "utils/ast/SourceText.h"
#include "utils/flow/Disturbance.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/loops/TripCount.h"
#include "utils/objects/ObjectPlace.h"
#include "utils/objects/OnlyMemory.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/rewrite/FreeName.h"
#include "utils/uses/ResultUse.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// The object of the call, if it has one, and its arguments.
static SmallVector<const Expr *, 4> operandsOf(const CallExpr &Call) {
  SmallVector<const Expr *, 4> Found;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    Found.push_back(Member->getImplicitObjectArgument());
  for (const Expr *A : Call.arguments())
    if (!isa<CXXDefaultArgExpr>(A))
      Found.push_back(A);
  return Found;
}

static bool isSameCall(const CallExpr &A, const CallExpr &B) {
  const auto Left = operandsOf(A), Right = operandsOf(B);
  return A.getDirectCallee() == B.getDirectCallee() &&
         Left.size() == Right.size() && all_of(zip(Left, Right), [](auto Pair) {
           return nameSameObject(std::get<0>(Pair), std::get<1>(Pair));
         });
}

/// Whether the user of the value takes it as const, and only for a moment.
static bool isLookedAt(const CallExpr &Call, const ReferenceIndex &Index) {
  const Expr &Value = ascendWhile(Call, Index, [](const Expr &Up) {
    return isa<FullExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr,
               ParenExpr>(Up) ||
           (isa<ImplicitCastExpr>(Up) &&
            cast<ImplicitCastExpr>(Up).getCastKind() !=
                CK_UserDefinedConversion);
  });
  const auto *User = Index.parentOf(Value).get<Expr>();
  const CXXMethodDecl *Method = nullptr;
  if (const auto *Member = dyn_cast_or_null<MemberExpr>(User)) {
    Method = dyn_cast<CXXMethodDecl>(Member->getMemberDecl());
    if (!Method) // a part, which may be moved out of what is new
      return Member->getType()->isScalarType();
    // v.begin(): that of a const vector is of another type.
    if (!Method->isConst() && Member->getType()->isRecordType())
      return false;
  } else if (const auto *Operator = dyn_cast_or_null<CXXOperatorCallExpr>(User);
             Operator && Operator->getArg(0) == &Value) {
    Method = dyn_cast_or_null<CXXMethodDecl>(Operator->getDirectCallee());
  }
  if (Method)
    return Method->isConst() && Method->getRefQualifier() != RQ_RValue;
  const auto *To = dyn_cast_or_null<CallExpr>(User);
  return To && !isOfStd(*To->getDirectCallee()) &&
         useOfResult(Call, Index) == ResultUse::Lent;
}

bool canBeKept(const CallExpr &Call, const ReferenceIndex &Index) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (!Callee || isOfStd(*Callee) || Call.isTypeDependent() ||
      (Method && Method->isInstance() && !Method->isConst()) ||
      !isOnlyMemory(Call.getType()))
    return false;
  for (const ParmVarDecl *P : Callee->parameters())
    if (const QualType Type = P->getType();
        !(Type->isArithmeticType() || Type->isEnumeralType() ||
          (Type->isLValueReferenceType() &&
           Type->getPointeeType().isConstQualified())))
      return false;
  for (const Expr *A : Call.arguments())
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A);
        Default && !Default->getExpr()->isEvaluatable(Index.context()))
      return false;
  for (const Expr *Operand : operandsOf(Call))
    // A temporary would be gone while the answer may refer to it.
    if (!nameSameObject(Operand, Operand) ||
        anyWithin(*Operand, [](const Stmt &S) {
          return isa<MaterializeTemporaryExpr, CXXConstructExpr,
                     CXXDefaultArgExpr>(S);
        }))
      return false;
  return isLookedAt(Call, Index);
}

namespace {
/// The way from a call up to a block.
struct Way {
  bool IsSure = true;     ///< Nothing on it is left out, if its loops repeat.
  bool InLoop = false;    ///< A loop on it repeats the call.
  bool MayNotRun = false; ///< A loop on it may not repeat at all.
};
} // namespace

/// Whether some statement of \p Block before \p Child may jump over it.
static bool isJumpedOver(const CompoundStmt &Block, const Stmt &Child) {
  for (const Stmt *S : Block.body()) {
    if (S == &Child)
      return false;
    if (anyWithin(*S, [](const Stmt &Part) {
          return isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt,
                     CXXThrowExpr, LabelStmt, CoreturnStmt>(Part);
        }))
      return true;
  }
  return true;
}

/// One step of the way.
static void extend(Way &W, const Stmt &Parent, const Stmt &Child,
                   const ReferenceIndex &Index) {
  const bool Repeats = is_contained(loopsAround(Child, Index), &Parent);
  W.InLoop |= Repeats;
  if (isa<OMPExecutableDirective, CapturedStmt, LambdaExpr, SwitchStmt,
          SwitchCase, LabelStmt, CXXTryStmt, CXXCatchStmt,
          AbstractConditionalOperator>(Parent)) {
    W.IsSure = false;
  } else if (const auto *Declared = dyn_cast<DeclStmt>(&Parent)) {
    W.IsSure &= none_of(Declared->decls(), [](const Decl *D) {
      const auto *V = dyn_cast<VarDecl>(D);
      return V && V->isStaticLocal(); // made once
    });
  } else if (const auto *If = dyn_cast<IfStmt>(&Parent)) {
    W.IsSure &= &Child == If->getCond() || &Child == If->getInit() ||
                &Child == If->getConditionVariableDeclStmt();
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(&Parent)) {
    W.IsSure &= !Binary->isLogicalOp() || &Child == Binary->getLHS();
  } else if (const auto *Block = dyn_cast<CompoundStmt>(&Parent)) {
    W.IsSure &= !isJumpedOver(*Block, Child);
  } else if (Repeats) {
    if (mayRunParallel(Parent, Index))
      W.IsSure = false;
    // A condition is evaluated once at least, and so is the body of a do.
    const auto *For = dyn_cast<ForStmt>(&Parent);
    const auto *While = dyn_cast<WhileStmt>(&Parent);
    const bool Once = isa<DoStmt>(Parent) ||
                      (For && &Child == For->getCond()) ||
                      (While && &Child == While->getCond());
    if (!Once) {
      auto Trips = tripCountOf(Parent, Index, Counting::Any);
      W.MayNotRun |=
          !Trips || !Trips->Constant || !*Trips->Constant || Trips->AtMost;
    }
    if (For && &Child == For->getInc())
      W.MayNotRun = true;
  }
}

/// Adds the objects that the value of \p Operand follows from. Of `a.b` that is
/// the member, not all of `a`.
static void addPlaces(const Expr &Operand, const FunctionFlow &Flow,
                      ObjectPlaces &Places) {
  const Expr *E = Operand.IgnoreParenImpCasts();
  if (isa<DeclRefExpr, MemberExpr, CXXThisExpr>(E))
    append_range(Places, placesReached(*E, Flow));
  while (const auto *Member = dyn_cast<MemberExpr>(E))
    E = Member->getBase()->IgnoreParenImpCasts();
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_or_null<Expr>(Child))
      addPlaces(*Part, Flow, Places);
}

static ObjectPlaces placesOfOperands(const CallExpr &Call,
                                     const FunctionFlow &Flow) {
  ObjectPlaces Places;
  for (const Expr *Operand : operandsOf(Call)) {
    addPlaces(*Operand, Flow, Places);
    if (Operand->isGLValue() || Operand->getType()->isPointerType())
      append_range(Places, placesReached(*Operand, Flow));
  }
  return Places;
}

/// What may change the answer between \p From and \p To, statements of
/// \p Block: "" if nothing is seen, nullopt if something surely does.
static std::optional<std::string>
changesBetween(const Stmt &From, const Stmt &To, const CompoundStmt &Block,
               const CallExpr &Call, const FunctionFlow &Flow,
               const ReferenceIndex &Index) {
  SmallVector<const Stmt *, 8> Region;
  bool Inside = false;
  for (const Stmt *S : Block.body()) {
    Inside |= S == &From;
    if (Inside)
      Region.push_back(S);
    if (S == &To)
      break;
  }
  std::string Found;
  for (const Disturbance &D : disturbancesOf(placesOfOperands(Call, Flow),
                                             nullptr, Flow, Index.context())) {
    const bool IsHere =
        Flow.outermostLambda(*D.By) || any_of(Region, [&](const Stmt *S) {
          return D.By == S || any_of(Flow.parentsOf(*D.By),
                                     [&](Rung R) { return &R.Parent == S; });
        });
    if (!IsHere)
      continue;
    if (D.IsCertain)
      return std::nullopt;
    if (Found.empty())
      Found = D.Reason;
  }
  return Found;
}

/// Whether each local variable that \p Call names is changed under its own name
/// only.
static bool hasAlias(const CallExpr &Call, const FunctionFlow &Flow) {
  return any_of(operandsOf(Call), [&](const Expr *Operand) {
    return anyWithin(*Operand, [&](const Stmt &S) {
      const auto *Ref = dyn_cast<DeclRefExpr>(&S);
      const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      return V && V->getType()->isScalarType() && V->hasLocalStorage() &&
             !V->getType().isConstQualified() && Flow.isAliased(*V);
    });
  });
}

std::optional<AskOnce> askOnce(ArrayRef<const CallExpr *> Calls,
                               const FunctionFlow &Flow,
                               const ReferenceIndex &Index) {
  const CallExpr &First = *Calls.front();
  if (hasAlias(First, Flow) ||
      bool(Index.jumpsIn(*Flow.function().getBody()) & Jumps::Goto))
    return std::nullopt;
  std::optional<AskOnce> Best;
  Way W;
  for (auto [Parent, Child] : parentsOf(First, Index)) {
    const auto *Block = dyn_cast<CompoundStmt>(&Parent);
    if (Block && !any_of(Block->body(), [](const Stmt *S) {
          return isa<SwitchCase, LabelStmt>(S);
        })) {
      AskOnce Found;
      Found.Before = &Child;
      const Stmt *Last = &Child;
      for (const CallExpr *Call : Calls)
        if (isInside(*Call, *Block, Index) && isSameCall(First, *Call)) {
          Found.Calls.push_back(Call);
          for (const Stmt *S : Block->body())
            if (isInside(*Call, *S, Index))
              Last = S;
        }
      const bool Stays = all_of(operandsOf(First), [&](const Expr *Operand) {
        return isSameValueIn(*Operand, *Block, Index);
      });
      if (!Stays)
        break;
      if (W.IsSure && (W.InLoop || Found.Calls.size() > 1)) {
        auto Changes = changesBetween(Child, *Last, *Block, First, Flow, Index);
        if (!Changes)
          break;
        Found.MayNotRun = W.MayNotRun;
        Found.MayChange = std::move(*Changes);
        // A wider block only if it saves more and is as certain.
        if (!Best || Found.Calls.size() > Best->Calls.size() ||
            (Found.MayNotRun == Best->MayNotRun &&
             Found.MayChange.empty() == Best->MayChange.empty()))
          Best = std::move(Found);
      }
    }
    extend(W, Parent, Child, Index);
    if (!W.IsSure)
      break;
  }
  return Best;
}

/// A name for what the call returns: "MeshE" for Mesh[E], "MeshRow" for
/// Mesh.getRow(1).
static std::string nameOfAnswer(const CallExpr &Call, const StringSet<> &Given,
                                const ASTContext &Context) {
  const auto Operands = operandsOf(Call);
  const FunctionDecl &Callee = *Call.getDirectCallee();
  auto nameIn = [](const Expr *E) -> StringRef {
    const ValueDecl *D = namedObject(*E);
    return D && D->getIdentifier() ? D->getName() : StringRef();
  };
  StringRef Base, Word;
  const bool IsMethod = isa<CXXMethodDecl>(Callee) && !Operands.empty();
  if (IsMethod)
    Base = nameIn(Operands.front());
  if (Callee.getIdentifier()) {
    Word = Callee.getName();
    for (StringRef Verb : {"get", "make", "create", "compute"})
      if (Word.size() > Verb.size() && Word.starts_with(Verb) &&
          !isLower(Word[Verb.size()])) {
        Word = Word.drop_front(Verb.size()).ltrim('_');
        break;
      }
    if (Base.empty())
      std::swap(Base, Word);
  } else if (Operands.size() > 1) {
    Word = nameIn(Operands.back());
  }
  if (Word.empty())
    Word = IsMethod ? "Part" : "Result";
  std::string Capital = Word.str();
  Capital[0] = toUpper(Capital[0]);
  return freeName(Base, Capital, Context, Given);
}

SmallVector<FixItHint, 4> keepAnswer(const AskOnce &Asked, unsigned Nth,
                                     StringSet<> &Given,
                                     const ReferenceIndex &Index) {
  const ASTContext &Context = Index.context();
  const SourceManager &SM = Context.getSourceManager();
  const std::string Name = nameOfAnswer(*Asked.Calls.front(), Given, Context);
  StringRef Text = textOf(Asked.Calls.front()->getSourceRange(), Context);
  if (Name.empty() || Text.empty() || Text.contains('\n') ||
      !Context.getLangOpts().CPlusPlus11)
    return {};
  auto Before = insertLineBefore(
      *Asked.Before, ("const auto &" + Name + " = " + Text + ";").str(), Index,
      Nth);
  if (!Before)
    return {};
  SmallVector<FixItHint, 4> Fixes{*Before};
  for (const CallExpr *Call : Asked.Calls) {
    const SourceRange Range = Call->getSourceRange();
    if (!isEditable(Range, SM) || losesComment(Range, "", Context))
      return {};
    Fixes.push_back(FixItHint::CreateReplacement(Range, Name));
  }
  Given.insert(Name);
  return Fixes;
}

} // namespace clang::tidy::anomalloc
