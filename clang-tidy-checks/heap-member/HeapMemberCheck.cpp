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
// also where the pointer is a raw one that the class deletes.
//
//===----------------------------------------------------------------------===//

#include "utils/ast/MembersInView.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/Compat.h"
#include "utils/framework/StdSince.h"
#include "utils/objects/Owners.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/OwnedObject.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds `unique_ptr` members that only delay initialisation, and iterators
/// that keep their state behind a pointer.
struct HeapMemberCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  void checkDelayed(const FieldDecl &Field, const CXXRecordDecl &Class,
                    ASTContext &Context);
  /// Checks a pimpl: the class of its object is defined after the member.
  void checkHidden(const FieldDecl &Field, const CXXRecordDecl &Class,
                   ASTContext &Context);
  void checkIterator(const FieldDecl &Field, const CXXRecordDecl &Class,
                     ASTContext &Context);
  /// How often objects of the class are made.
  Evidence evidenceOfObjects(const CXXRecordDecl &Class, ASTContext &Context);

  const unsigned MaxBytes = option("MaxBytes", 512U);
};

} // namespace

void HeapMemberCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      fieldDecl(hasType(hasUnqualifiedDesugaredType(anyOf(
                    pointerType(), recordType(hasDeclaration(
                                       classTemplateSpecializationDecl()))))))
          .bind("member"),
      this);
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

void HeapMemberCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *Field = Result.Nodes.getNodeAs<FieldDecl>("member");
  const auto *Class = dyn_cast<CXXRecordDecl>(Field->getParent());
  if (!Class || Class->isDependentContext() || Class->isLambda() ||
      Class->isUnion() || ownedType(Field->getType()).isNull() ||
      !isEditable(Field->getSourceRange(), *Result.SourceManager))
    return;
  const bool IsSmart = !Field->getType()->isPointerType();
  if (IsSmart)
    checkIterator(*Field, *Class, *Result.Context);
  if (!IsSmart || ownershipOf(Field->getType()) == Ownership::Alone) {
    checkDelayed(*Field, *Class, *Result.Context);
    if (!isIterator(*Class))
      checkHidden(*Field, *Class, *Result.Context);
  }
}

Evidence HeapMemberCheck::evidenceOfObjects(const CXXRecordDecl &Class,
                                            ASTContext &Context) {
  std::optional<Evidence> Often;
  for (const CXXConstructorDecl *C : Class.ctors())
    if (!C->isDeleted())
      add(Often, evidenceOfCalls(*C, Context));
  return Often.value_or(Evidence());
}

void HeapMemberCheck::checkDelayed(const FieldDecl &Field,
                                   const CXXRecordDecl &Class,
                                   ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const QualType T = ownedType(Field.getType());
  // Complete before the class, with a size that does not blow up its owner.
  const CXXRecordDecl *Made = T->getAsCXXRecordDecl();
  if (T->isIncompleteType() || T->isArrayType() || T->isFunctionType() ||
      T->isDependentType() ||
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

  const Stmt *Where = nullptr;
  const SmallVector<const Stmt *, 4> Making(Object->Made.begin(),
                                            Object->Made.end());
  Evidence Often = evidence(Making, Context, &Where);
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
  else if (Object->LentTo)
    F.Doubt =
        "whether '" + Object->LentTo->getNameAsString() + "' keeps the address";
  else if (Object->MovesAlong)
    F.Doubt = "how often a '" + nameOf(compat::recordType(Class), Context) +
              "', and the object with it, is moved";
  F.Notes = {{Where->getBeginLoc(), "allocated here", {}}};
  report(std::move(F), Field.getDeclContext(), Context);
}

void HeapMemberCheck::checkHidden(const FieldDecl &Field,
                                  const CXXRecordDecl &Class,
                                  ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const CXXRecordDecl *State = ownedType(Field.getType())->getAsCXXRecordDecl();
  State = State ? State->getDefinition() : nullptr;
  if (!State || State->isPolymorphic() ||
      SM.isBeforeInTranslationUnit(State->getBraceRange().getEnd(),
                                   Field.getLocation()))
    return;
  const int64_t Bytes =
      Context.getTypeSizeInChars(compat::recordType(*State)).getQuantity();
  const ReferenceIndex &Index = references(Context);
  const auto Object =
      Bytes > MaxBytes ? std::nullopt : ownedObject(Field, Index);
  if (!Object || !Object->Always)
    return;
  // A value: what is copied along, and small. Others show that they are many.
  constexpr int64_t FewBytes = 64;
  const bool IsValue =
      Bytes <= FewBytes && llvm::any_of(Object->Made, [&](const Expr *Made) {
        const auto *C =
            dyn_cast_or_null<CXXConstructorDecl>(Index.functionOf(*Made));
        return C && C->isCopyConstructor();
      });
  const Evidence Often = evidenceOfObjects(Class, Context);
  if (!matters(Often) || !(IsValue || Often.Recorded || Often.Loops.repeated()))
    return;
  Diagnosis F;
  F.At = Field.getLocation();
  F.Problem = "each '" + nameOf(compat::recordType(Class), Context) +
              "' keeps its state of " + std::to_string(Bytes) +
              " bytes in a heap block of its own, behind '" +
              Field.getNameAsString() + "'";
  F.Often = Often;
  F.Suggestion = "store the state as members, or in room that the class "
                 "reserves for it";
  F.Doubt = "whether it must be hidden";
  F.Notes = {{Object->Made.front()->getBeginLoc(), "allocated here", {}}};
  report(std::move(F), Field.getDeclContext(), Context);
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
  const CXXRecordDecl *State = ownedType(Field.getType())->getAsCXXRecordDecl();
  if (!State || !stdName(ownedType(Field.getType())).empty())
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

ANOMALLOC_CHECK_FACTORY(HeapMemberCheck)

} // namespace clang::tidy::anomalloc
