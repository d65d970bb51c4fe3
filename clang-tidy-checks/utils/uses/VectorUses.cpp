//===- VectorUses.cpp - which operations a vector takes part in -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/VectorUses.h"
#include "utils/ast/Climb.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdFunctions.h"
#include "utils/uses/StdMembers.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

static bool copiesOrMoves(const CXXConstructExpr &Construct) {
  return Construct.getConstructor()->isCopyOrMoveConstructor();
}

static VectorUseKind kindOfMethod(const CXXMethodDecl &Method,
                                  const CXXMemberCallExpr &Call) {
  if (!Method.getDeclName().isIdentifier())
    return VectorUseKind::Whole;
  StringRef Name = Method.getName();
  // assign(n, x), not assign(first, last) or assign({...})
  if (Name == "assign" || Name == "resize")
    return Call.getNumArgs() && !Method.getPrimaryTemplate() &&
                   Call.getArg(0)->getType()->isIntegerType()
               ? VectorUseKind::Resize
               : VectorUseKind::Change;
  const StdMember Member = stdMember(Name);
  if (Member.is(StdMember::Element))
    return VectorUseKind::Element;
  if (Member.is(StdMember::Size))
    return VectorUseKind::Size;
  if (Member.is(StdMember::Position))
    return VectorUseKind::Position;
  if (Member.is(StdMember::AddsOne) && Member.is(StdMember::AtBack))
    return VectorUseKind::Append;
  return Member.Use == UseKind::Reserve ? VectorUseKind::Reserve
                                        : VectorUseKind::Change;
}

/// std::size(v) and the like, which arrays have too.
static std::optional<VectorUseKind> kindOfFunction(const FunctionDecl &F) {
  if (isStdFunction(F, StdFunction::Size))
    return VectorUseKind::Size;
  if (isStdFunction(F, StdFunction::Position))
    return VectorUseKind::Position;
  return std::nullopt;
}

static VectorUse inExpression(const Expr &E, const Expr &Parent,
                              const ReferenceIndex &Index) {
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(&Parent))
    return {Subscript->getBase() == &E ? VectorUseKind::Element
                                       : VectorUseKind::Whole,
            &Parent};
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Parent)) {
    const bool Left = Operator->getNumArgs() && Operator->getArg(0) == &E;
    if (Left && Operator->getOperator() == OO_Subscript)
      return {VectorUseKind::Element, &Parent};
    if (Left && Operator->getOperator() == OO_Equal)
      return {VectorUseKind::Assign, &Parent};
    return {VectorUseKind::Whole, &Parent};
  }
  if (const auto *Member = dyn_cast<MemberExpr>(&Parent)) {
    const auto *Method = dyn_cast<CXXMethodDecl>(Member->getMemberDecl());
    const Expr &Callee = outermostSame(*Member, Index);
    const auto *Call = Index.parentOf(Callee).get<CXXMemberCallExpr>();
    if (!Method || !Call || Call->getCallee()->IgnoreParens() != Member)
      return {VectorUseKind::Whole, &Parent};
    return {kindOfMethod(*Method, *Call), Call};
  }
  if (const auto *Call = dyn_cast<CallExpr>(&Parent)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    auto Kind = Callee ? kindOfFunction(*Callee) : std::nullopt;
    return {Kind.value_or(VectorUseKind::Whole), &Parent};
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(&Parent)) {
    const CXXRecordDecl *Made = Construct->getConstructor()->getParent();
    return {Made->getDeclName().isIdentifier() && Made->getName() == "span" &&
                    !copiesOrMoves(*Construct)
                ? VectorUseKind::View
                : VectorUseKind::Whole,
            &Parent};
  }
  if (const auto *Lambda = dyn_cast<LambdaExpr>(&Parent)) {
    for (auto [Capture, Init] :
         zip(Lambda->captures(), Lambda->capture_inits()))
      if (Init && Init->IgnoreImplicit() == E.IgnoreImplicit())
        return {Capture.getCaptureKind() == LCK_ByRef ? VectorUseKind::Capture
                                                      : VectorUseKind::Whole,
                &Parent};
    return {VectorUseKind::Whole, &Parent};
  }
  return {VectorUseKind::Whole, &Parent};
}

