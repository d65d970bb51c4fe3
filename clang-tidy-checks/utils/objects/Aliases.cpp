//===- Aliases.cpp - who may refer to a variable --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/Aliases.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/objects/ObjectPlace.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TypeReach.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {

/// How an expression is related to the variable.
enum class Relation {
  Denotes, ///< An lvalue: the variable, or a part of it.
  Carries, ///< A value through which it can be reached.
};

/// Follows references to the variable upward through expressions, and from
/// there to the variables that they are kept in.
class Follow {
public:
  Follow(const FunctionFlow &Flow, bool CopiesToo, Aliases &Out)
      : Flow(Flow), CopiesToo(CopiesToo), Out(Out) {}

  void variable(const VarDecl &V, Relation R) {
    if (!Seen.insert(&V).second)
      return;
    if (Seen.size() > 1)
      Out.Holders.push_back(&V);
    for (const DeclRefExpr *Use : Flow.usesOf(V)) {
      Out.Uses.push_back(Use);
      climb(*Use, R);
    }
  }

private:
  void climb(const Expr &From, Relation R);
  /// The relation of the parent to the variable, or nothing at a dead end.
  std::optional<Relation> into(const Expr &Parent, const Expr &E, Relation R);
  std::optional<Relation> intoOperator(const Expr &Parent, const Expr &E,
                                       Relation R);
  std::optional<Relation> intoCall(const Expr &Call, const Expr &E, Relation R);
  std::optional<Relation> intoLambda(const LambdaExpr &Lambda, const Expr &E,
                                     Relation R);
  void intoStatement(const Stmt *Parent, const Expr &E, Relation R);
  void store(const Expr &Into, const Expr &At);
  void escape(const Expr &At) {
    if (!Out.Escapes)
      Out.Escapes = &At;
  }

  const FunctionFlow &Flow;
  const bool CopiesToo;
  Aliases &Out;
  SmallPtrSet<const VarDecl *, 4> Seen;
};

} // namespace

void Follow::climb(const Expr &From, Relation R) {
  const Expr *E = &From;
  for (auto [Parent, Child] : Flow.parentsOf(From)) {
    const auto *Up = dyn_cast<Expr>(&Parent);
    if (!Up)
      return intoStatement(&Parent, *E, R);
    std::optional<Relation> Next = into(*Up, *E, R);
    if (!Next)
      return;
    R = *Next;
    E = Up;
  }
  intoStatement(nullptr, *E, R);
}

void Follow::intoStatement(const Stmt *Parent, const Expr &E, Relation R) {
  if (!Parent) // the initialiser of a base or member
    return escape(E);
  if (const auto *Declares = dyn_cast<DeclStmt>(Parent)) {
    for (const Decl *D : Declares->decls()) {
      const auto *V = dyn_cast<VarDecl>(D);
      if (!V || V->getInit() != &E)
        continue;
      if (!V->hasLocalStorage())
        return escape(E);
      if (V->getType()->isReferenceType() || R == Relation::Denotes ||
          CopiesToo || mayHoldReference(V->getType()))
        variable(*V, R);
    }
    return;
  }
  if (isa<ReturnStmt>(Parent)) {
    if (R == Relation::Denotes && E.isPRValue())
      return; // a copy
    if (Flow.outermostLambda(*Parent))
      return escape(E);
    if (!Out.Returned)
      Out.Returned = &E;
    return;
  }
  if (isa<CoreturnStmt>(Parent))
    return escape(E);
  if (isa<CompoundStmt>(Parent))
    if (const Stmt *Around = Flow.parentOf(*Parent);
        Around && isa<StmtExpr>(Around))
      escape(E);
}

