//===- PlainCopy.cpp - copies that are like their originals ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/PlainCopy.h"
#include "utils/ast/Descend.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace clang::tidy::anomalloc {
namespace {

/// A member, or a part of what it points to.
struct Place {
  enum { Neither, Own, OfOther } In = Neither;
  const FieldDecl *Field = nullptr;
};

class Reader {
public:
  explicit Reader(const CXXMethodDecl &Body)
      : Body(Body),
        Other(Body.getNumParams() ? Body.getParamDecl(0) : nullptr) {}

  bool run() {
    if (const auto *Made = dyn_cast<CXXConstructorDecl>(&Body)) {
      if (!all_of(Made->inits(),
                  [&](const auto *I) { return initialiser(*I); }))
        return false;
    }
    return statement(Body.getBody()) && (!Other || isWhole());
  }

private:
  bool isWhole() const {
    return all_of(Body.getParent()->fields(), [&](const FieldDecl *F) {
      return Done.contains(F) || F->isUnnamedBitField();
    });
  }
  bool initialiser(const CXXCtorInitializer &Init);
  bool statement(const Stmt *S);
  bool expression(const Expr &E);
  bool assign(const Expr &To, const Expr &From);
  bool call(const CallExpr &Call);
  Place placeOf(const Expr *E) const;
  bool isOther(const Expr *E) const;
  /// Whether evaluation changes nothing.
  bool isPure(const Stmt *S) const;

  const CXXMethodDecl &Body;
  const ParmVarDecl *Other; ///< Null in a destructor.
  SmallPtrSet<const FieldDecl *, 8> Done;
};

} // namespace

static const Expr *stripped(const Expr *E) {
  while (true) {
    const Expr *Before = E;
    E = E->IgnoreParenCasts();
    if (const Expr *Wrapped = operandOfWrapper(*E))
      E = Wrapped;
    else if (const auto *Copy = dyn_cast<CXXConstructExpr>(E);
             Copy && Copy->getNumArgs() &&
             Copy->getConstructor()->isCopyOrMoveConstructor())
      E = Copy->getArg(0);
    else if (const auto *New = dyn_cast<CXXNewExpr>(E);
             New && !New->isArray() && New->getInitializer() &&
             (!New->getConstructExpr() ||
              New->getConstructExpr()->getConstructor()->isTrivial()))
      E = New->getInitializer(); // `new int(*Other.Own)`
    else if (const auto *List = dyn_cast<ParenListExpr>(E);
             List && List->getNumExprs() == 1)
      E = List->getExpr(0);
    else if (const auto *Call = dyn_cast<CallExpr>(E);
             Call && Call->getNumArgs() && Call->getDirectCallee() &&
             isStdFunction(*Call->getDirectCallee(),
                           {"move", "forward", "exchange"}))
      E = Call->getArg(0);
    if (E == Before)
      return E;
  }
}

bool Reader::isOther(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(stripped(E));
  return Other && Ref && Ref->getDecl() == Other;
}

Place Reader::placeOf(const Expr *E) const {
  Place Found;
  while (E) {
    E = stripped(E);
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      Found.Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      E = Member->getBase()->IgnoreParenImpCasts();
      if (!Found.Field)
        return {};
      if (isa<CXXThisExpr>(E))
        return {Place::Own, Found.Field};
      if (isOther(E))
        return {Place::OfOther, Found.Field};
    } else if (const auto *Index = dyn_cast<ArraySubscriptExpr>(E)) {
      E = Index->getBase();
    } else if (const auto *Unary = dyn_cast<UnaryOperator>(E);
               Unary && (Unary->getOpcode() == UO_Deref ||
                         Unary->getOpcode() == UO_AddrOf)) {
      E = Unary->getSubExpr();
    } else if (const auto *Sum = dyn_cast<BinaryOperator>(E);
               Sum && Sum->isAdditiveOp() && Sum->getType()->isPointerType()) {
      E = Sum->getLHS();
    } else if (const auto *Call = dyn_cast<CallExpr>(E);
               Call && Call->getDirectCallee() &&
               isOfStd(*Call->getDirectCallee())) {
      E = calledOn(*Call); // begin(), data(), operator[]
    } else {
      return {};
    }
  }
  return {};
}

bool Reader::isPure(const Stmt *S) const {
  if (!S)
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
    const auto *Block =
        F && F->getDefinition()
            ? dyn_cast<CompoundStmt>(F->getDefinition()->getBody())
            : nullptr;
    const auto *Return = Block && Block->size() == 1
                             ? dyn_cast<ReturnStmt>(Block->body_front())
                             : nullptr;
    if (!Method || !Method->isConst() ||
        !(isOfStd(*Method) || (Return && Return->getRetValue() &&
                               !isa<CallExpr>(Return->getRetValue()) &&
                               isPure(Return->getRetValue()))))
      return false;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->isIncrementDecrementOp()) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Unary->getSubExpr());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || !V->hasLocalStorage() || V->getType()->isReferenceType())
      return false; // else a counter of a loop
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp())
    return false;
  if (isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, LambdaExpr, StmtExpr>(S))
    return false;
  if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
    return Made->getConstructor()->isTrivial();
  return all_of(S->children(), [&](const Stmt *Part) { return isPure(Part); });
}

