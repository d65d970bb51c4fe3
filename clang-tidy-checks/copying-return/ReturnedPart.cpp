//===- ReturnedPart.cpp - what a getter copies ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "copying-return/ReturnedPart.h"
#include "copying-return/BodyScan.h"
#include "utils/ast/Descend.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ASTContext.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {

/// Whether nothing but a return names the variable below \p S.
bool isOnlyReturned(const VarDecl &V, const Stmt &S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
    return Ref->getDecl() != &V;
  return isa<ReturnStmt>(S) || all_of(S.children(), [&](const Stmt *Child) {
           return !Child || isOnlyReturned(V, *Child);
         });
}

/// Whether an object outlives the call of a function, as far as its path from
/// `this` or a parameter shows.
class Path {
public:
  Path(QualType Type, bool FromParameters)
      : Type(Type.getCanonicalType().getUnqualifiedType()),
        FromParameters(FromParameters) {}

  bool outlives(const Expr *E, unsigned Depth = 0) {
    E = E->IgnoreParens();
    if (const auto *Cast = dyn_cast<CastExpr>(E))
      return (Cast->getCastKind() == CK_NoOp ||
              Cast->getCastKind() == CK_UncheckedDerivedToBase ||
              Cast->getCastKind() == CK_DerivedToBase ||
              Cast->getCastKind() == CK_BaseToDerived ||
              Cast->getCastKind() == CK_Dynamic) &&
             outlives(Cast->getSubExpr(), Depth);
    if (!E->isGLValue() || Depth > 12)
      return false;
    ++Depth;
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      if (const auto *V = dyn_cast<VarDecl>(Member->getMemberDecl()))
        return shared(*V);
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      if (!Field || Field->isMutable())
        return false;
      name(*Field);
      return Member->isArrow() ? pointee(Member->getBase(), Depth)
                               : outlives(Member->getBase(), Depth);
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return named(*Ref->getDecl(), Depth);
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      return pointee(Subscript->getBase(), Depth);
    if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      return Unary->getOpcode() == UO_Deref &&
             pointee(Unary->getSubExpr(), Depth);
    if (const auto *Either = dyn_cast<ConditionalOperator>(E))
      return outlives(Either->getTrueExpr(), Depth) &&
             outlives(Either->getFalseExpr(), Depth);
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return handedOut(*Call, Depth);
    return false;
  }

  /// What a call returns by reference or pointer: a part of what it got.
  bool handedOut(const CallExpr &Call, unsigned Depth = 0) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    if (!Callee)
      return false;
    const Expr *Object = nullptr;
    unsigned First = 0;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
      Object = Member->getImplicitObjectArgument();
    } else if (isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee)) {
      Object = Call.getArg(0);
      First = 1;
    }
    if (Object && !holder(Object, Depth))
      return false;
    // A default value to be handed back, or what a free function looks into.
    for (const Expr *Argument : drop_begin(Call.arguments(), First)) {
      QualType T = Argument->getType();
      bool MayBeIt = T.getCanonicalType().getUnqualifiedType() == Type ||
                     (!Object && (T->isRecordType() || T->isPointerType()));
      if (MayBeIt && (T->isPointerType() ? !pointee(Argument, Depth)
                                         : !outlives(Argument, Depth)))
        return false;
    }
    return true;
  }

  const NamedDecl *Of = nullptr;
  bool IsWhole = true; ///< No member on the way: the object itself.

