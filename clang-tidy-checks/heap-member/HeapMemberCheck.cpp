//===- HeapMemberCheck.cpp - members that need no heap --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::unique_ptr<Context> m_ctx;       ->  std::optional<Context> m_ctx;
//   m_ctx = std::make_unique<Context>(a)  ->  m_ctx.emplace(a)
//
// where the pointer serves only to make the object later than its owner. And:
//
//   class NodeIterator {
//     std::shared_ptr<Impl> m_pimpl;      ->  the members of Impl
//
//===----------------------------------------------------------------------===//

#include "heap-member/HeapMemberCheck.h"
#include "heap-member/OwnedObject.h"
#include "utils/ast/MembersInView.h"
#include "utils/framework/Compat.h"
#include "utils/framework/StdSince.h"
#include "utils/objects/StdTypes.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void HeapMemberCheck::storeOptions(ClangTidyOptions::OptionMap &Map) {
  AnomallocCheck::storeOptions(Map);
  Options.store(Map, "MaxBytes", MaxBytes);
}

void HeapMemberCheck::addMatchers(MatchFinder &UserCode) {
  auto Pointer = hasType(hasUnqualifiedDesugaredType(
      recordType(hasDeclaration(classTemplateSpecializationDecl(
          hasAnyName("::std::unique_ptr", "::std::shared_ptr"))))));
  UserCode.addMatcher(fieldDecl(Pointer).bind("member"), this);
}

void HeapMemberCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *Field = Result.Nodes.getNodeAs<FieldDecl>("member");
  const auto *Class = dyn_cast<CXXRecordDecl>(Field->getParent());
  if (!Class || Class->isDependentContext() || Class->isLambda() ||
      Class->isUnion() ||
      !isEditable(Field->getSourceRange(), *Result.SourceManager))
    return;
  checkIterator(*Field, *Class, *Result.Context);
  if (stdName(Field->getType()) == "unique_ptr")
    checkDelayed(*Field, *Class, *Result.Context);
}

Evidence HeapMemberCheck::evidenceOfObjects(const CXXRecordDecl &Class,
                                            ASTContext &Context) {
  Evidence Often;
  for (const CXXConstructorDecl *C : Class.ctors())
    if (Evidence Here = evidenceOfCalls(*C, Context);
        !C->isDeleted() && weightOf(Here) < weightOf(Often))
      Often = Here;
  return Often;
}

static bool canMove(const CXXRecordDecl &Class) {
  if (Class.needsImplicitMoveConstructor() ||
      Class.needsImplicitCopyConstructor())
    return !Class.defaultedMoveConstructorIsDeleted() ||
           !Class.defaultedCopyConstructorIsDeleted();
  return llvm::any_of(Class.ctors(), [](const CXXConstructorDecl *C) {
    return C->isCopyOrMoveConstructor() && !C->isDeleted() &&
           C->getAccess() == AS_public;
  });
}

void HeapMemberCheck::checkDelayed(const FieldDecl &Field,
                                   const CXXRecordDecl &Class,
                                   ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  QualType T = typeArgument(Field.getType(), 0);
  if (T.isNull() ||
      stdName(typeArgument(Field.getType(), 1)) != "default_delete")
    return;
  // Complete before the class, with a size that does not blow up its owner.
  const CXXRecordDecl *Made = T->getAsCXXRecordDecl();
  if (T->isIncompleteType() || T->isArrayType() || T->isDependentType() ||
      Context.getTypeSizeInChars(T).getQuantity() > MaxBytes)
    return;
  if (Made && (!Made->hasDefinition() || Made->isPolymorphic() ||
               !SM.isBeforeInTranslationUnit(
                   Made->getDefinition()->getBraceRange().getEnd(),
                   Field.getLocation()) ||
               (canMove(Class) && !canMove(*Made->getDefinition()))))
    return;
  const ReferenceIndex &Index = references(Context);
  const bool AllInView = allUsesInView(Field, Index);
  std::optional<OwnedObject> Object = ownedObject(Field, Index);
  if (!Object || (!Object->Always && !hasStd(StdPart::Optional, getLangOpts())))
    return;

  Evidence Often;
  const Expr *Where = Object->Made.front();
  for (const Expr *E : Object->Made)
    if (Evidence Here = evidence(*E, Context);
        E == Where || weightOf(Here) < weightOf(Often)) {
      Often = Here;
      Where = E;
    }
  if (!matters(Often))
    Often = evidenceOfObjects(Class, Context);
  if (!matters(Often))
    return;
  const std::string Name = nameOf(T, Context);
  Diagnosis F;
  F.At = Field.getLocation();
  F.Problem =
      "'" + Field.getNameAsString() + "' allocates a '" + Name + "' of " +
      std::to_string(Context.getTypeSizeInChars(T).getQuantity()) + " bytes" +
      (Object->Always
           ? " for each '" + nameOf(compat::recordType(Class), Context) + "'"
           : " only to make it later than its owner");
  F.Often = Often;
  F.Suggestion = Object->Always
                     ? "a member of type '" + Name + "' is part of its owner"
                     : "'std::optional<" + Name + ">' holds it in place";
  if (!AllInView)
    F.Doubt = "what else uses '" + Field.getNameAsString() + "'";
  else if (Object->MovesAlong)
    F.Doubt = "how often a '" + nameOf(compat::recordType(Class), Context) +
              "', and the object with it, is moved";
  F.Notes = {{Where->getBeginLoc(), "allocated here", {}}};
  report(std::move(F), Field.getDeclContext(), Context);
}

/// Whether the class walks over something: by its name, or by ++ and *.
static bool isIterator(const CXXRecordDecl &Class) {
  if (Class.getName().ends_with_insensitive("iterator"))
    return true;
  bool Advances = false, Dereferences = false;
  for (const CXXMethodDecl *Method : Class.methods()) {
    Advances |= Method->getOverloadedOperator() == OO_PlusPlus;
    Dereferences |= Method->getOverloadedOperator() == OO_Star &&
                    Method->getNumParams() == 0;
  }
  return Advances && Dereferences;
}

void HeapMemberCheck::checkIterator(const FieldDecl &Field,
                                    const CXXRecordDecl &Class,
                                    ASTContext &Context) {
  // Nothing but the pointer: all state is behind it.
  if (Class.getNumBases() || Class.isPolymorphic() ||
      std::next(Class.field_begin()) != Class.field_end() || !isIterator(Class))
    return;
  // An implementation of its own. One that has derived classes must stay behind
  // a pointer; what is shared with others is no state of the iterator.
  const CXXRecordDecl *State =
      typeArgument(Field.getType(), 0)->getAsCXXRecordDecl();
  if (!State || !stdName(typeArgument(Field.getType(), 0)).empty())
    return;
  if (const CXXRecordDecl *Definition = State->getDefinition();
      Definition && (Definition->isPolymorphic() ||
                     Context.getTypeSizeInChars(compat::recordType(*Definition))
                             .getQuantity() > MaxBytes))
    return;
  const auto *Around = dyn_cast<CXXRecordDecl>(State->getDeclContext());
  if (!Around || !declaresSameEntity(Around, &Class))
    return;
  Evidence Often = evidenceOfObjects(Class, Context);
  if (!matters(Often))
    return;
  Diagnosis F;
  F.At = Field.getLocation();
  F.Problem = "each '" + nameOf(compat::recordType(Class), Context) +
              "' keeps its state in a heap block of its own, behind '" +
              Field.getNameAsString() + "'";
  F.Often = Often;
  F.Suggestion = "store the state as members";
  report(std::move(F), Field.getDeclContext(), Context);
}

} // namespace clang::tidy::anomalloc
