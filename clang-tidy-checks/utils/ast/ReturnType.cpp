//===- ReturnType.cpp - the return type as written ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/ast/ReturnType.h"
#include "utils/ast/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

SourceLocation returnTypeLocation(const FunctionDecl &F) {
  const FunctionTypeLoc Type = F.getFunctionTypeLoc();
  if (isa<CXXConversionDecl>(F) || !Type)
    return F.getLocation();
  const SourceLocation At = Type.getReturnLoc().getBeginLoc();
  return At.isValid() ? At : F.getLocation();
}

void collectReturns(const Stmt &S,
                    SmallVectorImpl<const ReturnStmt *> &Returns) {
  if (const auto *Return = dyn_cast<ReturnStmt>(&S))
    Returns.push_back(Return);
  if (isa<LambdaExpr>(S))
    return;
  for (const Stmt *Child : S.children())
    if (Child)
      collectReturns(*Child, Returns);
}

bool promisesNew(const FunctionDecl &F) {
  static constexpr StringRef Starts[] = {
      "clone", "copy",     "make",  "create", "new",   "build",
      "read",  "load",     "parse", "init",   "dup",   "snapshot",
      "setup", "generate", "from",  "to_",    "import"};
  if (!F.getDeclName().isIdentifier())
    return true; // an operator: at its uses, by operator-temporary
  const std::string Lower = F.getName().lower();
  return llvm::any_of(Starts, [&](StringRef Start) {
    return StringRef(Lower).starts_with(Start);
  });
}

SmallVector<FixItHint, 4> returnConstReference(const FunctionDecl &F,
                                               const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  SmallVector<FixItHint, 4> Fixes;
  for (const FunctionDecl *D : F.redecls()) {
    const FunctionTypeLoc Type = D->getFunctionTypeLoc();
    if (!Type || isa<CXXConversionDecl>(D))
      return {};
    const TypeLoc Return = Type.getReturnLoc();
    const SourceRange Range = Return.getSourceRange();
    const SourceLocation Name = D->getQualifierLoc()
                                    ? D->getQualifierLoc().getBeginLoc()
                                    : D->getLocation();
    const auto *Auto = Return.getType()->getAs<AutoType>();
    if (!isEditable(Range, SM) || !isEditable(Name, SM) ||
        (Auto && Auto->isDecltypeAuto()))
      return {};
    const bool IsConst = Return.getType().isLocalConstQualified();
    if (!IsConst)
      Fixes.push_back(FixItHint::CreateInsertion(Range.getBegin(), "const "));
    if (SM.isBeforeInTranslationUnit(Range.getBegin(), Name)) {
      Fixes.push_back(FixItHint::CreateInsertion(Name, "&"));
    } else { // a trailing return type
      if (IsConst)
        return {};
      Fixes.push_back(FixItHint::CreateInsertion(
          Lexer::getLocForEndOfToken(Range.getEnd(), 0, SM,
                                     Context.getLangOpts()),
          " &"));
    }
  }
  return Fixes;
}

bool isSeenByThisUnitOnly(const FunctionDecl &F, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  if (F.isExternallyVisible() && !isa<CXXMethodDecl>(F))
    return false;
  for (const FunctionDecl *D : F.redecls())
    if (!SM.isInMainFile(D->getLocation()))
      return false;
  const auto File = SM.getFileEntryRefForID(SM.getMainFileID());
  return !Context.getLangOpts().IsHeaderFile && File &&
         !sys::path::extension(File->getName()).starts_with_insensitive(".h");
}

} // namespace clang::tidy::anomalloc
