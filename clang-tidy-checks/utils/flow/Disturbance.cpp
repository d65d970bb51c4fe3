//===- Disturbance.cpp - what may change an object ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/flow/Disturbance.h"
#include "utils/ast/Overrides.h"
#include "utils/ast/ValueType.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/flow/HiddenChange.h"
#include "utils/flow/Overlap.h"
#include "utils/framework/Compat.h"
#include "utils/objects/OnlyMemory.h"
#include "utils/objects/PointerLike.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/StdUses.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {
class Finder {
public:
  Finder(ArrayRef<ObjectPlace> Referents, const VarDecl *Except,
         const FunctionFlow &Flow, ASTContext &Context)
      : Referents(Referents), Except(Except), Flow(Flow), Context(Context) {}

  std::vector<Disturbance> run() {
    for (const Stmt *S : Flow.statements())
      if (const auto *E = dyn_cast<Expr>(S))
        visit(*E);
    return std::move(Out);
  }

private:
  void visit(const Expr &E);
  void visitCall(const CallExpr &Call);
  void visitArguments(const Expr &By, const FunctionDecl &Callee,
                      ArrayRef<const Expr *> Arguments);
  void visitUnknownCall(const Expr &By, const FunctionDecl *Callee);
  void visitDestruction(const Expr &Made);
  void changeHidden(const Expr &Object, const Expr &By,
                    const FunctionDecl &Callee);
  void change(ObjectPlaces Targets, const Change &C);
  bool mayReach(const FunctionDecl &Callee, const ObjectPlace &P);

  ArrayRef<ObjectPlace> Referents;
  const VarDecl *Except;
  const FunctionFlow &Flow;
  ASTContext &Context;
  std::vector<Disturbance> Out;
};
} // namespace

static std::string reasonFor(const Change &C) {
  const Expr *By = C.By;
  const FunctionDecl *Callee = nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(By))
    Callee = Call->getDirectCallee();
  else if (const auto *Made = dyn_cast<CXXConstructExpr>(By))
    Callee = Made->getConstructor();
  const auto *Binary = dyn_cast<BinaryOperator>(By);
  if ((Callee && Callee->getOverloadedOperator() == OO_Equal) ||
      (Binary && Binary->getOpcode() == BO_Assign))
    return "an assignment may change it";
  if (isa<CXXDeleteExpr>(By))
    return "'delete' may destroy it";
  if (!Callee)
    return isa<CallExpr>(By) ? "a call through a pointer may change it"
                             : "a write may change it";
  std::string Name = "'" + Callee->getNameAsString() + "' may ";
  if (C.Method && isOfStd(*C.Method)) {
    UseKind Kind = stdMemberUse(*C.Method);
    if (Kind == UseKind::Shrink || Callee->getNameAsString() == "reset")
      return Name + "remove it";
    if (Kind == UseKind::Grow || Kind == UseKind::Reserve)
      return Name + "move it";
  }
  return Name + "change it";
}

void Finder::change(ObjectPlaces Targets, const Change &C) {
  Overlap Worst = Overlap::None;
  for (const ObjectPlace &Target : Targets) {
    if (Except && Target.Variable == Except)
      continue;
    for (const ObjectPlace &Referent : Referents)
      Worst = std::max(Worst, overlapOf(Target, Referent, C, Flow));
  }
  if (Worst != Overlap::None)
    Out.push_back({C.By, Worst == Overlap::Certain && C.Sure, reasonFor(C)});
}

/// A function may change a mutable member of an object that it has as const.
void Finder::changeHidden(const Expr &Object, const Expr &By,
                          const FunctionDecl &Callee) {
  if (!isOfStd(Callee) &&
      any_of(Referents,
             [&](const ObjectPlace &P) {
               return !isPrivate(P, Flow) || !P.Steps.empty();
             }) &&
      any_of(Referents, [&](const ObjectPlace &P) {
        return mayChangeHidden(Callee, P.Type);
      }))
    change(placesReached(Object, Flow), {&By, nullptr, true, false});
}