private:
  /// What the pointer, iterator or smart pointer \p E points to.
  bool pointee(const Expr *E, unsigned Depth) {
    E = E->IgnoreParens();
    if (const auto *Cast = dyn_cast<CastExpr>(E)) {
      if (Cast->getCastKind() == CK_ArrayToPointerDecay)
        return outlives(Cast->getSubExpr(), Depth);
      if (Cast->getCastKind() == CK_UserDefinedConversion)
        return false;
      return pointee(Cast->getSubExpr(), Depth);
    }
    if (Depth++ > 12)
      return false;
    if (isa<CXXThisExpr>(E))
      return true;
    if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      return Unary->getOpcode() == UO_AddrOf &&
             outlives(Unary->getSubExpr(), Depth);
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
        name(*Field);
      return Member->isArrow() ? pointee(Member->getBase(), Depth)
                               : outlives(Member->getBase(), Depth);
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      if (!V || V->hasGlobalStorage())
        return V && V->getType().isConstQualified();
      return isa<ParmVarDecl>(V)
                 ? FromParameters
                 : (V->getInit() && pointee(V->getInit(), Depth));
    }
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return handedOut(*Call, Depth);
    return false;
  }

  bool named(const ValueDecl &D, unsigned Depth) {
    if (const auto *Binding = dyn_cast<BindingDecl>(&D))
      return Binding->getBinding() && outlives(Binding->getBinding(), Depth);
    const auto *V = dyn_cast<VarDecl>(&D);
    if (!V)
      return false;
    if (V->hasGlobalStorage())
      return shared(*V);
    if (V->getType()->isReferenceType())
      return isa<ParmVarDecl>(V)
                 ? FromParameters
                 : (V->getInit() && outlives(V->getInit(), Depth));
    return false;
  }

  /// A static object that each call might change is as good as a local one.
  bool shared(const VarDecl &V) {
    name(V);
    if (V.getType().isConstQualified())
      return true;
    const auto *F = dyn_cast<FunctionDecl>(V.getDeclContext());
    return V.isStaticLocal() && F && F->getBody() &&
           isOnlyReturned(V, *F->getBody());
  }

  /// An object of which a part or pointee is handed out.
  bool holder(const Expr *Object, unsigned Depth) {
    const Expr *E = Object->IgnoreParenImpCasts();
    if (E->getType()->isPointerType())
      return pointee(E, Depth);
    if (outlives(E, Depth))
      return true;
    // A local iterator into something that lives on.
    const Expr *From = E;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      From = V && V->hasLocalStorage() && !isa<ParmVarDecl>(V) &&
                     isIterator(V->getType())
                 ? V->getInit()
                 : nullptr;
    } else if (!isIterator(E->getType()))
      From = nullptr;
    while (From) {
      From = From->IgnoreImplicit()->IgnoreParenImpCasts();
      const auto *Construct = dyn_cast<CXXConstructExpr>(From);
      if (!Construct)
        break;
      From = Construct->getNumArgs() == 1 ? Construct->getArg(0) : nullptr;
    }
    const auto *Call = dyn_cast_or_null<CallExpr>(From);
    return Call && handedOut(*Call, Depth + 1);
  }

  static bool isIterator(QualType T) {
    const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
    return Record && Record->getDeclName().isIdentifier() &&
           StringRef(Record->getName()).contains_insensitive("iter");
  }

  void name(const NamedDecl &D) {
    // The second of a map's pair has no name of its own.
    const auto *Class = dyn_cast<CXXRecordDecl>(D.getDeclContext());
    if (!Of && !(Class && Class->isInStdNamespace()))
      Of = &D;
    IsWhole = false;
  }

  const QualType Type;
  const bool FromParameters; ///< What they refer to is part of it.
};

} // namespace

/// The lvalue that \p E copies, or the prvalue that it hands on.
static const Expr *copied(const Expr *E) {
  while (true) {
    E = E->IgnoreImplicit()->IgnoreParens();
    const auto *Construct = dyn_cast<CXXConstructExpr>(E);
    if (!Construct || Construct->getNumArgs() != 1 ||
        !Construct->getConstructor()->isCopyOrMoveConstructor() ||
        Construct->isListInitialization())
      return E;
    E = Construct->getArg(0);
    if (Construct->getConstructor()->isCopyConstructor() && E->isLValue())
      return E;
    if (E->isXValue() && !isa<MaterializeTemporaryExpr>(E))
      return E;
  }
}

/// Whether the value is a part of a static variable that its function declares.
static bool isOfStaticLocal(const Expr *Value) {
  const Expr *E = Value ? copied(Value) : nullptr;
  while (E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase();
    else if (isa<CallExpr>(E))
      E = calledOn(*E);
    else
      break;
  }
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->isStaticLocal();
}

static bool promisesCopy(const FunctionDecl &F) {
  if (!F.getDeclName().isIdentifier())
    return false;
  std::string Name = F.getName().lower();
  for (StringRef Word : {"clone", "copy", "dup", "snapshot", "copied"})
    if (StringRef(Name).contains(Word))
      return true;
  return false;
}