VectorUse vectorUse(const Expr &Reference, const ReferenceIndex &Index) {
  const Expr &E = outermostSame(Reference, Index);
  const DynTypedNode Parent = Index.parentOf(E);
  if (const auto *Around = Parent.get<Expr>())
    return inExpression(E, *Around, Index);
  if (const auto *Variable = Parent.get<VarDecl>()) {
    // for (... : v) is auto &&__range = v;
    if (const CXXForRangeStmt *Loop = rangeLoopOf(*Variable, Index))
      return {VectorUseKind::Loop, Loop};
    if (Variable->getType()->isReferenceType() && Variable->hasLocalStorage())
      return {VectorUseKind::Alias, nullptr, Variable};
  }
  return {};
}

static bool isComparison(OverloadedOperatorKind Operator) {
  return Operator == OO_EqualEqual || Operator == OO_ExclaimEqual ||
         Operator == OO_Less || Operator == OO_Greater ||
         Operator == OO_LessEqual || Operator == OO_GreaterEqual ||
         Operator == OO_Spaceship;
}

static bool staysValid(const Expr &Position, const ReferenceIndex &Index,
                       unsigned Depth);

/// Whether what a call or operator returns is no iterator, or is used well.
static bool resultStaysValid(const Expr &Call, const ReferenceIndex &Index,
                             unsigned Depth) {
  return !Call.getType()->isRecordType() ||
         stdName(Call.getType()) == "reverse_iterator" ||
         staysValid(Call, Index, Depth);
}

static bool staysValid(const Expr &Position, const ReferenceIndex &Index,
                       unsigned Depth) {
  if (Depth == 8)
    return false;
  const Expr &E = outermostSame(Position, Index);
  const DynTypedNode Parent = Index.parentOf(E);
  if (const auto *Operator = Parent.get<CXXOperatorCallExpr>()) {
    OverloadedOperatorKind Kind = Operator->getOperator();
    if (isComparison(Kind) || Kind == OO_Star || Kind == OO_Subscript ||
        Kind == OO_Arrow)
      return true;
    if (Kind == OO_PlusPlus || Kind == OO_MinusMinus || Kind == OO_Plus ||
        Kind == OO_Minus || Kind == OO_PlusEqual || Kind == OO_MinusEqual)
      return resultStaysValid(*Operator, Index, Depth + 1);
    return false;
  }
  if (const auto *Call = Parent.get<CXXMemberCallExpr>()) {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    return Method && Method->getPrimaryTemplate() &&
           isStdContainer(Call->getObjectType());
  }
  if (const auto *Call = Parent.get<CallExpr>()) {
    // An unqualified name may be found only thanks to the iterator's namespace.
    const FunctionDecl *Callee = Call->getDirectCallee();
    return Callee && Callee->isInStdNamespace() &&
           Callee->getPrimaryTemplate() && !Call->usesADL() &&
           resultStaysValid(*Call, Index, Depth + 1);
  }
  if (const auto *Construct = Parent.get<CXXConstructExpr>()) {
    if (copiesOrMoves(*Construct))
      return staysValid(*Construct, Index, Depth + 1);
    return Construct->getConstructor()->getPrimaryTemplate() &&
           (isStdContainer(Construct->getType()) ||
            isStdString(Construct->getType()));
  }
  if (const auto *Variable = Parent.get<VarDecl>())
    return Variable->hasLocalStorage() &&
           Variable->getType()->getContainedAutoType() &&
           all_of(Index.to(*Variable), [&](const Expr *Reference) {
             return staysValid(*Reference, Index, Depth + 1);
           });
  return Parent.get<CompoundStmt>() || Parent.get<ForStmt>();
}

bool staysValidAsPointer(const Expr &Position, const ReferenceIndex &Index) {
  return Position.getType()->isPointerType() || staysValid(Position, Index, 0);
}

bool isMemberwise(const Expr &Reference, const ReferenceIndex &Index) {
  const auto *Member = dyn_cast<MemberExpr>(&Reference);
  const FunctionDecl *F = Member ? Index.functionOf(*Member) : nullptr;
  return F && F->isDefaulted();
}

static bool everyUse(const ValueDecl &V, const ReferenceIndex &Index,
                     function_ref<bool(const VectorUse &)> Allowed,
                     unsigned Depth) {
  return Depth < 4 &&
         all_of(
             Index.to(V),
             [&](const Expr *Reference) {
               if (isMemberwise(*Reference, Index))
                 return true;
               VectorUse U = vectorUse(*Reference, Index);
               if (U.Kind != VectorUseKind::Alias)
                 return Allowed(U);
               return U.Alias->getType()->getContainedAutoType() &&
                      everyUse(*U.Alias, Index, Allowed, Depth + 1);
             });
}