/// Whether the function may change an object that other functions can reach:
/// a global one if it is not in view, another one if its body uses globals.
bool Finder::mayReach(const FunctionDecl &Callee, const ObjectPlace &P) {
  if (P.Root == ObjectPlace::Global)
    return mayChangeGlobals(Callee, /*Unseen=*/true);
  return !isPrivate(P, Flow) && mayChangeGlobals(Callee, /*Unseen=*/false);
}

/// The destructor of a user's class may change what the object refers to.
void Finder::visitDestruction(const Expr &Made) {
  if (!Made.getType()->isRecordType() || !runsOwnDestructor(Made.getType()))
    return;
  for (const ObjectPlace &P : Referents)
    if (P.Root == ObjectPlace::Global && !isConstant(P))
      Out.push_back({&Made, false, "a destructor may change it"});
  if (const auto *List = dyn_cast<InitListExpr>(&Made))
    for (const Expr *Init : List->inits()) {
      if (Init->isGLValue() && !Init->getType().isConstQualified())
        change(placesOf(*Init, Flow), {&Made, nullptr, true, false});
      else if (Init->getType()->isPointerType())
        change(pointeesOf(*Init, Flow), {&Made, nullptr, true, false});
    }
}

void Finder::visit(const Expr &E) {
  if (isa<InitListExpr, CXXConstructExpr, CXXBindTemporaryExpr>(E))
    visitDestruction(E);
  if (const auto *Binary = dyn_cast<BinaryOperator>(&E)) {
    if (Binary->isAssignmentOp())
      change(placesOf(*Binary->getLHS(), Flow), {&E, nullptr, false});
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(&E)) {
    if (Unary->isIncrementDecrementOp())
      change(placesOf(*Unary->getSubExpr(), Flow), {&E, nullptr, false});
  } else if (const auto *Delete = dyn_cast<CXXDeleteExpr>(&E))
    change(pointeesOf(*Delete->getArgument(), Flow), {&E});
  else if (const auto *Call = dyn_cast<CallExpr>(&E))
    visitCall(*Call);
  else if (const auto *Made = dyn_cast<CXXConstructExpr>(&E))
    visitArguments(E, *Made->getConstructor(),
                   ArrayRef(Made->getArgs(), Made->getNumArgs()));
  else if (isa<CoroutineSuspendExpr>(E))
    visitUnknownCall(E, nullptr);
}

/// A const overload with the same parameters shows that a method hands out
/// something, and changes nothing itself.
static bool isAccessor(const CXXMethodDecl &Method) {
  QualType Result = Method.getReturnType();
  if (!Result->isReferenceType() && !Result->isAnyPointerType() &&
      !isPointerLike(Result))
    return false;
  return hasConstTwin(Method);
}

/// Whether it is a lambda that this function makes, so that its body is seen.
static bool isLocalClosure(const Expr &Object, const FunctionFlow &Flow) {
  const CXXRecordDecl *Record = Object.getType()->getAsCXXRecordDecl();
  return Record && Record->isLambda() &&
         all_of(placesOf(Object, Flow), [](const ObjectPlace &P) {
           return P.Root == ObjectPlace::Temporary ||
                  (P.isInVariable() && P.Variable->hasLocalStorage() &&
                   !isa<ParmVarDecl>(P.Variable));
         });
}