std::optional<Relation> Follow::into(const Expr &Parent, const Expr &E,
                                     Relation R) {
  if (isa<CXXBindTemporaryExpr>(Parent) && R == Relation::Carries)
    Out.Temporaries.push_back(&Parent);
  if (isa<ParenExpr, FullExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr,
          SubstNonTypeTemplateParmExpr, CXXRewrittenBinaryOperator>(Parent))
    return R;
  if (const auto *Cast = dyn_cast<CastExpr>(&Parent)) {
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
      if (R == Relation::Denotes || !mayHoldReference(Cast->getType()))
        return std::nullopt;
      return R;
    case CK_ArrayToPointerDecay:
      return Relation::Carries;
    case CK_ToVoid:
    case CK_PointerToBoolean:
    case CK_MemberPointerToBoolean:
      return std::nullopt;
    case CK_PointerToIntegral:
      escape(E);
      return std::nullopt;
    default:
      return R;
    }
  }
  if (const auto *Member = dyn_cast<MemberExpr>(&Parent)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (Member->isArrow())
      R = Relation::Denotes;
    if (!Field) // a method, or a static member
      return isa<CXXMethodDecl>(Member->getMemberDecl())
                 ? std::optional<Relation>(R)
                 : std::nullopt;
    if (R == Relation::Carries)
      return mayHoldReference(Field->getType()) ? std::optional<Relation>(R)
                                                : std::nullopt;
    return Field->getType()->isReferenceType() ? std::nullopt
                                               : std::optional<Relation>(R);
  }
  if (const auto *Index = dyn_cast<ArraySubscriptExpr>(&Parent))
    return Index->getBase() == &E ? std::optional(Relation::Denotes)
                                  : std::nullopt;
  if (isa<UnaryOperator, BinaryOperator, AbstractConditionalOperator>(Parent))
    return intoOperator(Parent, E, R);
  if (isa<CallExpr, CXXConstructExpr>(Parent))
    return intoCall(Parent, E, R);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(&Parent))
    return intoLambda(*Lambda, E, R);
  if (isa<InitListExpr, CXXParenListInitExpr, CXXStdInitializerListExpr,
          CXXNewExpr, DesignatedInitExpr>(Parent)) {
    if (R == Relation::Denotes && !E.isGLValue())
      return std::nullopt;
    return mayHoldReference(Parent.getType()) ? std::optional(Relation::Carries)
                                              : std::nullopt;
  }
  if (isa<CXXDeleteExpr, CXXTypeidExpr, CXXPseudoDestructorExpr>(Parent))
    return std::nullopt;
  if (isa<CXXThrowExpr>(Parent) && R == Relation::Denotes)
    return std::nullopt;
  escape(E);
  return std::nullopt;
}

std::optional<Relation> Follow::intoOperator(const Expr &Parent, const Expr &E,
                                             Relation R) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(&Parent)) {
    if (Unary->getOpcode() == UO_AddrOf)
      return Relation::Carries;
    if (Unary->getOpcode() == UO_Deref)
      return Relation::Denotes;
    return Unary->isIncrementDecrementOp() ? std::optional(R) : std::nullopt;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(&Parent)) {
    if (Binary->isAssignmentOp()) {
      if (Binary->getLHS() == &E)
        return R;
      if (R == Relation::Denotes)
        return std::nullopt;
      if (mayHoldReference(Binary->getLHS()->getType()))
        store(*Binary->getLHS(), E);
      return R;
    }
    if (Binary->isPtrMemOp())
      return Relation::Denotes;
    if (Binary->getOpcode() == BO_Comma)
      return Binary->getRHS() == &E ? std::optional(R) : std::nullopt;
    return Binary->getType()->isAnyPointerType() ? std::optional(R)
                                                 : std::nullopt;
  }
  const auto &Choice = cast<AbstractConditionalOperator>(Parent);
  return Choice.getCond() == &E && !isa<BinaryConditionalOperator>(Choice)
             ? std::nullopt
             : std::optional(R);
}

