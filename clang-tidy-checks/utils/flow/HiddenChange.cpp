//===- HiddenChange.cpp - what const methods change -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/flow/HiddenChange.h"
#include "utils/ast/Climb.h"
#include "utils/objects/PointerLike.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TypeReach.h"
#include "utils/uses/StdUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// How far calls are followed.
static constexpr unsigned MaxFunctions = 16;

static bool isPointer(QualType Type) {
  return Type->isPointerType() || isPointerLike(Type);
}

/// Whether a const method can write to the member, or to what it points to.
static bool isOpen(const FieldDecl &Field, QualType Part) {
  return (Field.isMutable() || isPointer(Field.getType()) ||
          Field.getType()->isReferenceType()) &&
         leadsTo(Field.getType(), Part);
}

static bool isConst(QualType Type) {
  return Type.getNonReferenceType().isConstQualified();
}

/// The statement around each one.
using Parents = DenseMap<const Stmt *, const Stmt *>;

/// Whether the value of the member, or a part of what it leads to, is written.
static bool isWritten(const MemberExpr &Named, const Parents &Around) {
  const Expr *E = &Named;
  bool ToPointee = isPointer(Named.getType());
  for (auto [Parent, Child] :
       stepsUp(Named, [&](const Stmt &S) { return Around.lookup(&S); })) {
    const auto *Up = dyn_cast<Expr>(&Parent);
    if (!Up)
      return false;
    // A pointer that is const still leads to what is not.
    if (ToPointee && isa<CastExpr>(Up)) {
      E = Up;
      continue;
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(Up))
      return Binary->isAssignmentOp() && Binary->getLHS() == E;
    if (const auto *Unary = dyn_cast<UnaryOperator>(Up);
        Unary && Unary->isIncrementDecrementOp())
      return true;
    if (isa<CXXDeleteExpr>(Up))
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(Up)) {
      const auto *Method =
          dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
      const bool IsObject =
          Method && (isa<CXXMemberCallExpr>(Call) ||
                     (isa<CXXOperatorCallExpr>(Call) && Call->getArg(0) == E));
      if (!IsObject) { // bound to a reference that can change it?
        if (E->isGLValue() && !isConst(E->getType()))
          return true;
        return false;
      }
      const bool IsAccess =
          Method->isConst() ||
          (isOfStd(*Method) && stdMemberUse(*Method) == UseKind::Read);
      if (!IsAccess)
        return true;
      if (isConst(Call->getType()) ||
          (!Call->isGLValue() && !isPointer(Call->getType())))
        return false;
    } else if (E->isGLValue() && isConst(Up->getType())) {
      return false;
    } else if (!Up->isGLValue() && !isPointer(Up->getType()) &&
               !isa<MemberExpr>(Up)) {
      return isa<CXXConstructExpr, InitListExpr>(Up) && E->isGLValue() &&
             !isConst(E->getType());
    }
    E = Up;
    ToPointee = isPointer(Up->getType());
  }
  return false;
}

namespace {
class Search {
public:
  explicit Search(QualType Part) : Part(Part) {}

  bool in(const FunctionDecl &Function) {
    if (isOfStd(Function) || !Seen.insert(Function.getCanonicalDecl()).second)
      return false;
    const FunctionDecl *Body = Function.getDefinition();
    const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
    if (!Body || Body->isDefaulted() || Seen.size() > MaxFunctions ||
        (Method && Method->isVirtual()))
      return Method && hidesIn(*Method->getParent());
    return !Body->hasBody() || writes(*Body->getBody());
  }

private:
  /// Whether \p Body, or a function that it calls, writes. A graph of its flow
  /// would cost far more.
  bool writes(const Stmt &Body) {
    Parents Around;
    SmallVector<const Stmt *, 16> Left{&Body};
    while (!Left.empty()) {
      const Stmt &S = *Left.pop_back_val();
      for (const Stmt *Child : S.children())
        if (Child) {
          Around[Child] = &S;
          Left.push_back(Child);
        }
      if (const auto *Member = dyn_cast<MemberExpr>(&S)) {
        const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
        if (Field && isOpen(*Field, Part) && isWritten(*Member, Around))
          return true;
      } else if (const auto *Call = dyn_cast<CallExpr>(&S)) {
        const FunctionDecl *Callee = Call->getDirectCallee();
        if (Callee && in(*Callee))
          return true;
      }
    }
    return false;
  }

  bool hidesIn(const CXXRecordDecl &Class) {
    return Class.hasDefinition() &&
           any_of(Class.getDefinition()->fields(), [&](const FieldDecl *F) {
             return F->isMutable() && isOpen(*F, Part);
           });
  }

  QualType Part;
  SmallPtrSet<const FunctionDecl *, 8> Seen;
};
} // namespace

/// \p Seen: the functions on the way.
static bool usesGlobals(const FunctionDecl &Function, bool Unseen,
                        SmallPtrSetImpl<const FunctionDecl *> &Seen) {
  if (isOfStd(Function) || Function.getBuiltinID() || Function.isConstexpr() ||
      !Seen.insert(Function.getCanonicalDecl()).second)
    return false;
  const FunctionDecl *Body = Function.getDefinition();
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (!Body || !Body->hasBody() || Seen.size() > MaxFunctions ||
      (Method && Method->isVirtual()))
    return Unseen && !Function.isDefaulted();
  SmallVector<const Stmt *, 16> Left{Body->getBody()};
  while (!Left.empty()) {
    const Stmt *S = Left.pop_back_val();
    if (!S)
      continue;
    append_range(Left, S->children());
    if (const auto *Name = dyn_cast<DeclRefExpr>(S))
      if (const auto *Variable = dyn_cast<VarDecl>(Name->getDecl());
          Variable && Variable->hasGlobalStorage() &&
          !Variable->getType().isConstQualified())
        return true;
    const FunctionDecl *Callee = nullptr;
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      Callee = Call->getDirectCallee();
      if (!Callee && Unseen)
        return true;
    } else if (const auto *Made = dyn_cast<CXXConstructExpr>(S)) {
      Callee = Made->getConstructor();
    }
    if (Callee && usesGlobals(*Callee, Unseen, Seen))
      return true;
  }
  return false;
}

bool mayChangeGlobals(const FunctionDecl &Function, bool Unseen) {
  SmallPtrSet<const FunctionDecl *, 8> Seen;
  return usesGlobals(Function, Unseen, Seen);
}

bool mayChangeHidden(const FunctionDecl &Function, QualType Part) {
  return Search(Part).in(Function);
}

} // namespace clang::tidy::anomalloc
