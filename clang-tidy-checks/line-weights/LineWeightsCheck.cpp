//===- LineWeightsCheck.cpp - how often lines run, for tools --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "line-weights/LineWeightsCheck.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

LineWeightsCheck::LineWeightsCheck(StringRef Name, ClangTidyContext *Context)
    : AnomallocCheck(Name, Context),
      Tell(Options.get(LineWeightsOption, false)) {}

void LineWeightsCheck::storeOptions(ClangTidyOptions::OptionMap &Map) {
  AnomallocCheck::storeOptions(Map);
  Options.store(Map, LineWeightsOption, Tell);
}

void LineWeightsCheck::addMatchers(MatchFinder &UserCode) {
  if (!Tell)
    return;
  // Parameters: what callers pay. Without a matcher there is no end of the unit.
  UserCode.addMatcher(functionDecl(isDefinition()).bind("function"), this);
  if (!getLangOpts().CPlusPlus)
    return;
  // Where objects are made, changed or copied.
  UserCode.addMatcher(
      stmt(anyOf(callExpr(), cxxConstructExpr(), cxxNewExpr(), declStmt()))
          .bind("statement"),
      this);
}

void LineWeightsCheck::note(SourceLocation At, const Evidence &Often,
                            const SourceManager &SM) {
  auto [File, Offset] = SM.getDecomposedLoc(SM.getExpansionLoc(At));
  if (File.isValid())
    Files[File].add(SM.getLineNumber(File, Offset), weightOf(Often));
}

void LineWeightsCheck::check(const MatchFinder::MatchResult &Result) {
  const SourceManager &SM = *Result.SourceManager;
  if (const auto *S = Result.Nodes.getNodeAs<Stmt>("statement")) {
    const Evidence Often = evidence(*S, *Result.Context);
    note(S->getBeginLoc(), Often, SM);
    if (const auto *E = dyn_cast<Expr>(S))
      note(E->getExprLoc(), Often, SM);
    if (const auto *Declaration = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Declaration->decls())
        note(D->getLocation(), Often, SM);
    return;
  }
  const auto *F = Result.Nodes.getNodeAs<FunctionDecl>("function");
  const Evidence Often = evidenceOfCalls(*F, *Result.Context);
  note(F->getLocation(), Often, SM);
  for (const ParmVarDecl *P : F->parameters())
    note(P->getLocation(), Often, SM);
}

void LineWeightsCheck::finishUnit(ASTContext &Context) {
  if (!Tell)
    return;
  const SourceManager &SM = Context.getSourceManager();
  const ColdFiles Cold(Common.ColdFiles);
  Files[SM.getMainFileID()]; // also where it holds nothing
  for (auto &[File, Weights] : Files) {
    const SourceLocation Start = SM.getLocForStartOfFile(File);
    Weights.Cold = Cold.contains(Start, SM);
    Weights.NoCxx = !getLangOpts().CPlusPlus;
    diag(Start, "%0", DiagnosticIDs::Remark) << Weights.message();
  }
  Files.clear();
}

} // namespace clang::tidy::anomalloc
