//===- TransparentComparison.cpp - std::less<> for a container ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heterogeneous-lookup/TransparentComparison.h"
#include "utils/ast/Climb.h"
#include "utils/ast/MembersInView.h"
#include "utils/ast/SourceText.h"
#include "utils/framework/Compat.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TextSource.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/ViewUse.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"

namespace clang::tidy::anomalloc {

/// Whether `Map.name(...)` means the same whatever compares the keys.
static bool isNeutralMember(StringRef Name) {
  const StdMember Member = stdMember(Name);
  return Member.is(StdMember::Element | StdMember::Size | StdMember::Position |
                   StdMember::Inserts | StdMember::Empties) ||
         Member.Use == UseKind::Reserve || Name == "erase";
}

/// Whether every use of the container is seen, and compiles with any
/// comparison.
static bool usesAllow(const DeclaratorDecl &Container,
                      const ReferenceIndex &Index) {
  const ASTContext &Context = Index.context();
  if (const auto *Field = dyn_cast<FieldDecl>(&Container)) {
    if (!allUsesInView(*Field, Index))
      return false;
    for (const CXXCtorInitializer *Init : Index.initializers(*Field))
      if (Init->isWritten())
        return false;
    if (Field->hasInClassInitializer())
      return false;
  } else {
    const auto *V = dyn_cast<VarDecl>(&Container);
    const auto *Made = dyn_cast_or_null<CXXConstructExpr>(
        V && V->getInit() ? V->getInit()->IgnoreUnlessSpelledInSource()
                          : nullptr);
    const bool Known =
        V && (V->isLocalVarDecl() ||
              (!V->isExternallyVisible() &&
               Context.getSourceManager().isInMainFile(V->getLocation())));
    if (!Known || !Made ||
        (Made->getNumArgs() && !isa<CXXDefaultArgExpr>(Made->getArg(0)) &&
         !Made->isStdInitListInitialization()))
      return false;
  }
  for (const Expr *Reference : Index.to(Container)) {
    const Expr &Node = ascend<ImplicitCastExpr>(*Reference, Index);
    const DynTypedNode Around = Index.parentOf(Node);
    if (const auto *Range = Around.get<VarDecl>()) {
      if (!Range->isImplicit() || !Range->getName().starts_with("__range"))
        return false;
    } else if (const auto *Operator = Around.get<CXXOperatorCallExpr>()) {
      if (Operator->getOperator() != OO_Subscript ||
          Operator->getArg(0) != &Node)
        return false;
    } else {
      const auto *Member = Around.get<MemberExpr>();
      const auto *Call =
          Member ? Index.parentOf(*Member).get<CXXMemberCallExpr>() : nullptr;
      if (!Call)
        return false;
      if (isLookup(*Call)) {
        // With a transparent comparison the argument is no longer converted.
        const Expr *Key = Call->getArg(0)->IgnoreUnlessSpelledInSource();
        const QualType Type = Key->getType();
        if (isa<InitListExpr>(Key) ||
            !(isPlainString(Type) || isStd(Type, {"basic_string_view"}) ||
              Type->isPointerType() || Type->isArrayType()))
          return false;
      } else if (!isNeutralMember(methodName(*Call)))
        return false;
    }
  }
  return true;
}

/// `std::map<std::string, int>`, as written in the declaration: the `>`.
static SourceLocation closingBracket(const DeclaratorDecl &Container,
                                     bool IsMap) {
  const TypeSourceInfo *Info = Container.getTypeSourceInfo();
  if (!Info)
    return {};
  TypeLoc Type = Info->getTypeLoc().getUnqualifiedLoc();
  auto Written =
      compat::unelaborated(Type).getAs<TemplateSpecializationTypeLoc>();
  if (!Written || Written.getNumArgs() != (IsMap ? 2u : 1u) ||
      Written.getTypePtr()->isTypeAlias())
    return {};
  return Written.getRAngleLoc();
}

/// Whether other declarators share the type.
static bool isAlone(const DeclaratorDecl &Container) {
  for (const Decl *D : Container.getDeclContext()->decls())
    if (const auto *Other = dyn_cast<DeclaratorDecl>(D);
        Other && Other != &Container && !isa<FunctionDecl>(Other) &&
        Other->getBeginLoc() == Container.getBeginLoc())
      return false;
  return true;
}

std::optional<FixItHint> makeTransparent(const DeclaratorDecl &Container,
                                         const ReferenceIndex &Index) {
  const SourceLocation Close =
      closingBracket(Container, stdName(Container.getType()).ends_with("map"));
  if (!isEditable(Close, Index.context().getSourceManager()) ||
      !isAlone(Container) || !usesAllow(Container, Index))
    return std::nullopt;
  return FixItHint::CreateInsertion(Close, ", std::less<>");
}

} // namespace clang::tidy::anomalloc
