//===- CodeOfProfile.cpp - code as a profile names it ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/framework/CodeOfProfile.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace clang::tidy::anomalloc {

bool isInstantiated(const DeclContext *Inside) {
  for (const DeclContext *C = Inside; C; C = C->getParent()) {
    if (const auto *F = dyn_cast<FunctionDecl>(C);
        F && F->isTemplateInstantiation())
      return true;
    const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(C);
    if (S && !S->isExplicitSpecialization())
      return true;
  }
  return false;
}

std::vector<std::string> linkageNames(const FunctionDecl &F,
                                      ASTNameGenerator &Names) {
  if (F.isDependentContext() || F.getType()->isUndeducedType())
    return {};
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(F))
    return Names.getAllManglings(&F);
  std::string Name = Names.getName(&F);
  // "$_0" counts lambdas in the order in which their names are asked for.
  if (StringRef(Name).contains("$_"))
    return {};
  return {std::move(Name)};
}

CodeOwner codeOwner(const FunctionDecl &F, ASTNameGenerator &Names) {
  return {linkageNames(F, Names), isInstantiated(&F)};
}

/// Whether there is nothing in \p Code that may be a call of its own.
static bool isPunctuation(StringRef Code) {
  return Code.split("//").first.find_first_not_of(" \t\r{}();,") ==
         StringRef::npos;
}

std::optional<CodeSpan> codeSpan(SourceRange Range, const SourceManager &SM) {
  if (Range.isInvalid())
    return std::nullopt;
  const SourceLocation Begin = SM.getExpansionLoc(Range.getBegin());
  const SourceLocation End = SM.getExpansionRange(Range.getEnd()).getEnd();
  const PresumedLoc First = SM.getPresumedLoc(Begin);
  const PresumedLoc Last = SM.getPresumedLoc(End);
  if (First.isInvalid() || Last.isInvalid() ||
      SM.getFileID(Begin) != SM.getFileID(End))
    return std::nullopt;
  CodeSpan Span;
  Span.FirstLine = First.getLine(), Span.FirstColumn = First.getColumn();
  Span.LastLine = Last.getLine(), Span.LastColumn = Last.getColumn();
  StringRef Text = SM.getBufferData(SM.getFileID(Begin));
  const SourceLocation Next =
      Lexer::getLocForEndOfToken(End, 0, SM, LangOptions());
  const size_t From = SM.getFileOffset(Begin),
               To = SM.getFileOffset(Next.isValid() ? Next : End);
  StringRef Before = Text.take_front(From), Behind = Text.substr(To);
  Before = Before.substr(Before.rfind('\n') + 1);
  Behind = Behind.take_until([](char C) { return C == '\n'; });
  Span.HasWholeLines = isPunctuation(Before) && isPunctuation(Behind);
  return Span;
}

std::optional<CodeSpan> codeOfCall(const Stmt &Call, const SourceManager &SM) {
  auto Span = codeSpan(Call.getSourceRange(), SM);
  const auto *E = dyn_cast<Expr>(&Call);
  const PresumedLoc At =
      E ? SM.getPresumedLoc(SM.getExpansionLoc(E->getExprLoc()))
        : PresumedLoc();
  if (!Span || At.isInvalid())
    return Span;
  Span->FirstLine = Span->LastLine = At.getLine();
  Span->FirstColumn = Span->LastColumn = At.getColumn();
  return Span;
}

} // namespace clang::tidy::anomalloc
