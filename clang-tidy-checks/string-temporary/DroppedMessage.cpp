//===- DroppedMessage.cpp - texts that nobody reads -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Log.debug("element " + std::to_string(N));
//     ->  if (Log.isVerbose()) Log.debug(...);
//
// where debug() drops the text unless somebody wants it.
//
//===----------------------------------------------------------------------===//

#include "string-temporary/StringTemporaryCheck.h"
#include "utils/ast/Climb.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/StmtCXX.h"

namespace clang::tidy::anomalloc {

/// Whether the value is put together: by `+`, `std::to_string`, a call of a
/// function of formats.
static bool isPutTogether(const Expr &Argument) {
  const Expr *Plain = Argument.IgnoreUnlessSpelledInSource();
  const auto *Sum = dyn_cast<CXXOperatorCallExpr>(Plain);
  if (Sum && Sum->getOperator() == OO_Plus)
    return true;
  const auto *Call = dyn_cast<CallExpr>(Plain);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && isStdFunction(*F, {"format"});
}

/// Whether all uses of the parameter stand below an `if` that does not ask
/// for it, or behind an `if (...) return;` at the start.
static bool isOftenDropped(const FunctionDecl &F, const ParmVarDecl &P,
                           const ReferenceIndex &Index) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(F.getBody());
  if (!Body || Body->body_empty())
    return false;
  const auto *First = dyn_cast<IfStmt>(Body->body_front());
  if (!First || First->hasInitStorage() || First->hasVarStorage())
    return false;
  auto Below = [&](const Stmt &Around) {
    return llvm::count_if(Index.to(P), [&](const Expr *Use) {
      return isInside(*Use, Around, Index);
    });
  };
  const auto Uses = long(Index.to(P).size());
  if (!Uses || Below(*First->getCond()))
    return false;
  if (Below(*First->getThen()) == Uses)
    return !First->getElse();
  const Stmt *Then = First->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then);
      Block && Block->size() == 1)
    Then = Block->body_front();
  return isa<ReturnStmt>(Then) && Below(*First) == 0;
}

/// Whether the function says by its name that its text is for debugging.
static bool isForDebugging(const FunctionDecl &F) {
  if (!F.getIdentifier())
    return false;
  const std::string Name = F.getName().lower();
  return llvm::any_of(
      llvm::ArrayRef<StringRef>{"debug", "trace", "verbose"},
      [&](StringRef Word) { return StringRef(Name).contains(Word); });
}

void StringTemporaryCheck::checkMessage(const CallExpr &Call,
                                        ASTContext &Context) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || Call.isInstantiationDependent() ||
      !isEditable(Call.getSourceRange(), Context.getSourceManager()))
    return;
  for (unsigned I = 0; I < std::min(Call.getNumArgs(), Callee->getNumParams());
       ++I) {
    const ParmVarDecl *P = Callee->getParamDecl(I);
    if (!isPlainString(P->getType().getNonReferenceType()) ||
        !isPutTogether(*Call.getArg(I)))
      continue;
    const FunctionDecl *Definition = nullptr;
    const bool Seen = Callee->hasBody(Definition);
    if (Seen)
      P = Definition->getParamDecl(I);
    if (Seen ? !isOftenDropped(*Definition, *P, references(Context))
             : !isForDebugging(*Callee))
      continue;
    const std::string Name = Callee->getNameAsString();
    Diagnosis D;
    D.At = Call.getArg(I)->getBeginLoc();
    D.Problem = "the text is put together before '" + Name +
                "' asks whether anybody wants it";
    D.Often = evidence(Call, Context);
    D.Suggestion = "ask first, or hand over a function that makes it";
    D.Doubt = Seen ? "how often '" + Name + "' drops it"
                   : "whether '" + Name + "' drops it";
    const FunctionDecl *Inside = D.Often.Loops.Function;
    report(std::move(D), Inside, Context);
    return;
  }
}

} // namespace clang::tidy::anomalloc
