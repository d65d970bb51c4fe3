//===- DefaultResource.cpp - temporaries beside an arena ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::pmr::vector<std::pmr::string> V(&Arena);
//   V.push_back("a text");  ->  V.emplace_back("a text");
//
// A temporary knows nothing of the arena: it takes its memory from the default
// resource, which is the heap, and is then copied into the arena.
//
//===----------------------------------------------------------------------===//

#include "monotonic-emplace/MonotonicEmplaceCheck.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TextSource.h"
#include "utils/uses/VectorUses.h"

namespace clang::tidy::anomalloc {

static bool isAllocator(const Expr &Argument) {
  return stdName(Argument.getType()) == "polymorphic_allocator";
}

/// Whether a constructor is given a resource.
static bool hasResource(const Expr *Init) {
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(
      Init ? Init->IgnoreImplicit() : nullptr);
  return Made && llvm::any_of(Made->arguments(), [](const Expr *Argument) {
           return !Argument->isDefaultArgument() && isAllocator(*Argument);
         });
}

void MonotonicEmplaceCheck::temporaryMade(const CXXMemberCallExpr &Call,
                                          QualType Container,
                                          ASTContext &Context) {
  const StringRef Name = methodName(Call);
  if (!hasPolymorphicAllocator(Container) || Call.getNumArgs() != 1 ||
      !Call.getArg(0)->isXValue())
    return;
  const Expr *Made = Call.getArg(0)->IgnoreImplicit();
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(Made))
    Made = Cast->getSubExpr()->IgnoreImplicit();
  const auto *Construct = dyn_cast<CXXConstructExpr>(Made);
  if (!Construct || !hasPolymorphicAllocator(Construct->getType()) ||
      Construct->getConstructor()->isCopyOrMoveConstructor() ||
      !Construct->getNumArgs() || hasResource(Construct) ||
      Construct->getArg(0)->isDefaultArgument())
    return;
  const Expr &First = *Construct->getArg(0);
  if (literalLength(First).value_or(UINT64_MAX) <= TextSource::InPlace)
    return;
  Diagnosis F;
  F.At = cast<MemberExpr>(Call.getCallee())->getMemberLoc();
  F.Often = evidence(Call, Context);
  if (!matters(F.Often) || weightOf(F.Often) == Weight::Cold)
    return;
  const std::string Better =
      Name == "push_back" ? "emplace_back" : "emplace_front";
  F.Problem = "a temporary '" + nameOf(writtenElement(Container), Context) +
              "' takes its memory from the default resource, and is copied "
              "into that of the container";
  F.Suggestion = "'" + Better + "' makes it there";
  const auto *Ref = dyn_cast<DeclRefExpr>(
      Call.getImplicitObjectArgument()->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !hasResource(V->getInit()))
    F.Doubt = "whether the container has a resource of its own";
  else if (Call.getArg(0)->getSourceRange() == First.getSourceRange() &&
           !isa<InitListExpr>(First.IgnoreUnlessSpelledInSource()))
    F.Fixes = {FixItHint::CreateReplacement(F.At, Better)};
  const FunctionDecl *Inside = F.Often.Loops.Function;
  report(std::move(F), Inside, Context);
}

} // namespace clang::tidy::anomalloc
