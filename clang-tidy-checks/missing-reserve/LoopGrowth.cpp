//===- LoopGrowth.cpp - which containers a loop makes grow ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "missing-reserve/LoopGrowth.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Descend.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdMembers.h"
#include "clang/Basic/SourceManager.h"

namespace clang::tidy::anomalloc {

namespace {
/// What happens in each iteration of a loop.
class Iteration {
public:
  Iteration(const Stmt &Loop, const ReferenceIndex &Index)
      : Loop(Loop), Index(Index) {
    if (const Stmt *Body = bodyOfLoop(Loop, Index.context()))
      statement(*Body);
  }
  llvm::SmallVector<Growth, 2> Grown;

private:
  void statement(const Stmt &S);
  void branches(const IfStmt &If);
  void inner(const Stmt &S);
  void call(const Expr &E);
  void grows(const Expr &Object, const Expr &By, bool AtMost);

  const Stmt &Loop;
  const ReferenceIndex &Index;
  const Stmt *Inner = nullptr;
  std::optional<TripCount> PerInner;
  bool Maybe = false; ///< A `continue` came before.
};
} // namespace

void Iteration::statement(const Stmt &S) {
  if (isa<CompoundStmt>(S)) {
    for (const Stmt *Child : S.children())
      statement(*Child);
    return;
  }
  if (const auto *E = dyn_cast<Expr>(&S))
    return call(*E->IgnoreImplicit());
  if (const auto *If = dyn_cast<IfStmt>(&S))
    branches(*If);
  else if (isa<ForStmt, CXXForRangeStmt>(S))
    inner(S);
  Maybe |= mayContinue(S);
}

void Iteration::branches(const IfStmt &If) {
  // Each branch for itself: only one of them runs.
  auto Before = std::exchange(Grown, {});
  const bool Certain = !Maybe;
  statement(*If.getThen());
  auto Then = std::exchange(Grown, {});
  Maybe = !Certain;
  if (If.getElse())
    statement(*If.getElse());
  auto Else = std::exchange(Grown, std::move(Before));
  Maybe = !Certain;
  for (Growth &G : Then) {
    Growth *Other = llvm::find_if(Else, [&](const Growth &E) {
      return nameSameObject(E.Object, G.Object);
    });
    if (Other == Else.end()) {
      G.AtMost = true;
    } else {
      G.AtMost |= Other->AtMost || Other->Calls != G.Calls;
      G.Sites += Other->Sites;
      G.Calls = G.Calls && Other->Calls && G.Inner == Other->Inner
                    ? std::max(G.Calls, Other->Calls)
                    : 0;
      Else.erase(Other);
    }
  }
  for (Growth &G : Else)
    G.AtMost = true;
  Then.append(Else.begin(), Else.end());
  for (Growth &G : Then) {
    Growth *Other = llvm::find_if(Grown, [&](const Growth &E) {
      return nameSameObject(E.Object, G.Object);
    });
    if (Other == Grown.end())
      Grown.push_back(std::move(G));
    else
      Other->Calls = 0; // as before, no simple sum
  }
}

void Iteration::inner(const Stmt &S) {
  if (Inner)
    return;
  // The same number of times in each iteration.
  auto Count = tripCountOf(S, Index);
  if (!Count || !(Count->Constant || isSameValueIn(*Count->From, Loop, Index)))
    return;
  const bool Certain = !Maybe;
  Inner = &S;
  PerInner = Count;
  statement(*bodyOfLoop(S, Index.context()));
  Maybe = !Certain;
  Inner = nullptr;
  PerInner.reset();
}

/// Whether the class has a method of its own in place of one that a fix calls.
static bool hidesReserve(const CXXRecordDecl &Class) {
  return llvm::any_of(Class.methods(), [](const CXXMethodDecl *Method) {
    return Method->getDeclName().isIdentifier() &&
           (Method->getName() == "reserve" || Method->getName() == "size");
  });
}

QualType containerType(const Expr &Object) {
  // The class as it is written, not the base whose method is called.
  const QualType Written = Object.IgnoreParenImpCasts()->getType();
  const QualType Pointee = Written->getPointeeType();
  QualType Type = Pointee.isNull() ? Written : Pointee;
  // What derives from one, and adds what it likes.
  for (const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
       Class && Class->hasDefinition() && !Class->isInStdNamespace() &&
       Class->getNumBases() == 1 && !hidesReserve(*Class) &&
       Class->bases_begin()->getAccessSpecifier() == AS_public;
       Class = Type->getAsCXXRecordDecl())
    Type = Class->bases_begin()->getType();
  return Type;
}

/// Whether the method that \p Call calls is one of std's, not one that a class
/// puts in its place.
static bool callsStd(const Expr &Call) {
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  const CXXMethodDecl *Method = Member ? Member->getMethodDecl() : nullptr;
  return !Method || Method->getParent()->isInStdNamespace();
}

bool growsByOne(const Expr &Call) { return appendsOne(Call) && callsStd(Call); }

/// The argument, a container by reference or pointer, to which a function that
/// is seen appends one element in each call, and does nothing else; or null.
static const Expr *grownArgument(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->hasBody(F) || isa<CXXMethodDecl>(F))
    return nullptr;
  const auto *Body = dyn_cast<CompoundStmt>(F->getBody());
  if (!Body)
    return nullptr;
  const ValueDecl *Grown = nullptr;
  for (const Stmt *S : Body->body()) {
    const auto *E = dyn_cast<Expr>(S);
    if (!E || !growsByOne(*E->IgnoreImplicit()))
      continue;
    const ValueDecl *Named = namedObject(*calledOn(*E->IgnoreImplicit()));
    if (Grown)
      return nullptr;
    Grown = Named;
  }
  for (unsigned I = 0; I < std::min(Call.getNumArgs(), F->getNumParams()); ++I)
    if (F->getParamDecl(I) == Grown) {
      const Expr *Argument = Call.getArg(I)->IgnoreParenImpCasts();
      if (const auto *Address = dyn_cast<UnaryOperator>(Argument);
          Address && Address->getOpcode() == UO_AddrOf)
        return Address->getSubExpr()->IgnoreParenImpCasts();
      return Grown->getType()->isLValueReferenceType() ? Argument : nullptr;
    }
  return nullptr;
}