std::optional<Relation> Follow::intoLambda(const LambdaExpr &Lambda,
                                           const Expr &E, Relation R) {
  auto Capture = Lambda.capture_begin();
  for (const Expr *Init : Lambda.capture_inits()) {
    if (Init == &E) {
      bool ByReference = Capture->getCaptureKind() == LCK_ByRef;
      if (!ByReference && R == Relation::Denotes && !CopiesToo)
        return std::nullopt;
      if (Lambda.isInitCapture(Capture))
        variable(*cast<VarDecl>(Capture->getCapturedVar()), R);
      return Relation::Carries;
    }
    ++Capture;
  }
  return R;
}

/// \p At may be kept in the object that \p Into denotes or points to.
void Follow::store(const Expr &Into, const Expr &At) {
  // What is no local object, or shared with others, may be seen by others.
  const ObjectPlaces Places =
      Into.isGLValue() ? placesOf(Into, Flow) : pointeesOf(Into, Flow);
  if (Places.empty() || !all_of(Places, [](const ObjectPlace &P) {
        return P.isInLocal() || P.Root == ObjectPlace::Temporary;
      }))
    return escape(At);
  for (const ObjectPlace &P : Places)
    if (P.isInLocal())
      variable(*P.Variable, Relation::Carries);
}

static bool isClosure(QualType Type) {
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Record &&
         (Record->isLambda() ||
          (Record->isInStdNamespace() && Record->getDeclName().isIdentifier() &&
           (Record->getName() == "function" ||
            Record->getName() == "move_only_function")));
}

/// Whether what is passed as a parameter of this type can be changed.
static bool isWritable(QualType Parameter) {
  if (!Parameter->isReferenceType() && !Parameter->isAnyPointerType())
    return false;
  return !Parameter->getPointeeType().isConstQualified();
}

/// Whether the function may keep a reference to its argument. One that is not
/// in view may.
static bool keepsReference(const FunctionDecl &Callee, unsigned Argument,
                           const FunctionFlow &Caller) {
  const FunctionDecl *Body = Callee.getDefinition();
  if (!Body || Argument >= Body->getNumParams())
    return true;
  const FunctionFlow *Flow = Caller.flowOfCallee(*Body);
  return !Flow || Flow->escapes(*Body->getParamDecl(Argument));
}

/// Whether what is passed by a const reference can keep something all the same.
static bool hasMutableMember(QualType Parameter) {
  const CXXRecordDecl *Class =
      Parameter->isReferenceType()
          ? Parameter->getPointeeType()->getAsCXXRecordDecl()
          : nullptr;
  return Class && !Class->isInStdNamespace() && Class->hasDefinition() &&
         any_of(Class->getDefinition()->fields(), [](const FieldDecl *F) {
           return F->isMutable() && mayHoldReference(F->getType());
         });
}

