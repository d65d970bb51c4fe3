//===- MembersInView.cpp - is all that uses a member seen -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/ast/MembersInView.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Whether another unit could define, or has defined, this method.
static bool isElsewhere(const FunctionDecl &F, const ReferenceIndex &Index) {
  return !F.isImplicit() && !F.isDeleted() && !F.isDefaulted() &&
         !F.isPureVirtual() && !Index.sawBody(F);
}

bool allUsesInView(const FieldDecl &Field, const ReferenceIndex &Index) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (!Class || Class->isDependentContext() || Class->isLambda())
    return false;
  const SourceManager &SM = Index.context().getSourceManager();
  if (SM.isInMainFile(SM.getExpansionLoc(Class->getLocation())))
    return true;
  if (Field.getAccess() != AS_private || Class->hasFriends())
    return false;
  for (const Decl *D : Class->decls()) {
    if (const auto *Method = dyn_cast<CXXMethodDecl>(D)) {
      if (isElsewhere(*Method, Index))
        return false;
    } else if (isa<FunctionTemplateDecl>(D)) {
      return false; // other units may use it otherwise
    } else if (const auto *Nested = dyn_cast<CXXRecordDecl>(D)) {
      // Nested classes may use private members too.
      if (!Nested->isImplicit() && Nested->isThisDeclarationADefinition())
        for (const CXXMethodDecl *Method : Nested->methods())
          if (isElsewhere(*Method, Index))
            return false;
    }
  }
  return true;
}

} // namespace clang::tidy::anomalloc
