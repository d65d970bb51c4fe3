//===- EmptyObject.cpp - an object without heap memory yet ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "missing-move/EmptyObject.h"
#include "utils/ast/Climb.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TextSource.h"
#include "utils/uses/Uses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

static bool makesEmpty(const CXXConstructorDecl &Made);

/// Whether an object of the type, made without arguments, owns nothing.
static bool startsEmpty(QualType Type) {
  if (Type->isScalarType() || (isStdContainer(Type) && !isStd(Type, {"deque"})))
    return true; // an empty deque of libstdc++ has a block
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !(Record = Record->getDefinition()) ||
      Record->isInStdNamespace())
    return false;
  for (const CXXConstructorDecl *Made : Record->ctors())
    if (Made->isDefaultConstructor())
      return makesEmpty(*Made);
  return Record->isTrivial();
}

static bool makesEmpty(const CXXConstructorDecl &Made) {
  const FunctionDecl *Definition = nullptr;
  const Stmt *Body = Made.getBody(Definition);
  if (!Made.isDefaulted() && (!Body || !Body->children().empty()))
    return false;
  if (Definition)
    for (const CXXCtorInitializer *Init :
         cast<CXXConstructorDecl>(Definition)->inits())
      if (const FieldDecl *Field = Init->getAnyMember();
          !Field || (Init->isWritten() && !Field->getType()->isScalarType()))
        return false;
  const CXXRecordDecl &Record = *Made.getParent();
  return Record.getNumBases() == 0 &&
         all_of(Record.fields(), [](const FieldDecl *Field) {
           return startsEmpty(Field->getType()) &&
                  (!Field->hasInClassInitializer() ||
                   Field->getType()->isScalarType());
         });
}

/// The length of a literal that is all that a string is made of, or 0 for an
/// empty string.
static std::optional<uint64_t> lengthAtFirst(const Expr *Init, QualType Type,
                                             const ASTContext &Context) {
  const auto *Made =
      Init ? dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit()) : nullptr;
  if (Made && all_of(Made->arguments(), [](const Expr *Argument) {
        return isa<CXXDefaultArgExpr>(Argument);
      }))
    return 0;
  if (!Init || !isPlainString(Type))
    return std::nullopt;
  const TextSource Source = textSourceOf(*Init, Context);
  return Source.Is == TextSource::Literal ? Source.Length : std::nullopt;
}

/// Whether a reference to a part or to all of it leaves it without heap memory.
static bool keepsEmpty(const DeclRefExpr &Ref, const ReferenceIndex &Index) {
  const Expr *Part = &ascendWhile(Ref, Index, [](const Expr &Up) {
    const auto *Member = dyn_cast<MemberExpr>(&Up);
    return Member && isa<FieldDecl>(Member->getMemberDecl());
  });
  const auto *Around = Index.parentOf(*Part).get<Stmt>();
  if (Part != &Ref && Part->getType()->isScalarType())
    return true;
  // x.clear(), Clear() of a user's class
  if (const auto *Member = dyn_cast_or_null<MemberExpr>(Around))
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Member->getMemberDecl());
        Method && Method->getDeclName().isIdentifier() &&
        Method->getName().equals_insensitive("clear"))
      return true;
  // s = "abc"
  if (const auto *Assign = dyn_cast_or_null<CXXOperatorCallExpr>(Around);
      Assign && Assign->getOperator() == OO_Equal &&
      Assign->getArg(0)->IgnoreParenImpCasts() == Part &&
      isPlainString(Part->getType())) {
    auto Length = literalLength(*Assign->getArg(1));
    return Length && *Length <= TextSource::InPlace;
  }
  return classifyUse(Ref, Index).All.within({UseKind::Read, UseKind::Copy});
}

bool makesNothing(const Expr &Init, QualType Type, const ASTContext &Context) {
  const auto Length = lengthAtFirst(&Init, Type, Context);
  return Length && *Length <= TextSource::InPlace && startsEmpty(Type);
}

bool ownsNothingYet(const VarDecl &V, const DeclRefExpr &At,
                    const FunctionFlow &Flow, const ReferenceIndex &Index) {
  if (isa<ParmVarDecl>(V) || !V.getInit() ||
      !makesNothing(*V.getInit(), V.getType(), Index.context()) ||
      Flow.escapes(V))
    return false;
  return all_of(Flow.usesOf(V), [&](const DeclRefExpr *Use) {
    return Use == &At || !Flow.mayFollow(*Use, At, &V) ||
           keepsEmpty(*Use, Index);
  });
}

} // namespace clang::tidy::anomalloc
