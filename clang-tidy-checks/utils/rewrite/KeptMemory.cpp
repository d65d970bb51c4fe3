//===- KeptMemory.cpp - work memory that stays from call to call ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/rewrite/KeptMemory.h"
#include "utils/ast/Climb.h"
#include "utils/ast/NamedInText.h"
#include "utils/ast/SourceText.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/rewrite/HoistedDeclaration.h"
#include "clang/AST/StmtOpenMP.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

const char *const CheckOfKeptMemory =
    "check that the function never runs inside itself, as through a callback, "
    "nor after its thread has ended, and that each thread may keep the memory";

/// Whether another thread may run the code around \p Reference: it would see
/// another object.
static bool mayBeOfOtherThread(const Expr &Reference,
                               const ReferenceIndex &Index) {
  for (auto [Parent, Child] : parentsOf(Reference, Index))
    if (isa<OMPExecutableDirective>(Parent) ||
        (isa<ForStmt, CXXForRangeStmt>(Parent) &&
         mayRunParallel(Parent, Index)))
      return true;
  return false;
}

bool mayStayForCalls(const VarDecl &V, const ReferenceIndex &Index) {
  const FunctionDecl *F = functionAround(V);
  const auto *Body = F ? dyn_cast_or_null<CompoundStmt>(F->getBody()) : nullptr;
  if (!Body || F->isConstexpr() || F->isMain() || V.hasAttrs() ||
      !V.hasLocalStorage() || !V.getIdentifier() ||
      !Index.context().getLangOpts().CPlusPlus11 ||
      V.getType().isConstQualified())
    return false;
  unsigned Named = 0;
  for (const Expr *Reference : Index.to(V)) {
    if (Index.functionOf(*Reference) != F ||
        classifyUse(*Reference, Index).Capture ||
        mayBeOfOtherThread(*Reference, Index))
      return false;
    ++Named;
  }
  // Uses in code that this configuration leaves out, and in clauses of OpenMP.
  return timesNamed(V.getName(), Body->getSourceRange(), Index.context()) ==
         Named + 1;
}

std::optional<FixItHint> keepForCalls(const DeclStmt &Declared,
                                      const ReferenceIndex &Index) {
  const ASTContext &Context = Index.context();
  const auto *First = dyn_cast<VarDecl>(*Declared.decl_begin());
  if (!First ||
      !isEditable(Declared.getSourceRange(), Context.getSourceManager()) ||
      losesComment(Declared.getSourceRange(), "", Context))
    return std::nullopt;
  const StringRef Type = writtenType(Declared, Context);
  const std::string Indent =
      "\n" +
      indentationAt(Declared.getBeginLoc(), Context.getSourceManager()).str();
  std::string Names, Again;
  for (const Decl *D : Declared.decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    const auto Anew = V ? HoistedDeclaration::of(*V, Context) : std::nullopt;
    const std::string Its = Anew ? Anew->replacement(Context) : "";
    // `T A, *B;` has other types than the first.
    if (Its.empty() || !Context.hasSameType(V->getType(), First->getType()) ||
        !mayStayForCalls(*V, Index))
      return std::nullopt;
    Names += (Names.empty() ? " " : ", ") + V->getName().str();
    Again += Indent + Its;
  }
  if (Type.empty())
    return std::nullopt;
  return FixItHint::CreateReplacement(
      Declared.getSourceRange(),
      ("static thread_local " + Type + Names + ";" + Again).str());
}

} // namespace clang::tidy::anomalloc
