//===- FreshValue.cpp - does a function make what it returns --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fresh-return/FreshValue.h"
#include "utils/ast/Climb.h"
#include "utils/ast/ReturnType.h"
#include "utils/objects/ContainerClass.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/VectorUses.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Whether the object keeps the size it was made with.
static bool keepsSize(const VarDecl &V, const ReferenceIndex &Index) {
  const bool IsStd = isStd(V.getType(), {"vector", "deque"});
  const CXXMethodDecl *Resize = containerInterface(V.getType()).Resize;
  return all_of(Index.to(V), [&](const Expr *Reference) {
    if (IsStd)
      switch (vectorUse(*Reference, Index).Kind) {
      case VectorUseKind::Resize:
      case VectorUseKind::Append:
      case VectorUseKind::Change:
      case VectorUseKind::Assign:
      case VectorUseKind::Alias:
      case VectorUseKind::Reserve:
        return false;
      case VectorUseKind::Whole: {
        // Returned; or handed to who may change it.
        const Expr &Value = outermostValue(*Reference, Index);
        return Index.parentOf(Value).get<ReturnStmt>() != nullptr;
      }
      default:
        return true;
      }
    const Expr &Object = outermostSame(*Reference, Index);
    const DynTypedNode Parent = Index.parentOf(Object);
    if (const auto *Operator = Parent.get<CXXOperatorCallExpr>())
      return Operator->getArg(0) != &Object ||
             Operator->getOperator() != OO_Equal;
    if (const auto *Member = Parent.get<MemberExpr>())
      return !Resize ||
             Member->getMemberDecl()->getDeclName() != Resize->getDeclName();
    return Index.parentOf(outermostValue(*Reference, Index))
               .get<ReturnStmt>() != nullptr;
  });
}

/// `T v(3, 3);`, `std::vector<T> v(4);`, `std::vector<T> v{a, b};`
static std::optional<uint64_t> constantElements(const Expr *Init,
                                                const ASTContext &Context) {
  if (!Init)
    return std::nullopt;
  QualType Type = Init->getType();
  if (isStd(Type, {"vector", "deque"})) {
    const VectorInit How = vectorInit(Init);
    if (How.Is == VectorInit::List)
      return How.Elements->getNumInits();
    return How.Is == VectorInit::Count ? constantOf(How.Size, Context)
                                       : std::nullopt;
  }
  const auto *Construct =
      dyn_cast<CXXConstructExpr>(Init->IgnoreUnlessSpelledInSource());
  const unsigned Indices = containerInterface(Type).Indices;
  if (!Construct || !Indices || Construct->getNumArgs() < Indices ||
      Construct->isListInitialization())
    return std::nullopt;
  uint64_t Elements = 1;
  for (unsigned I = 0; I < Indices; ++I) {
    const Expr *Argument = Construct->getArg(I);
    if (!Argument->IgnoreParenImpCasts()->getType()->isIntegerType())
      return std::nullopt;
    const auto Size = constantOf(Argument, Context);
    if (!Size)
      return std::nullopt;
    Elements *= *Size;
  }
  return Elements;
}

namespace {
/// Looks at what is returned in one place.
class Returned {
public:
  explicit Returned(const ReferenceIndex &Index) : Index(Index) {}

  void look(const Expr &Value) {
    const Expr *E = Value.IgnoreUnlessSpelledInSource();
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      look(*Choice->getTrueExpr());
      return look(*Choice->getFalseExpr());
    }
    const auto *Call = dyn_cast<CallExpr>(E);
    if (Call && Call->isCallToStdMove())
      return look(*Call->getArg(0));
    if (const auto *Name = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Name->getDecl());
      if (!V || isa<ParmVarDecl>(V) || !V->hasLocalStorage() ||
          V->getType()->isReferenceType())
        return part();
      handsOn(V->getInit());
      Made.push_back(V->getSourceRange());
      return fresh(keepsSize(*V, Index)
                       ? constantElements(V->getInit(), Index.context())
                       : std::nullopt);
    }
    if (!E->isPRValue())
      return part();
    Made.push_back(E->getSourceRange());
    if (Call) {
      handsOn(Call);
      return fresh(std::nullopt);
    }
    const auto *Construct = dyn_cast<CXXConstructExpr>(E);
    if (const auto *Functional = dyn_cast<CXXFunctionalCastExpr>(E))
      Construct = dyn_cast<CXXConstructExpr>(
          Functional->getSubExpr()->IgnoreImplicit());
    if (Construct && Construct->getConstructor()->isCopyOrMoveConstructor())
      return part();
    if (Construct
            ? Construct->getNumArgs() == 0
            : isa<InitListExpr>(E) && cast<InitListExpr>(E)->getNumInits() == 0)
      return; // an empty one is in nobody's way
    fresh(constantElements(&Value, Index.context()));
  }

  bool IsFresh = false, IsPart = false;
  bool IsFirst = true;
  std::optional<uint64_t> Elements;
  const CXXMethodDecl *From = nullptr;
  SmallVector<SourceRange, 2> Made;

private:
  void handsOn(const Expr *Value) {
    const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(
        Value ? Value->IgnoreUnlessSpelledInSource() : nullptr);
    const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
    if (Method && Method->isVirtual())
      From = Method;
  }
  void part() { IsPart = true; }
  void fresh(std::optional<uint64_t> Number) {
    Elements = IsFirst || Elements == Number ? Number : std::nullopt;
    IsFirst = false;
    IsFresh = true;
  }

  const ReferenceIndex &Index;
};
} // namespace

FreshValue freshValueOf(const FunctionDecl &F, const ReferenceIndex &Index) {
  const FunctionDecl *Body = F.getDefinition();
  if (!Body || !Body->getBody() || !Index.sawBody(*Body))
    return {};
  SmallVector<const ReturnStmt *, 4> Returns;
  collectReturns(*Body->getBody(), Returns);
  Returned Found(Index);
  for (const ReturnStmt *Return : Returns)
    if (Return->getRetValue())
      Found.look(*Return->getRetValue());
  if (!Found.IsFresh || Found.IsPart)
    return {FreshValue::Part, std::nullopt, nullptr, {}};
  return {FreshValue::Fresh, Found.Elements, Found.From, std::move(Found.Made)};
}

} // namespace clang::tidy::anomalloc
