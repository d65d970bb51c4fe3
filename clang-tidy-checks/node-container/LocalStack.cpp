//===- LocalStack.cpp - stacks that could keep a vector -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::stack<int> Open;   ->  std::stack<int, std::vector<int>> Open;
//   Open.push(Begin);
//
//===----------------------------------------------------------------------===//

#include "node-container/LocalStack.h"
#include "utils/ast/Climb.h"
#include "utils/ast/NamedInText.h"
#include "utils/ast/SourceText.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/Uses.h"
#include "utils/uses/VectorUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/TypeLoc.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// The call of a method of the stack that \p Reference names; or null.
static const CXXMemberCallExpr *calledBy(const Expr &Reference,
                                         const ReferenceIndex &Index) {
  const auto *Member =
      Index.parentOf(outermostSame(Reference, Index)).get<MemberExpr>();
  return Member ? Index.parentOf(*Member).get<CXXMemberCallExpr>() : nullptr;
}

static const Expr &fullExpression(const Expr &E, const ReferenceIndex &Index) {
  return ascendWhile(E, Index, [](const Expr &) { return true; });
}

bool couldKeepVector(const VarDecl &V, const ReferenceIndex &Index) {
  const ASTContext &Context = Index.context();
  const QualType Element = typeArgument(V.getType(), 0);
  const auto *Init = dyn_cast_or_null<CXXConstructExpr>(
      V.getInit() ? V.getInit()->IgnoreImplicit() : nullptr);
  const FunctionDecl *F = functionAround(V);
  if (!isStd(V.getType(), {"stack"}) || V.getType()->isReferenceType() ||
      stdName(typeArgument(V.getType(), 1)) != "deque" || !F || !F->hasBody() ||
      !Init || Init->getNumArgs() || Element->isBooleanType() ||
      !Element.isTriviallyCopyableType(Context) || Index.to(V).empty())
    return false;
  SmallVector<const Expr *, 4> Looked, Added;
  for (const Expr *Reference : Index.to(V)) {
    const Use U = classifyUse(*Reference, Index);
    const CXXMemberCallExpr *Call = calledBy(*Reference, Index);
    const StringRef Name = Call ? methodName(*Call) : StringRef();
    if (!is_contained({"push", "emplace", "pop", "top", "empty", "size"},
                      Name) ||
        U.Capture || U.KeepsReference || U.All.has(UseKind::Escape))
      return false;
    if (Name == "top")
      Looked.push_back(Call);
    else if (Name == "push" || Name == "emplace")
      Added.push_back(Call);
  }
  // `s.top() = add(s)`: the element would be gone. What is added may be an
  // element, which std sees to.
  for (const Expr *Top : Looked)
    for (const Expr *Add : Added)
      if (!isInside(*Top, *Add, Index) &&
          &fullExpression(*Top, Index) == &fullExpression(*Add, Index))
        return false;
  // Nor uses in text that the compiler did not see.
  return timesNamed(V.getName(), F->getBody()->getSourceRange(), Context) ==
         Index.to(V).size() + 1;
}

std::optional<FixItHint> keepVector(const DeclStmt &Declared,
                                    const ReferenceIndex &Index) {
  const ASTContext &Context = Index.context();
  const auto &First = *cast<VarDecl>(*Declared.decl_begin());
  for (const Decl *D : Declared.decls())
    if (const auto *V = dyn_cast<VarDecl>(D);
        !V || !couldKeepVector(*V, Index) ||
        !Context.hasSameType(V->getType(), First.getType()))
      return std::nullopt;
  const TypeSourceInfo *Written = First.getTypeSourceInfo();
  const auto Spelled = Written
                           ? Written->getTypeLoc()
                                 .getUnqualifiedLoc()
                                 .getAsAdjusted<TemplateSpecializationTypeLoc>()
                           : TemplateSpecializationTypeLoc();
  if (!Spelled || Spelled.getNumArgs() != 1)
    return std::nullopt;
  const SourceRange Argument = Spelled.getArgLoc(0).getSourceRange();
  const StringRef Type = textOf(Argument, Context);
  if (Type.empty() || Type.contains('\n') ||
      !isEditable({Declared.getBeginLoc(), First.getLocation()},
                  Context.getSourceManager()))
    return std::nullopt;
  return FixItHint::CreateInsertion(Spelled.getRAngleLoc(),
                                    (", std::vector<" + Type + ">").str());
}

} // namespace clang::tidy::anomalloc
