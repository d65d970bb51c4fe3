//===- KeptObject.cpp - an object kept from iteration to iteration --------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "loop-local-container/KeptObject.h"
#include "utils/ast/Descend.h"
#include "utils/ast/SourceText.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/ContainerClass.h"
#include "utils/rewrite/HoistedDeclaration.h"
#include "clang/AST/ASTContext.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

static SmallVector<const Expr *, 4> written(const CXXConstructExpr &Init) {
  SmallVector<const Expr *, 4> Arguments;
  for (const Expr *E : Init.arguments())
    if (!E->isDefaultArgument())
      Arguments.push_back(E);
  return Arguments;
}

/// The arguments as they are written, without parentheses.
static StringRef textOfArguments(const CXXConstructExpr &Init,
                                 const ASTContext &Context) {
  const auto Arguments = written(Init);
  const StringRef Text =
      textOf({Arguments.front()->getBeginLoc(), Arguments.back()->getEndLoc()},
             Context);
  return Text.contains('\n') ? StringRef() : Text;
}

/// Whether \p Reset takes what the constructor takes: parameter by parameter of
/// one type, and no other without a default.
static bool takesTheSame(const CXXMethodDecl &Reset,
                         const CXXConstructExpr &Init) {
  const CXXConstructorDecl &Made = *Init.getConstructor();
  const unsigned Given = written(Init).size();
  if (Reset.getNumParams() < Given || Made.getNumParams() < Given ||
      Reset.getMinRequiredArguments() > Given)
    return false;
  for (unsigned I = 0; I < Given; ++I) {
    auto Plain = [](const FunctionDecl &F, unsigned I) {
      return F.getParamDecl(I)
          ->getType()
          .getNonReferenceType()
          .getUnqualifiedType()
          .getCanonicalType();
    };
    if (Plain(Reset, I) != Plain(Made, I))
      return false;
  }
  return true;
}

static bool canBeMadeOfNothing(const CXXRecordDecl &Class) {
  return any_of(Class.ctors(), [](const CXXConstructorDecl *Made) {
    return Made->isDefaultConstructor() && !Made->isDeleted() &&
           Made->getAccess() == AS_public;
  });
}

/// Whether \p E names something that \p Loop declares.
static bool namesPartOf(const Expr &E, const Stmt &Loop,
                        const ASTContext &Context) {
  return anyWithin(E, [&](const Stmt &Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&Part);
    return Ref && isDeclaredIn(*Ref->getDecl(), Loop, Context);
  });
}

std::optional<Diagnosis::Note> keepObject(const LoopObject &Object, bool Same,
                                          const FunctionDecl *Function,
                                          const ReferenceIndex &Index,
                                          unsigned Nth) {
  const ASTContext &Context = Index.context();
  const CXXConstructExpr &Init = Object.Init;
  if (written(Init).empty() || Init.isListInitialization() ||
      any_of(written(Init), [](const Expr *E) { return isa<LambdaExpr>(E); }))
    return std::nullopt;
  const StringRef Given = textOfArguments(Init, Context);
  const std::string Name = Object.V.getName().str();
  const bool IsCopy = Init.getConstructor()->isCopyConstructor();
  std::string Again, Check;
  if (IsCopy) {
    Again = (Name + " = " + Given + ";").str();
    Check = "check that the assignment uses the memory again";
  } else if (Object.Reset && takesTheSame(*Object.Reset, Init)) {
    const std::string Method = Object.Reset->getNameAsString();
    Again = (Name + "." + Method + "(" + Given + ");").str();
    Check = "check that '" + Method + "' makes it as good as new";
  } else if (Same && containerInterface(Object.V.getType())) {
    Check = "check that each iteration sets all elements that it reads: the "
            "old ones stay";
  } else {
    return std::nullopt;
  }
  const bool AsBefore = Same && none_of(written(Init), [&](const Expr *E) {
                          return namesPartOf(*E, Object.Loop, Context);
                        });
  if (Given.empty() ||
      (!AsBefore && (Again.empty() ||
                     !canBeMadeOfNothing(*Init.getConstructor()->getParent()))))
    return std::nullopt;
  auto Fixes =
      moveBeforeLoop(Object.V, Object.Declared, Object.Loop,
                     AsBefore ? ("(" + Given + ")").str() : std::string(),
                     Again, Function, Index, Nth);
  if (Fixes.empty())
    return std::nullopt;
  return Diagnosis::Note{
      Object.V.getLocation(), Check, {Fixes.begin(), Fixes.end()}, false};
}

} // namespace clang::tidy::anomalloc
