//===- UnnamedContainer.cpp - containers made for one call ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (...)                                 std::vector<int> Weights;
//     Sum += total(std::vector<int>(N, I));   for (...) {
//                                               Weights.assign(N, I);
//                                               Sum += total(Weights);
//
//===----------------------------------------------------------------------===//

#include "loop-local-container/LoopLocalContainerCheck.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/DerivedContainer.h"
#include "utils/objects/OnlyMemory.h"
#include "utils/objects/StdTypes.h"

namespace clang::tidy::anomalloc {

/// `vector<T>(n)`, `vector<T>(n, x)`, `vector<T>(first, last)`, to be looked at
/// by const reference; or null.
static const CXXConstructExpr *madeFor(const ParmVarDecl &P,
                                       const Expr &Argument) {
  const QualType Type = P.getType();
  if (!Type->isLValueReferenceType() ||
      !Type->getPointeeType().isConstQualified() ||
      !isStd(withoutOwnName(Type), {"vector"}))
    return nullptr;
  const Expr *E = Argument.IgnoreImplicit();
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
    E = Cast->getSubExpr()->IgnoreImplicit();
  const auto *Made = dyn_cast<CXXConstructExpr>(E);
  return Made && Made->getNumArgs() && !Made->getArg(0)->isDefaultArgument() &&
                 !Made->getConstructor()->isCopyOrMoveConstructor() &&
                 !Made->isStdInitListInitialization()
             ? Made
             : nullptr;
}

void LoopLocalContainerCheck::unnamed(const CallExpr &Call,
                                      ASTContext &Context) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || isa<CXXOperatorCallExpr>(Call) ||
      Call.isInstantiationDependent() ||
      !isEditable(Call.getSourceRange(), Context.getSourceManager()))
    return;
  for (unsigned I = 0; I < std::min(Call.getNumArgs(), Callee->getNumParams());
       ++I) {
    const CXXConstructExpr *Made =
        madeFor(*Callee->getParamDecl(I), *Call.getArg(I));
    if (!Made || hasPolymorphicAllocator(Made->getType()) ||
        !isOnlyMemory(typeArgument(withoutOwnName(Made->getType()), 0)))
      continue;
    const ReferenceIndex &Index = references(Context);
    const auto Loops = loopsAround(Call, Index);
    if (Loops.empty() || mayRunParallel(*Loops.front(), Index))
      return;
    Diagnosis Said;
    Said.Often = evidence(Call, Made->getSourceRange(), Context);
    if (!Said.Often.Loops.Depth || !matters(Said.Often))
      return;
    Said.At = Made->getBeginLoc();
    Said.Problem = "a '" + nameOf(Made->getType(), Context) +
                   "' is made for this call in each iteration, and allocates "
                   "each time";
    const bool Same = llvm::all_of(Made->arguments(), [&](const Expr *E) {
      return E->isDefaultArgument() || isSameValueIn(*E, *Loops.front(), Index);
    });
    Said.Suggestion =
        Same ? "make it once, before the loop"
             : "declare one before the loop, and 'assign()' to it here, to use "
               "its memory again";
    const FunctionDecl *Inside = Said.Often.Loops.Function;
    report(std::move(Said), Inside, Context);
  }
}

} // namespace clang::tidy::anomalloc