std::optional<Relation> Follow::intoCall(const Expr &Call, const Expr &E,
                                         Relation R) {
  Out.During.push_back(&Call);
  const FunctionDecl *Callee = nullptr;
  /// Operands, each with the type it is passed as; the object comes first.
  SmallVector<std::pair<const Expr *, QualType>, 4> Operands;
  ArrayRef<const Expr *> Arguments;
  bool HasObject = false;
  if (const auto *Made = dyn_cast<CXXConstructExpr>(&Call)) {
    Callee = Made->getConstructor();
    if (Made->getConstructor()->isCopyOrMoveConstructor() &&
        R == Relation::Denotes)
      return CopiesToo ? std::optional(R) : std::nullopt;
    Arguments = ArrayRef(Made->getArgs(), Made->getNumArgs());
  } else {
    const auto &C = cast<CallExpr>(Call);
    Callee = C.getDirectCallee();
    Arguments = ArrayRef(C.getArgs(), C.getNumArgs());
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    const Expr *Object = nullptr;
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(&C))
      Object = M->getImplicitObjectArgument();
    else if (isa<CXXOperatorCallExpr>(C) && Method && Method->isInstance()) {
      Object = Arguments.front();
      Arguments = Arguments.drop_front();
    }
    if (Object && Method) {
      QualType Type = Method->getFunctionObjectParameterReferenceType();
      Operands.push_back({Object, Type});
      HasObject = true;
    }
  }
  if (!Callee) { // through a pointer
    escape(E);
    return std::nullopt;
  }
  for (unsigned I = 0; I < Arguments.size(); ++I)
    Operands.push_back({Arguments[I], I < Callee->getNumParams()
                                          ? Callee->getParamDecl(I)->getType()
                                          : Arguments[I]->getType()});

  auto IsThis = [&](const Expr *Operand) {
    return Operand == &E ||
           (isa<MemberExpr>(E) && cast<MemberExpr>(E).getBase() == Operand);
  };
  bool IsObject = HasObject && IsThis(Operands.front().first);
  QualType PassedAs;
  for (auto [Operand, Type] : Operands)
    if (IsThis(Operand))
      PassedAs = Type;
  const unsigned PassedTo =
      llvm::find(Arguments, &E) - Arguments.begin(); // or their number

  bool Std = isOfStd(*Callee);
  StringRef Name =
      Callee->getDeclName().isIdentifier() ? Callee->getName() : "";
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Callee))
    if (Constructor->getParent()->getDeclName().isIdentifier())
      Name = Constructor->getParent()->getName();
  bool Copies = isa<CXXConstructExpr>(Call) &&
                cast<CXXConstructorDecl>(Callee)->isCopyOrMoveConstructor();
  if (Std && (Name == "thread" || Name == "jthread" || Name == "async"))
    escape(E);
  // A pointer of std that takes a deleter or a borrowed address shows neither
  // in its type.
  if (R == Relation::Carries && Std && !Copies && !Call.isGLValue() &&
      (Name == "shared_ptr" || Name == "unique_ptr" || Name == "reset") &&
      (Name == "reset" || !mayHoldReference(Call.getType())))
    escape(E);
  // Who takes a closure may keep it; the algorithms of std do not.
  if (R == Relation::Carries && !Std && !IsObject && !Copies &&
      isClosure(E.getType()))
    escape(E);

  // May another operand keep it? emplace() hands it on.
  bool Kept = R == Relation::Carries ||
              (!PassedAs.isNull() && isWritable(PassedAs) &&
               (!Std || isa<CXXMethodDecl>(Callee))) ||
              (!Std && !IsObject && HasObject && !PassedAs.isNull() &&
               PassedAs->isReferenceType());
  for (auto [Operand, Type] : Operands) {
    if (!Kept || IsThis(Operand) ||
        (!isWritable(Type) && !hasMutableMember(Type)))
      continue;
    QualType Object = Type->getPointeeType();
    QualType To = R == Relation::Denotes ? E.getType() : QualType();
    if (IsObject && R == Relation::Denotes)
      To = Operands.front().first->getType();
    if (!To.isNull() && To->isAnyPointerType())
      To = To->getPointeeType();
    if (mayHoldReference(Object, To) &&
        (R == Relation::Carries || Std || isWritable(PassedAs) ||
         keepsReference(*Callee, PassedTo, Flow)))
      store(*Operand, E);
  }
  if (const auto *C = dyn_cast<CXXOperatorCallExpr>(&Call))
    if (C->getOperator() == OO_Arrow && Call.getType()->isAnyPointerType())
      return Relation::Carries;
  if (Call.isGLValue())
    return Relation::Denotes;
  return mayHoldReference(Call.getType()) ? std::optional(Relation::Carries)
                                          : std::nullopt;
}

Aliases aliasesOf(const VarDecl &V, const FunctionFlow &Flow, bool CopiesToo) {
  Aliases Out;
  Follow(Flow, CopiesToo, Out).variable(V, Relation::Denotes);
  return Out;
}

} // namespace clang::tidy::anomalloc
