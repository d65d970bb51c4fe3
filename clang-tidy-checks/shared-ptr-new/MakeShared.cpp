//===- MakeShared.cpp - std::make_shared for new --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "shared-ptr-new/MakeShared.h"
#include "utils/ast/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/TargetInfo.h"

namespace clang::tidy::anomalloc {

/// Whether it is written `new T(...)` or `new T{...}`.
static bool isInitialized(const CXXNewExpr &New) {
  return New.getInitializationStyle() != CXXNewInitializationStyle::None;
}

bool canMakeShared(const CXXNewExpr &New, ASTContext &Context) {
  const QualType Type = New.getAllocatedType();
  if (New.isArray() || New.getNumPlacementArgs() || Type->isDependentType() ||
      Type->isIncompleteType() ||
      isa_and_nonnull<CXXMethodDecl>(New.getOperatorNew()) ||
      isa_and_nonnull<CXXMethodDecl>(New.getOperatorDelete()))
    return false;
  if (!Context.getLangOpts().CPlusPlus17 &&
      Context.getTypeAlign(Type) > Context.getTargetInfo().getNewAlign())
    return false;
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class) // `new int` leaves it uninitialised, make_shared does not
    return isInitialized(New);
  const CXXDestructorDecl *Destructor = Class->getDestructor();
  if (Destructor && Destructor->getAccess() != AS_public)
    return false;
  const CXXConstructExpr *Made = New.getConstructExpr();
  if (!Made) // `new T{1, 2}`
    return Context.getLangOpts().CPlusPlus20;
  const CXXConstructorDecl *Constructor = Made->getConstructor();
  if (Constructor->getAccess() != AS_public)
    return false;
  // `new T` does not write members that have no constructor, make_shared does.
  return isInitialized(New) || Constructor->isUserProvided() ||
         (!Constructor->isTrivial() &&
          Context.getTypeSizeInChars(Type).getQuantity() <= 256);
}

/// Whether a forwarding reference takes the argument as the constructor does.
static bool isForwarded(const Expr &Argument) {
  if (isa<CXXDefaultArgExpr>(Argument))
    return true;
  const Expr *Written = Argument.IgnoreUnlessSpelledInSource();
  const Expr *Plain = Written->IgnoreParenImpCasts();
  if (isa<InitListExpr, CXXStdInitializerListExpr>(Plain) ||
      Plain->refersToBitField() || Plain->getType()->isFunctionType() ||
      Plain->getType()->isPlaceholderType() ||
      (Argument.getType()->isPointerType() &&
       Plain->getType()->isIntegerType())) // 0, NULL
    return false;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Plain);
      Construct && Construct->isListInitialization() &&
      !isa<CXXTemporaryObjectExpr>(Construct))
    return false;
  // A reference to a static constant needs its definition.
  const ValueDecl *Named = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Plain))
    Named = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(Plain))
    Named = Member->getMemberDecl();
  const auto *V = dyn_cast_or_null<VarDecl>(Named);
  return !V || !V->isStaticDataMember() || V->isInline();
}

std::string makeShared(const CXXNewExpr &New, const ASTContext &Context) {
  const TypeSourceInfo *Type = New.getAllocatedTypeSourceInfo();
  if (!Type || New.getAllocatedType().hasQualifiers() ||
      New.getAllocatedType()->getContainedAutoType() ||
      New.getTypeIdParens().isValid() ||
      !isEditable(New.getSourceRange(), Context.getSourceManager()))
    return "";
  std::string Arguments;
  const Expr *Init = New.getInitializer();
  const CXXConstructExpr *Made = New.getConstructExpr();
  if (New.getInitializationStyle() == CXXNewInitializationStyle::Braces) {
    if (!Made || Made->isStdInitListInitialization())
      return "";
    StringRef Text = textOf(Made->getParenOrBraceRange(), Context);
    if (!Text.consume_front("{") || !Text.consume_back("}"))
      return "";
    Arguments = Text.str();
  } else if (isInitialized(New)) {
    StringRef Text = textOf(New.getDirectInitRange(), Context);
    if (!Text.consume_front("(") || !Text.consume_back(")"))
      return "";
    Arguments = Text.str();
  }
  if (Made) {
    if (!llvm::all_of(Made->arguments(),
                      [](const Expr *E) { return isForwarded(*E); }))
      return "";
  } else if (Init && !isForwarded(*Init)) {
    return "";
  }
  StringRef Name = textOf(Type->getTypeLoc().getSourceRange(), Context);
  std::string Text =
      ("std::make_shared<" + Name + ">(" + Arguments + ")").str();
  if (Name.empty() || losesComment(New.getSourceRange(), Text, Context))
    return "";
  return Text;
}

} // namespace clang::tidy::anomalloc
