//===- KeptBlock.cpp - a block kept from call to call ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heap-local/KeptBlock.h"
#include "heap-local/LocalHeap.h"
#include "utils/ast/Climb.h"
#include "utils/ast/SourceText.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/rewrite/FreeName.h"
#include "utils/rewrite/KeptMemory.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Whether a vector has such elements, and does nothing to those that are
/// there.
static bool isPlainElement(QualType Type, const ASTContext &Context) {
  const TagDecl *Named = Type->getAsTagDecl();
  return !Type->isBooleanType() && !Type.hasQualifiers() &&
         Type.isTrivialType(Context) &&
         !(Named && Named->getDeclContext()->isFunctionOrMethod());
}

/// The removals of all `delete[] p;` of \p V. Nullopt if one is not a statement
/// of a block.
static std::optional<SmallVector<FixItHint, 2>>
removeDeletes(const VarDecl &V, const ReferenceIndex &Index) {
  SmallVector<FixItHint, 2> Removals;
  for (const Expr *Reference : Index.to(V)) {
    const Expr *By = freedBy(*Reference, Index);
    if (!By)
      continue;
    const auto *Delete = dyn_cast<CXXDeleteExpr>(By);
    if (!Delete || !Delete->isArrayForm() ||
        !Index.parentOf(*Delete).get<CompoundStmt>())
      return std::nullopt;
    const CharSourceRange Gone = wholeStatement(*Delete, Index.context());
    if (Gone.isInvalid() ||
        losesComment(Delete->getSourceRange(), "", Index.context()))
      return std::nullopt;
    Removals.push_back(FixItHint::CreateRemoval(Gone));
  }
  return Removals;
}

std::optional<Diagnosis::Note> keepBlock(const VarDecl &V,
                                         const DeclStmt &Declared, unsigned Nth,
                                         const ReferenceIndex &Index) {
  const ASTContext &Context = Index.context();
  const auto *New = dyn_cast_or_null<CXXNewExpr>(
      V.getInit() ? V.getInit()->IgnoreParenImpCasts() : nullptr);
  const FunctionDecl *F = functionAround(V);
  if (!New || !New->isArray() || New->getNumPlacementArgs() || !F ||
      F->isConstexpr() || F->isTemplateInstantiation() ||
      !Context.getLangOpts().CPlusPlus11 || !Declared.isSingleDecl() ||
      !isEditable(New->getSourceRange(), Context.getSourceManager()) ||
      !isPlainElement(New->getAllocatedType(), Context) ||
      !New->getAllocatedTypeSourceInfo() || !New->getArraySize())
    return std::nullopt;
  const StringRef Element =
      textOf(New->getAllocatedTypeSourceInfo()->getTypeLoc().getSourceRange(),
             Context);
  const StringRef Size =
      textOf((*New->getArraySize())->getSourceRange(), Context);
  const std::string Room = freeName(V.getName(), "Room", Context);
  auto Fixes = removeDeletes(V, Index);
  if (!Fixes || Element.empty() || Size.empty() || Room.empty() ||
      Element.contains('\n') || Size.contains('\n') || Element.contains('['))
    return std::nullopt;
  // `new T[n]()` sets them to zero.
  const std::string Sized =
      New->hasInitializer()
          ? (Room + ".assign(" + Size + ", " + Element + "());").str()
          : (Room + ".resize(" + Size + ");").str();
  std::string Made = ("std::vector<" + Element + "> " + Room + ";").str();
  std::string Check = "check that the size is never negative";
  const auto Loops = loopsAround(Declared, Index);
  if (any_of(Loops,
             [&](const Stmt *Loop) { return mayRunParallel(*Loop, Index); }))
    return std::nullopt;
  std::optional<FixItHint> First, Second;
  if (Loops.empty()) {
    Made = "static thread_local " + Made + "\n" +
           indentationAt(Declared.getBeginLoc(), Context.getSourceManager())
               .str() +
           Sized;
    First = insertLineBefore(Declared, Made, Index);
    Check = CheckOfKeptMemory +
            std::string("; and that the size is never negative");
  } else {
    First = insertLineBefore(*Loops.back(), Made, Index, Nth);
    Second = insertLineBefore(Declared, Sized, Index);
    if (!Second)
      return std::nullopt;
  }
  if (!First)
    return std::nullopt;
  Diagnosis::Note Note{V.getLocation(), Check, {*First}, false};
  if (Second)
    Note.Fixes.push_back(*Second);
  Note.Fixes.push_back(
      FixItHint::CreateReplacement(New->getSourceRange(), Room + ".data()"));
  Note.Fixes.append(Fixes->begin(), Fixes->end());
  return Note;
}

} // namespace clang::tidy::anomalloc
