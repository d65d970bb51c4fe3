//===- FunctionAt.cpp - the function that a name means --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionAt.h"
#include "utils/framework/CodeOfProfile.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace {

/// Finds what names a function with a token.
class NameFinder : public RecursiveASTVisitor<NameFinder> {
public:
  NameFinder(const ASTContext &Context, SourceLocation Token)
      : SM(Context.getSourceManager()), Token(Token) {}

  const FunctionDecl *found() const { return Named ? Named : Made; }

  bool TraverseDecl(Decl *D) {
    if (!D || D->isImplicit() || !mayContain(D->getSourceRange()))
      return true;
    return RecursiveASTVisitor::TraverseDecl(D);
  }

  bool VisitFunctionDecl(FunctionDecl *F) {
    const SourceRange Name = F->getNameInfo().getSourceRange();
    return Name.getBegin() == Token || Name.getEnd() == Token ? take(F) : true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    return E->getLocation() == Token ? take(E->getDecl()) : true;
  }
  bool VisitMemberExpr(MemberExpr *E) {
    return E->getMemberLoc() == Token ? take(E->getMemberDecl()) : true;
  }
  bool VisitOverloadExpr(OverloadExpr *E) {
    return E->getNameLoc() == Token && E->getNumDecls() == 1
               ? take(*E->decls_begin())
               : true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    if (E->getLocation() == Token && !Made)
      Made = E->getConstructor();
    return true;
  }

private:
  bool mayContain(SourceRange Range) const {
    if (Range.isInvalid())
      return true;
    const SourceLocation Begin = SM.getExpansionLoc(Range.getBegin());
    const SourceLocation End = SM.getExpansionRange(Range.getEnd()).getEnd();
    return SM.getFileID(Begin) != SM.getFileID(End) ||
           (Begin <= Token && Token <= End);
  }
  /// Stops at a function.
  bool take(const NamedDecl *D) {
    Named = D->getUnderlyingDecl()->getAsFunction();
    return !Named;
  }

  const SourceManager &SM;
  const SourceLocation Token;
  const FunctionDecl *Named = nullptr;
  const FunctionDecl *Made = nullptr;
};

} // namespace

const FunctionDecl *anomalloc::functionAt(ASTContext &Context,
                                          SourceLocation At) {
  const SourceManager &SM = Context.getSourceManager();
  auto Look = [&](SourceLocation Inside) -> const FunctionDecl * {
    const SourceLocation Token =
        Lexer::GetBeginningOfToken(Inside, SM, Context.getLangOpts());
    NameFinder Finder(Context, Token);
    for (Decl *D : Context.getTraversalScope())
      if (!Finder.TraverseDecl(D))
        break;
    return Finder.found();
  };
  if (const FunctionDecl *F = Look(At))
    return F;
  return SM.getFileOffset(At) ? Look(At.getLocWithOffset(-1)) : nullptr;
}

std::vector<std::string> anomalloc::linkageNames(const FunctionDecl &F) {
  ASTNameGenerator Mangle(F.getASTContext());
  std::vector<std::string> Names;
  auto Add = [&](const FunctionDecl &One) {
    llvm::append_range(Names, tidy::anomalloc::linkageNames(One, Mangle));
  };
  Add(F);
  if (const FunctionTemplateDecl *Template = F.getDescribedFunctionTemplate())
    for (const FunctionDecl *Made : Template->specializations())
      Add(*Made);
  const auto *Class = dyn_cast<CXXRecordDecl>(F.getDeclContext());
  if (const ClassTemplateDecl *Template =
          Class ? Class->getDescribedClassTemplate() : nullptr)
    for (const ClassTemplateSpecializationDecl *Made :
         Template->specializations())
      for (const CXXMethodDecl *Method : Made->methods())
        if (Method->getInstantiatedFromMemberFunction() == &F)
          Add(*Method);
  return Names;
}
