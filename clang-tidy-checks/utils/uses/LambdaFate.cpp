//===- LambdaFate.cpp - how long a lambda lives ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/LambdaFate.h"
#include "utils/ast/Climb.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdUses.h"
#include "utils/uses/Uses.h"
#include "clang/AST/ASTContext.h"

namespace clang::tidy::anomalloc {

llvm::StringRef algorithmName(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || !isOfStd(*F))
    return "";
  const NamedDecl *Named = F;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call)) {
    // A function object of std::ranges.
    const auto *Object =
        dyn_cast<DeclRefExpr>(Operator->getArg(0)->IgnoreParenImpCasts());
    if (!Object || !isOfStd(*Object->getDecl()))
      return "";
    Named = Object->getDecl();
  } else if (isa<CXXMethodDecl>(F)) {
    return "";
  }
  if (!Named->getDeclName().isIdentifier())
    return "";
  switch (stdArgumentUse(Named->getName()).value_or(StdArgument::Escape)) {
  case StdArgument::Read:
  case StdArgument::Write:
  case StdArgument::WriteLast:
    return Named->getName();
  default:
    return "";
  }
}

llvm::StringRef memberAlgorithmName(const CallExpr &Call) {
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  const CXXMethodDecl *F = Member ? Member->getMethodDecl() : nullptr;
  if (!F || !F->getDeclName().isIdentifier() || !isOfStd(*F))
    return "";
  const llvm::StringRef Class = F->getParent()->getName();
  const llvm::StringRef Name = F->getName();
  return (Class == "list" || Class == "forward_list") &&
                 (Name == "sort" || Name == "merge" || Name == "unique" ||
                  Name == "remove_if")
             ? Name
             : "";
}

/// The use of a lambda, or of a copy of it, that \p Child is.
static LambdaFate fateOfValue(const Expr &Lambda, const ReferenceIndex &Index) {
  const Expr &Value = outermostValue(Lambda, Index);
  const DynTypedNode Parent = Index.parentOf(Value);
  if (const auto *V = Parent.get<VarDecl>()) {
    LambdaFate Fate;
    if (V->hasLocalStorage() && !isa<ParmVarDecl>(V))
      Fate = {LambdaFate::Local, nullptr, nullptr, V};
    return Fate;
  }
  const auto *Call = Parent.get<CallExpr>();
  if (!Call)
    return {};
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  if (Operator && Operator->getOperator() == OO_Call &&
      Operator->getArg(0) == &Value)
    return {LambdaFate::Called, Call, nullptr, nullptr};
  if (!algorithmName(*Call).empty() || !memberAlgorithmName(*Call).empty())
    return {LambdaFate::Called, Call, Call->getDirectCallee(), nullptr};
  const FunctionDecl *Callee = Call->getDirectCallee();
  const FunctionDecl *Body = Callee ? Callee->getDefinition() : nullptr;
  const unsigned First = Operator && isa<CXXMethodDecl>(Callee) ? 1 : 0;
  for (unsigned I = First; Body && I < Call->getNumArgs(); ++I)
    if (Call->getArg(I) == &Value && I - First < Body->getNumParams()) {
      // It calls it, and no more.
      UseSummary Uses =
          summarize(Index.to(*Body->getParamDecl(I - First)), Index);
      if (!Uses.Uses.empty() && Uses.only({UseKind::Read}) &&
          !Uses.KeepsReference)
        return {LambdaFate::Called, Call, Callee, nullptr};
    }
  return {};
}

LambdaFate fateOf(const LambdaExpr &Lambda, const ReferenceIndex &Index) {
  LambdaFate Fate = fateOfValue(Lambda, Index);
  if (Fate.What != LambdaFate::Local)
    return Fate;
  for (const Expr *Use : Index.to(*Fate.Variable))
    if (fateOfValue(*Use, Index).What != LambdaFate::Called)
      return {};
  return Fate;
}

bool isCalledWithElements(const LambdaExpr &Lambda,
                          const ReferenceIndex &Index) {
  const LambdaFate Fate = fateOf(Lambda, Index);
  const auto *Call = dyn_cast_or_null<CallExpr>(Fate.By);
  if (Fate.What != LambdaFate::Called || !Fate.Callee || !Call)
    return false;
  return llvm::none_of(Call->arguments(), [](const Expr *Argument) {
    llvm::StringRef Name = stdName(Argument->getType());
    return Name.contains("move_iterator") || Name.contains("istream");
  });
}

} // namespace clang::tidy::anomalloc
