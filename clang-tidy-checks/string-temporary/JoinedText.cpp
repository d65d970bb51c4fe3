//===- JoinedText.cpp - strings that drop their memory --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::string Path;
//   for (const std::string &Name : Names) {
//     Path = Folder + "/" + Name;     ->  Path.assign(Folder);
//     ...                                 Path += '/'; Path += Name;
//
//===----------------------------------------------------------------------===//

#include "string-temporary/StringTemporaryCheck.h"
#include "utils/ast/Climb.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/SameObject.h"

namespace clang::tidy::anomalloc {

void StringTemporaryCheck::checkJoined(const CXXOperatorCallExpr &Assignment,
                                       ASTContext &Context) {
  if (Assignment.getOperator() != OO_Equal ||
      Assignment.isInstantiationDependent() ||
      !isEditable(Assignment.getSourceRange(), Context.getSourceManager()))
    return;
  const Expr &Target = *Assignment.getArg(0);
  const auto *Sum = dyn_cast<CXXOperatorCallExpr>(
      Assignment.getArg(1)->IgnoreUnlessSpelledInSource());
  const ValueDecl *Named = namedObject(Target);
  // What starts with the string itself is binary-op-assign's.
  if (!Sum || Sum->getOperator() != OO_Plus || Sum->isGLValue() || !Named ||
      !isPlainString(Target.getType()) || mentionsObject(*Sum, Target))
    return;
  const ReferenceIndex &Index = references(Context);
  if (Index.parentOf(outermostSame(Assignment, Index)).get<Expr>())
    return;
  // One that each iteration declares is loop-local-container's.
  const auto Loops = loopsAround(Assignment, Index);
  if (Loops.empty() || !isSameObjectIn(Target, *Loops.front(), Index))
    return;
  // Its memory goes elsewhere.
  if (usesOf(*Named, Context).any(UseKind::Move))
    return;
  Diagnosis D;
  D.At = Assignment.getOperatorLoc();
  D.Often = evidence(Assignment, Context);
  if (!matters(D.Often))
    return;
  D.Problem = "the text is put together in a temporary, and '" +
              textOf(Target.getSourceRange(), Context).str() +
              "' drops the memory that it has for it";
  D.Suggestion = "'assign()' the first part and append the others, to use its "
                 "memory again";
  D.leaveToProfile();
  const FunctionDecl *Inside = D.Often.Loops.Function;
  report(std::move(D), Inside, Context);
}

} // namespace clang::tidy::anomalloc