bool everyUse(const ValueDecl &V, const ReferenceIndex &Index,
              function_ref<bool(const VectorUse &)> Allowed) {
  return everyUse(V, Index, Allowed, 0);
}

bool suitsAnyArray(const VectorUse &U, const ReferenceIndex &Index) {
  switch (U.Kind) {
  case VectorUseKind::Element:
  case VectorUseKind::Size:
  case VectorUseKind::Loop:
  case VectorUseKind::View:
  case VectorUseKind::Capture:
    return true;
  case VectorUseKind::Position:
    return staysValidAsPointer(cast<Expr>(*U.By), Index);
  default:
    return false;
  }
}

VectorInit vectorInit(const Expr *Init) {
  if (!Init)
    return {VectorInit::Empty};
  const CXXConstructExpr *Construct = nullptr;
  for (;;) {
    Init = Init->IgnoreImplicit();
    if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(Init)) {
      Init = Cast->getSubExpr();
      continue;
    }
    Construct = dyn_cast<CXXConstructExpr>(Init);
    if (!Construct || !Construct->isElidable() || !Construct->getNumArgs())
      break;
    Init = Construct->getArg(0); // before C++17: vector<T> v = vector<T>(n)
  }
  if (!Construct)
    return {};
  VectorInit Found;
  Found.Construct = Construct;
  unsigned NumArgs = 0; // written ones
  while (NumArgs < Construct->getNumArgs() &&
         !isa<CXXDefaultArgExpr>(Construct->getArg(NumArgs)))
    ++NumArgs;
  const CXXConstructorDecl *Constructor = Construct->getConstructor();
  if (NumArgs == 0) {
    Found.Is = VectorInit::Empty;
  } else if (Constructor->getPrimaryTemplate() || NumArgs > 2) {
    return Found;
  } else if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(
                 Construct->getArg(0)->IgnoreImplicit())) {
    Found.Elements = dyn_cast<InitListExpr>(
        List->getSubExpr()->IgnoreUnlessSpelledInSource());
    Found.Is =
        Found.Elements && NumArgs == 1 ? VectorInit::List : VectorInit::Other;
  } else if (Constructor->getParamDecl(0)->getType()->isIntegerType() &&
             (NumArgs == 1 ||
              stdName(Constructor->getParamDecl(1)->getType()) !=
                  "allocator")) {
    Found.Is = VectorInit::Count;
    Found.Size = Construct->getArg(0);
    Found.Value = NumArgs == 2 ? Construct->getArg(1) : nullptr;
  }
  return Found;
}

const CXXMemberCallExpr *resizeBehind(const DeclStmt &Statement,
                                      const VarDecl &V,
                                      const ReferenceIndex &Index) {
  ArrayRef<const Expr *> References = Index.to(V);
  if (References.empty())
    return nullptr;
  VectorUse First = vectorUse(*References.front(), Index);
  if (First.Kind != VectorUseKind::Resize)
    return nullptr;
  const auto *Call = cast<CXXMemberCallExpr>(First.By);
  const auto *Block =
      Index.parentOf(ascend<FullExpr>(*Call, Index)).get<CompoundStmt>();
  return Block && is_contained(Block->body(), &Statement) ? Call : nullptr;
}

QualType writtenElement(QualType Container) {
  if (const auto *Written =
          Container.getNonReferenceType()->getAs<TemplateSpecializationType>();
      Written && !Written->template_arguments().empty() &&
      Written->template_arguments()[0].getKind() == TemplateArgument::Type &&
      !Written->isTypeAlias())
    return Written->template_arguments()[0].getAsType();
  return typeArgument(Container, 0);
}

std::optional<uint64_t> constantOf(const Expr *E, const ASTContext &Context) {
  Expr::EvalResult Result;
  if (!E || E->isValueDependent() || !E->getType()->isIntegerType() ||
      !E->EvaluateAsInt(Result, Context) || Result.HasSideEffects)
    return std::nullopt;
  const APSInt &Value = Result.Val.getInt();
  if (Value.isNegative() || Value.getActiveBits() > 63)
    return std::nullopt;
  return Value.getZExtValue();
}

} // namespace clang::tidy::anomalloc
