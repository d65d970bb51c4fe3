//===- ChosenCopy.cpp - copies made to choose between two values ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const std::string &Name = Item ? Item->Name : "none";
//   ->  static const std::string None = "none";
//       const std::string &Name = Item ? Item->Name : None;
//
// Where one of both makes a new object, the other one is copied into a new
// object, too, though a reference is all that is asked for.
//
//===----------------------------------------------------------------------===//

#include "unnecessary-copy/UnnecessaryCopyCheck.h"
#include "utils/ast/Climb.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/flow/StableReferent.h"
#include "utils/objects/CopyCost.h"
#include "utils/objects/TextSource.h"

namespace clang::tidy::anomalloc {

/// The lvalue that an arm of a choice copies, or null.
static const Expr *copiedIn(const Expr &Arm) {
  const auto *Made = dyn_cast<CXXConstructExpr>(Arm.IgnoreImplicit());
  return Made ? copiedBy(*Made) : nullptr;
}

/// What is made of nothing but constants, and could be made once.
static bool isConstantValue(const Expr &Arm, const ASTContext &Context) {
  if (textSourceOf(Arm, Context).Is == TextSource::Literal)
    return true;
  const auto *Made = dyn_cast<CXXConstructExpr>(Arm.IgnoreImplicit());
  return Made && llvm::all_of(Made->arguments(), [&](const Expr *Argument) {
           return Argument->isDefaultArgument() ||
                  Argument->isCXX11ConstantExpr(Context);
         });
}

/// Whether it is a constant text that a string holds in place.
static bool isShortText(const Expr &Copied, const ASTContext &Context) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Copied.IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const Expr *Init =
      V && V->getType().isConstQualified() ? V->getAnyInitializer() : nullptr;
  const TextSource Source = Init && !Init->isValueDependent()
                                ? textSourceOf(*Init, Context)
                                : TextSource();
  return Source.Is == TextSource::Literal && !Source.mayAllocate();
}

/// The variable that keeps what is chosen, or a null one where it is only
/// looked at in its full expression; nothing where somebody needs a new object.
static std::optional<const VarDecl *>
readerOf(const ConditionalOperator &Choice, const ReferenceIndex &Index) {
  const Expr &Value =
      ascend<ParenExpr, ImplicitCastExpr, CXXBindTemporaryExpr>(Choice, Index);
  const auto *Bound = Index.parentOf(Value).get<MaterializeTemporaryExpr>();
  const DynTypedNode Around = Index.parentOf(outermostSame(Choice, Index));
  if (const auto *V = Around.get<VarDecl>())
    return !isa<ParmVarDecl>(V) && V->hasLocalStorage() && !V->isImplicit()
               ? std::optional(V)
               : std::nullopt;
  if (!Bound)
    return std::nullopt;
  if (const auto *Member = Around.get<MemberExpr>()) {
    const auto *Method = dyn_cast<CXXMethodDecl>(Member->getMemberDecl());
    return Method && Method->isConst() ? std::optional(nullptr) : std::nullopt;
  }
  const auto *Made = Around.get<CXXConstructExpr>();
  return Bound->isBoundToLvalueReference() &&
                 (Around.get<CallExpr>() ||
                  (Made && !Made->getConstructor()->isCopyOrMoveConstructor()))
             ? std::optional(nullptr)
             : std::nullopt;
}

void UnnecessaryCopyCheck::lookAtChoice(const ConditionalOperator &Choice,
                                        ASTContext &Context) {
  const Expr *Arms[] = {Choice.getTrueExpr(), Choice.getFalseExpr()};
  if (!copiedIn(*Arms[0]))
    std::swap(Arms[0], Arms[1]);
  const Expr *Copied = copiedIn(*Arms[0]);
  const QualType Type = Choice.getType().getUnqualifiedType();
  if (!Copied || !Choice.isPRValue() || isShortText(*Copied, Context) ||
      !isEditable(Choice.getSourceRange(), Context.getSourceManager()))
    return;
  const CopyCost Cost = CopyCost::of(Type, copiedHeap(Type, Context));
  const Evidence Often = evidence(Choice, Context);
  if (!Cost || Cost.What == CopyCost::Count || !matters(Often))
    return;
  const auto Reader = readerOf(Choice, references(Context));
  if (!Reader)
    return;
  Diagnosis Found;
  if (const VarDecl *V = *Reader) {
    const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
    const FunctionFlow *Flow = flowOf(F, Context);
    if (!Flow || !isOnlyRead(*V, {}, Context))
      return;
    const Referent Original = referentOf(*Copied, *V, *Flow, Context);
    if (Original.IsTemporary)
      return;
    if (Original.Is != Stability::Stable) {
      if (!Original.MayOnlyChange || promisesCopy(*V))
        return;
      Found.Doubt = "whether the original stays as it is meanwhile";
    }
  }
  const std::string Name = nameOf(Type, Context);
  Found.At = Copied->getBeginLoc();
  Found.Problem = "'" + textOf(Copied->getSourceRange(), Context).str() +
                  "', a '" + Name + "' that " + Cost.phrase() +
                  ", is copied, because the other choice makes a new one";
  Found.Often = Often;
  Found.Suggestion =
      isConstantValue(*Arms[1], Context)
          ? "name the other one as a 'static const " + Name +
                "', and choose between references"
          : "keep the other one in a variable, and choose between references";
  const FunctionDecl *Inside = Often.Loops.Function;
  report(std::move(Found), Inside, Context);
}

} // namespace clang::tidy::anomalloc