static bool isHashed(QualType Type) {
  return isStd(Type, {"unordered_map", "unordered_set", "unordered_multimap",
                      "unordered_multiset"});
}

/// `Table` in `Table[Key] = Value`.
static const Expr *assignedTable(const Expr &E) {
  const Expr *Left = nullptr;
  if (const auto *Assign = dyn_cast<BinaryOperator>(&E);
      Assign && Assign->isAssignmentOp())
    Left = Assign->getLHS();
  else if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&E);
           Op && Op->isAssignmentOp())
    Left = Op->getArg(0);
  const auto *Element = dyn_cast_or_null<CXXOperatorCallExpr>(
      Left ? Left->IgnoreParenImpCasts() : nullptr);
  return Element && Element->getOperator() == OO_Subscript ? Element->getArg(0)
                                                           : nullptr;
}

void Iteration::call(const Expr &E) {
  if (growsByOne(E))
    return grows(*calledOn(E), E, false);
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&E);
      Op && Op->getOperator() == OO_PlusEqual) {
    if (isStdString(Op->getArg(0)->getType()) &&
        Op->getArg(1)->IgnoreParenImpCasts()->getType()->isAnyCharacterType())
      grows(*Op->getArg(0), E, false);
    return;
  }
  if (const Expr *Table = assignedTable(E)) {
    if (isHashed(Table->getType()))
      grows(*Table, E, true);
    return;
  }
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(&E)) {
    llvm::StringRef Name = methodName(E);
    const Expr *Object = calledOn(E);
    if (Object && isHashed(containerType(*Object)) &&
        ((Name == "insert" && Call->getNumArgs() == 1) || Name == "emplace" ||
         Name == "try_emplace"))
      grows(*Object, E, true);
    return;
  }
  if (const auto *Call = dyn_cast<CallExpr>(&E))
    if (const Expr *Argument = grownArgument(*Call))
      grows(*Argument, E, false);
}

void Iteration::grows(const Expr &Object, const Expr &By, bool AtMost) {
  QualType Type = containerType(Object);
  if (!(isStd(Type, {"vector", "basic_string"}) || isHashed(Type)) ||
      !(Object.getType()->isPointerType()
            ? isSameValueIn(Object, Loop, Index)
            : isSameObjectIn(Object, Loop, Index)))
    return;
  for (Growth &G : Grown)
    if (nameSameObject(G.Object, &Object)) {
      // Some here, some in the inner loop: no simple product.
      G.Calls = G.Inner == Inner && G.Calls ? G.Calls + 1 : 0;
      G.AtMost |= Maybe || AtMost;
      ++G.Sites;
      return;
    }
  Grown.push_back({&Object, &By, Inner, PerInner, 1, 1, Maybe || AtMost});
}

bool returnsFound(const Stmt &S, const ASTContext &Context) {
  if (const auto *Return = dyn_cast<ReturnStmt>(&S)) {
    const Expr *Value = Return->getRetValue();
    Expr::EvalResult Known;
    if (!Value || Value->isValueDependent() ||
        Value->isNullPointerConstant(const_cast<ASTContext &>(Context),
                                     Expr::NPC_ValueDependentIsNotNull))
      return false;
    return !Value->getType()->isIntegralOrEnumerationType() ||
           !Value->EvaluateAsInt(Known, Context) ||
           Known.Val.getInt().isStrictlyPositive();
  }
  return !isa<LambdaExpr>(S) && anyChild(S, returnsFound, Context);
}

llvm::SmallVector<Growth, 2> growingContainersIn(const Stmt &Loop,
                                                 const ReferenceIndex &Index) {
  return Iteration(Loop, Index).Grown;
}

bool growsFurther(const Growth &G, const Stmt &Loop,
                  const ReferenceIndex &Index) {
  const ValueDecl *Named = namedObject(*G.Object);
  const SourceManager &SM = Index.context().getSourceManager();
  const FunctionDecl *Function = Index.functionOf(*G.Object);
  const bool IsPointer = G.Object->getType()->isPointerType();
  unsigned Inside = 0;
  for (const Expr *Reference : Index.to(*Named)) {
    if (Index.functionOf(*Reference) != Function ||
        !nameSameObject(Reference, G.Object) ||
        !(IsPointer ? classifyPointeeUse(*Reference, Index)
                    : classifyUse(*Reference, Index))
             .All.has(UseKind::Grow))
      continue;
    if (isInside(*Reference, Loop, Index))
      ++Inside;
    else if (SM.isBeforeInTranslationUnit(Loop.getEndLoc(),
                                          Reference->getExprLoc()))
      return true;
  }
  return Inside > G.Sites;
}

} // namespace clang::tidy::anomalloc