/// By its signature.
static bool isAccessor(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (!Method || Method->isStatic()) {
    if (F.isOverloadedOperator())
      return false;
    return any_of(F.parameters(), [](const ParmVarDecl *P) {
      return (P->getType()->isLValueReferenceType() ||
              P->getType()->isPointerType()) &&
             P->getType()->getPointeeType()->isRecordType();
    });
  }
  if (Method->getParent()->isLambda() ||
      Method->getRefQualifier() == RQ_RValue || Method->isVolatile())
    return false;
  switch (F.getOverloadedOperator()) {
  case OO_None:
  case OO_Subscript:
  case OO_Call:
    break;
  default:
    return false;
  }
  const auto *Body = dyn_cast_or_null<CompoundStmt>(F.getBody());
  return Method->isConst() ||
         (Body && Body->size() == 1 && isa<ReturnStmt>(Body->body_front()));
}

static bool mentionsThis(const Stmt &S) {
  return isa<CXXThisExpr>(S) || anyChild(S, mentionsThis);
}

/// Whether a function is like `operator[](int) const`, and makes its result
/// out of the object that it is called on.
static bool isBuilder(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (!Method || !Method->isInstance() || !Method->isConst() ||
      F.getNumParams() != 1)
    return false;
  // Any other function may well compute something.
  const bool IsAccess = F.getOverloadedOperator() == OO_Subscript ||
                        F.getOverloadedOperator() == OO_Call ||
                        (F.getIdentifier() && F.getName() == "at");
  const QualType Index = F.getParamDecl(0)->getType();
  return IsAccess && Index->isIntegerType() && !Index->isBooleanType() &&
         F.getReturnType()->getAsCXXRecordDecl() &&
         !F.getReturnType()->getAsCXXRecordDecl()->isInStdNamespace();
}

/// Of one value that a function returns.
static ReturnedPart partOf(const Expr &Value, const FunctionDecl &F,
                           unsigned Depth);

static ReturnedPart partOf(const FunctionDecl &Declared, unsigned Depth) {
  const FunctionDecl *F = Declared.getDefinition();
  if (Declared.isDependentContext() || Depth > 4 ||
      !Declared.getReturnType()->isRecordType() || promisesCopy(Declared))
    return {};
  if (!F || !F->hasBody())
    return Declared.getOverloadedOperator() == OO_Subscript &&
                   isBuilder(Declared)
               ? ReturnedPart{ReturnedPart::Built, nullptr, nullptr}
               : ReturnedPart();
  BodyScan Body;
  Body.TraverseStmt(F->getBody());
  if (Body.Acts || Body.Returns.empty() ||
      !(isAccessor(*F) || all_of(Body.Returns, isOfStaticLocal)))
    return {};
  ReturnedPart Result;
  for (const Expr *Value : Body.Returns) {
    ReturnedPart This = Value ? partOf(*Value, *F, Depth) : ReturnedPart();
    if (This.What == ReturnedPart::None ||
        (Result.What != ReturnedPart::None && Result.What != This.What))
      return {};
    if (Result.What == ReturnedPart::None)
      Result = This;
  }
  return Result;
}

static ReturnedPart partOf(const Expr &Value, const FunctionDecl &F,
                           unsigned Depth) {
  const QualType Type =
      F.getReturnType().getCanonicalType().getUnqualifiedType();
  const Expr &From = *copied(&Value);
  if (From.getType().getCanonicalType().getUnqualifiedType() != Type)
    return {};
  // A functor's parameter may well be a temporary.
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  Path Source(Type, !Method || Method->isStatic());
  if (From.isLValue() && Source.outlives(&From) && !Source.IsWhole)
    return {ReturnedPart::Part, Source.Of, nullptr};
  const auto *Call = dyn_cast<CallExpr>(&From);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (Callee && !From.isGLValue() &&
      Callee->getCanonicalDecl() != F.getCanonicalDecl() &&
      Source.handedOut(*Call))
    if (ReturnedPart Theirs = partOf(*Callee, Depth + 1);
        Theirs.What == ReturnedPart::Part ||
        Theirs.What == ReturnedPart::Forwarded)
      return {ReturnedPart::Forwarded, Theirs.Of, Callee};
  if (!isBuilder(F))
    return {};
  // Made here out of *this, maybe in a local variable.
  const auto *Ref = dyn_cast<DeclRefExpr>(&From);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  bool IsNew = !From.isGLValue() ||
               (V && V->hasLocalStorage() && !V->getType()->isReferenceType());
  return IsNew && mentionsThis(*F.getBody())
             ? ReturnedPart{ReturnedPart::Built, nullptr, nullptr}
             : ReturnedPart();
}

ReturnedPart returnedPart(const FunctionDecl &F) { return partOf(F, 0); }

} // namespace clang::tidy::anomalloc