/// `new int[N]`, `std::malloc(N)`, a null pointer: room without a value.
static bool isRoom(const Expr &E, const ASTContext &Context) {
  const Expr *Plain = stripped(&E);
  if (const auto *New = dyn_cast<CXXNewExpr>(Plain)) {
    const auto *Made = New->getConstructExpr();
    return New->getOperatorNew() &&
           New->getOperatorNew()->isReplaceableGlobalAllocationFunction() &&
           (!Made || Made->getConstructor()->isTrivial() ||
            isOfStd(*Made->getConstructor()));
  }
  if (const auto *Call = dyn_cast<CallExpr>(Plain))
    return Call->getDirectCallee() &&
           Call->getDirectCallee()->getDeclName().isIdentifier() &&
           is_contained({"malloc", "calloc", "aligned_alloc"},
                        Call->getDirectCallee()->getName());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Plain))
    return isRoom(*Choice->getTrueExpr(), Context) &&
           isRoom(*Choice->getFalseExpr(), Context);
  return Plain->isNullPointerConstant(const_cast<ASTContext &>(Context),
                                      Expr::NPC_ValueDependentIsNotNull);
}

bool Reader::initialiser(const CXXCtorInitializer &Init) {
  const Expr &From = *Init.getInit();
  if (Init.isBaseInitializer())
    return isOther(&From);
  if (!Init.isMemberInitializer())
    return false;
  const FieldDecl *Field = Init.getMember();
  if (const Place P = placeOf(&From);
      P.In == Place::OfOther && P.Field == Field) {
    Done.insert(Field);
    return true;
  }
  // Filled by the body, or else it is not whole.
  const auto *Made = dyn_cast<CXXConstructExpr>(&From);
  return isRoom(From, Body.getASTContext()) ||
         (Made && !Made->getNumArgs() && isOfStd(*Made->getConstructor()));
}

bool Reader::statement(const Stmt *S) {
  if (!S || isa<NullStmt>(S))
    return true;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return all_of(Block->body(), [&](const Stmt *B) { return statement(B); });
  if (const auto *If = dyn_cast<IfStmt>(S))
    return isPure(If->getCond()) && !If->getInit() &&
           statement(If->getThen()) && statement(If->getElse());
  if (const auto *For = dyn_cast<ForStmt>(S))
    return isPure(For->getInit()) && isPure(For->getCond()) &&
           isPure(For->getInc()) && statement(For->getBody());
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    return isPure(Return->getRetValue());
  if (const auto *E = dyn_cast<Expr>(S))
    return expression(*E);
  return isa<DeclStmt>(S) && isPure(S);
}

bool Reader::assign(const Expr &To, const Expr &From) {
  const Place Left = placeOf(&To), Right = placeOf(&From);
  if (Left.In == Place::OfOther) // what is moved from
    return isRoom(From, Body.getASTContext()) || isPure(&From);
  if (Left.In != Place::Own)
    return false;
  if (Right.In == Place::OfOther && Right.Field == Left.Field) {
    Done.insert(Left.Field);
    return true;
  }
  return isRoom(From, Body.getASTContext()) || (!Other && isPure(&From));
}

bool Reader::expression(const Expr &E) {
  const Expr *Plain = stripped(&E);
  if (const auto *Binary = dyn_cast<BinaryOperator>(Plain);
      Binary && Binary->getOpcode() == BO_Assign)
    return assign(*Binary->getLHS(), *Binary->getRHS());
  if (const auto *Delete = dyn_cast<CXXDeleteExpr>(Plain))
    return placeOf(Delete->getArgument()).In == Place::Own &&
           !Delete->getDestroyedType().isDestructedType();
  if (const auto *Call = dyn_cast<CallExpr>(Plain))
    return this->call(*Call);
  return isPure(Plain);
}

bool Reader::call(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F)
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && (Method->isCopyAssignmentOperator() ||
                 Method->isMoveAssignmentOperator())) {
    const Expr &To = *calledOn(Call);
    const Expr &From = *Call.getArg(Call.getNumArgs() - 1);
    if (Method->getParent()->getCanonicalDecl() !=
        Body.getParent()->getCanonicalDecl())
      return assign(To, From);
    // `*this = Other`
    if (!isOther(&From) || (Method->isUserProvided() && !isPlain(*Method)))
      return false;
    for (const FieldDecl *Field : Body.getParent()->fields())
      Done.insert(Field);
    return true;
  }
  if (!F->getDeclName().isIdentifier() ||
      !(isOfStd(*F) || F->getBuiltinID() || F->isExternC()))
    return false;
  if (F->getName() == "free")
    return placeOf(Call.getArg(0)).In == Place::Own;
  if (!is_contained({"copy", "copy_n", "uninitialized_copy", "memcpy",
                     "uninitialized_copy_n", "memmove", "swap", "assign"},
                    F->getName()))
    return isPure(&Call);
  // The member and that of the other object, and nothing else but sizes.
  const bool IsSwap = F->getName() == "swap";
  SmallVector<const Expr *, 4> Operands(Call.arguments());
  if (Method)
    Operands.push_back(calledOn(Call));
  const FieldDecl *Field = nullptr;
  bool Reads = false, Writes = false;
  for (const Expr *Operand : Operands) {
    const Place P = placeOf(Operand);
    if (P.In == Place::Neither ||
        (P.Field->getType()->isIntegerType() && !IsSwap)) {
      if (!isPure(Operand))
        return false;
      continue;
    }
    if (Field && Field != P.Field)
      return false;
    Field = P.Field;
    Reads |= P.In == Place::OfOther;
    Writes |= P.In == Place::Own;
  }
  if (!Reads || !Writes)
    return false;
  Done.insert(Field);
  return true;
}

bool isPlain(const CXXMethodDecl &Special) {
  const FunctionDecl *Body = Special.getDefinition();
  if (!Body || !Body->hasBody() || Body->isDependentContext())
    return false;
  return Reader(*cast<CXXMethodDecl>(Body)).run();
}

} // namespace clang::tidy::anomalloc
