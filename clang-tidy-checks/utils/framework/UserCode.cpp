//===- UserCode.cpp - matching in user code only --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/framework/UserCode.h"
#include "utils/ast/NumberTable.h"
#include "utils/ast/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Basic/SourceManager.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

namespace {
/// Tells a file's kind once.
class UserFiles {
public:
  explicit UserFiles(const SourceManager &SM) : SM(SM) {}

  bool contain(SourceLocation Loc) {
    if (Loc.isInvalid() || SM.isInSystemHeader(Loc))
      return false;
    const FileID File = SM.getFileID(SM.getExpansionLoc(Loc));
    auto [Slot, New] = Known.try_emplace(File, true);
    if (New)
      if (auto Entry = SM.getFileEntryRefForID(File))
        Slot->second =
            File == SM.getMainFileID() || !isInstalledHeader(Entry->getName());
    return Slot->second;
  }

private:
  const SourceManager &SM;
  llvm::DenseMap<FileID, bool> Known;
};
} // namespace

/// Others' code is skipped wherever namespaces are open in user code too.
static void collect(Decl *D, UserFiles &Files, std::vector<Decl *> &Found) {
  if (isa<TranslationUnitDecl, NamespaceDecl, LinkageSpecDecl>(D)) {
    if (isa<NamespaceDecl>(D) && !Files.contain(D->getLocation()))
      return;
    for (Decl *Inner : cast<DeclContext>(D)->decls())
      collect(Inner, Files, Found);
  } else if (Files.contain(D->getLocation())) { // the built-in types have none
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || !V->getType()->isArrayType() || !isNumberTable(V->getInit()))
      Found.push_back(D);
  }
}

std::vector<Decl *> userDeclarations(ASTContext &Context) {
  std::vector<Decl *> Found;
  UserFiles Files(Context.getSourceManager());
  for (Decl *D : Context.getTraversalScope())
    collect(D, Files, Found);
  return Found;
}

std::shared_ptr<UserCodeMatcher> UserCodeMatcher::of(MatchFinder &Host,
                                                     StringRef FirstCheck) {
  // A thread works on one translation unit at a time; clangd has many threads.
  // Weak: the last check of a unit takes it along.
  static thread_local std::weak_ptr<UserCodeMatcher> Shared;
  std::shared_ptr<UserCodeMatcher> Found = Shared.lock();
  if (!Found || Found->Host != &Host) {
    Found.reset(new UserCodeMatcher(Host, FirstCheck));
    Shared = Found;
    // clangd visits it too, though only the declarations of its main file.
    Host.addMatcher(translationUnitDecl(), Found.get());
  }
  return Found;
}

void UserCodeMatcher::run(const MatchFinder::MatchResult &Result) {
  ASTContext &Context = *Result.Context;
  if (Unit)
    return;
  Unit = &Context;
  // The parent map covers the scope, so it is small meanwhile.
  const std::vector<Decl *> Before = Context.getTraversalScope();
  Context.setTraversalScope(userDeclarations(Context));
  Finder.matchAST(Context);
  Context.setTraversalScope(Before);
  if (AtEnd)
    AtEnd(Context);
}

} // namespace clang::tidy::anomalloc