/// Whether a function of std lets other code run that is not in view: that of
/// another thread, for which it waits, or a function that it is given.
static bool runsOthers(const FunctionDecl &Callee,
                       ArrayRef<const Expr *> Arguments) {
  static constexpr StringRef Waiting[] = {"thread",
                                          "jthread",
                                          "mutex",
                                          "timed_mutex",
                                          "recursive_mutex",
                                          "recursive_timed_mutex",
                                          "shared_mutex",
                                          "shared_timed_mutex",
                                          "lock_guard",
                                          "unique_lock",
                                          "scoped_lock",
                                          "shared_lock",
                                          "future",
                                          "shared_future",
                                          "__basic_future",
                                          "promise",
                                          "packaged_task",
                                          "condition_variable",
                                          "latch",
                                          "barrier",
                                          "condition_variable_any",
                                          "atomic_flag",
                                          "atomic",
                                          "counting_semaphore",
                                          "__atomic_base"};
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  if (Method &&
      is_contained(Waiting, stdName(compat::recordType(*Method->getParent()))))
    // What only counts up does not wait.
    return !Callee.isOverloadedOperator() &&
           !(Callee.getDeclName().isIdentifier() &&
             (Callee.getName().starts_with("fetch_") ||
              Callee.getName() == "store"));
  return any_of(Arguments, [](const Expr *E) {
    const QualType Type = E->getType();
    return Type->isFunctionType() || Type->isFunctionPointerType() ||
           stdName(Type) == "function";
  });
}

void Finder::visitCall(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return visitUnknownCall(Call, nullptr);
  ArrayRef<const Expr *> Arguments(Call.getArgs(), Call.getNumArgs());
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    Object = Member->getImplicitObjectArgument();
  else if (isa<CXXOperatorCallExpr>(Call) && Method && Method->isInstance()) {
    Object = Arguments.front();
    Arguments = Arguments.drop_front();
  }
  if (Object && Method) {
    bool IsFunction = Method->getOverloadedOperator() == OO_Call;
    if (IsFunction && isLocalClosure(*Object, Flow)) {
      // its body is seen where it stands
    } else if (IsFunction &&
               (Method->getParent()->isLambda() ||
                (isOfStd(*Method) && !Method->getParent()->isEmpty())))
      visitUnknownCall(Call, nullptr);
    bool IsConst = Method->isConst() || Method->isStatic() ||
                   Method->getParent()->isLambda() || isAccessor(*Method) ||
                   isa<CXXDestructorDecl>(Method);
    if (isOfStd(*Method) && stdMemberUse(*Method) == UseKind::Read)
      IsConst = true;
    if (!IsConst || (isa<CXXDestructorDecl>(Method)))
      change(placesReached(*Object, Flow), {&Call, Method});
    else
      changeHidden(*Object, Call, *Method);
    if (!isOfStd(*Callee) &&
        (!IsConst || any_of(Referents, [&](const ObjectPlace &P) {
          return mayReach(*Method, P);
        })))
      visitUnknownCall(Call, Callee);
  } else
    visitUnknownCall(Call, Callee);
  visitArguments(Call, *Callee, Arguments);
}

/// Whether the parameter is `T &&` of a template: it takes anything, and mostly
/// only forwards.
static bool isForwarding(const FunctionDecl &Callee, unsigned Index) {
  const FunctionDecl *Pattern = Callee.getTemplateInstantiationPattern();
  if (!Pattern || !Pattern->getNumParams())
    return false;
  const ParmVarDecl *P =
      Pattern->getParamDecl(std::min(Index, Pattern->getNumParams() - 1));
  QualType Type = P->getType();
  if (const auto *Pack = Type->getAs<PackExpansionType>())
    Type = Pack->getPattern();
  return Type->isRValueReferenceType() &&
         Type->getPointeeType()->isTemplateTypeParmType();
}

/// Whether a function of std leaves the argument, or what it points to, alone.
static bool stdLeavesAlone(const FunctionDecl &Callee, unsigned Index,
                           unsigned Count) {
  if (Callee.isOverloadedOperator() && !isa<CXXMethodDecl>(Callee)) {
    OverloadedOperatorKind Operator = Callee.getOverloadedOperator();
    return Operator != OO_GreaterGreater &&
           !(Operator == OO_LessLess && !Index);
  }
  StringRef Name = Callee.getDeclName().isIdentifier() ? Callee.getName() : "";
  std::optional<StdArgument> Kind = stdArgumentUse(Name);
  if (!Kind)
    return false;
  switch (*Kind) {
  case StdArgument::Value:
  case StdArgument::Same:
  case StdArgument::Move: // what takes the result decides
  case StdArgument::Element:
  case StdArgument::Access:
  case StdArgument::Read:
  case StdArgument::Store:
    return true;
  case StdArgument::WriteLast:
    return Index < 2 && Index + 1 < Count;
  default:
    return false;
  }
}

void Finder::visitArguments(const Expr &By, const FunctionDecl &Callee,
                            ArrayRef<const Expr *> Arguments) {
  bool Std = isOfStd(Callee);
  if (Std && runsOthers(Callee, Arguments))
    visitUnknownCall(By, nullptr);
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Callee);
  bool IsStdMember = Std && isa<CXXMethodDecl>(Callee);
  for (unsigned I = 0; I < Arguments.size(); ++I) {
    const Expr &A = *Arguments[I];
    if (Std && !IsStdMember && stdLeavesAlone(Callee, I, Arguments.size()))
      continue;
    bool Known = I < Callee.getNumParams();
    QualType As = Known ? Callee.getParamDecl(I)->getType() : A.getType();
    if (As->isReferenceType() && As->getPointeeType().isConstQualified() &&
        A.isGLValue())
      changeHidden(A, By, Callee);
    if (As->isReferenceType() && !As->getPointeeType().isConstQualified()) {
      if (Std && A.isLValue() && isForwarding(Callee, I))
        continue; // emplace_back(x) copies
      if (!A.isGLValue())
        continue;
      change(placesOf(A, Flow), {&By});
      continue;
    }
    QualType Type = valueType(As);
    if (Type->isAnyPointerType()) {
      if (!Type->getPointeeType().isConstQualified() &&
          !Type->isFunctionPointerType() &&
          !A.isNullPointerConstant(Context, Expr::NPC_ValueDependentIsNotNull))
        change(pointeesOf(A, Flow), {&By});
      continue;
    }
    // Iterators and smart pointers. Members of std only read through them.
    if (!isPointerLike(Type) || IsStdMember || isConstHandle(Type) ||
        (Constructor && Constructor->isCopyOrMoveConstructor()) ||
        (!Std && Callee.isOverloadedOperator()))
      continue;
    const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
    if (!Record || stdName(Type) == "optional")
      continue;
    change(pointeesOf(A, Flow), {&By, nullptr, true, isOfStd(Callee)});
  }
}

/// A call that may do anything to what other functions can reach.
void Finder::visitUnknownCall(const Expr &By, const FunctionDecl *Callee) {
  bool Anything = !Callee;
  if (Callee) {
    if (isOfStd(*Callee) || Callee->getBuiltinID() || Callee->isConstexpr() ||
        Callee->hasAttr<ConstAttr>() || Callee->hasAttr<PureAttr>())
      return;
    // Called for what it does, and with nothing that says to what.
    Anything = Callee->getReturnType()->isVoidType() &&
               Callee->getNumParams() == 0 && !Callee->isCXXInstanceMember();
  }
  for (const ObjectPlace &P : Referents) {
    bool Reached = P.Root == ObjectPlace::Global ||
                   (Anything ? !isPrivate(P, Flow) : mayReach(*Callee, P));
    if (Reached && !isConstant(P))
      Out.push_back({&By, false, reasonFor({&By})});
  }
}

std::vector<Disturbance> disturbancesOf(ArrayRef<ObjectPlace> Places,
                                        const VarDecl *Except,
                                        const FunctionFlow &Flow,
                                        ASTContext &Context) {
  return Finder(Places, Except, Flow, Context).run();
}

} // namespace clang::tidy::anomalloc
