//===- AnomallocCheck.cpp - base of all checks ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/AnomallocCheck.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include <map>

namespace clang::tidy::anomalloc {

struct UnitFacts {
  explicit UnitFacts(ASTContext &Context) : Context(Context), Loops(Context) {}

  ASTContext &Context;
  LoopIndex Loops;
  /// By the value of HeapOwningTypes, which may differ between checks.
  std::map<std::string, HeapOwning> Owning;
};

AnomallocCheck::AnomallocCheck(StringRef Name, ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context), Common(Options) {
  const HeapOwning Parsed(Common.HeapOwningTypes);
  for (const std::string &Wrong : Parsed.invalid())
    configurationDiag("HeapOwningTypes: '%0' is no regular expression")
        << Wrong;
}

AnomallocCheck::~AnomallocCheck() = default;

void AnomallocCheck::storeOptions(ClangTidyOptions::OptionMap &Map) {
  Common.store(Options, Map);
}

void AnomallocCheck::onEndOfTranslationUnit() { Facts.reset(); }

UnitFacts &AnomallocCheck::facts(ASTContext &Context) {
  // A thread works on one translation unit at a time; clangd has many threads.
  // Weak: the last check that is done with a unit takes its facts along.
  static thread_local std::weak_ptr<UnitFacts> Shared;
  if (!Facts || &Facts->Context != &Context) {
    Facts = Shared.lock();
    if (!Facts || &Facts->Context != &Context)
      Shared = Facts = std::make_shared<UnitFacts>(Context);
  }
  return *Facts;
}

HeapOwnership AnomallocCheck::heapOwnership(QualType Type,
                                            ASTContext &Context) {
  auto [Entry, New] = facts(Context).Owning.try_emplace(Common.HeapOwningTypes,
                                                        Common.HeapOwningTypes);
  (void)New;
  return Entry->second.of(Type);
}

LoopEvidence AnomallocCheck::loopEvidence(const Stmt &S, ASTContext &Context) {
  return facts(Context).Loops.of(S);
}

bool AnomallocCheck::isEditable(SourceLocation Loc, const SourceManager &SM) {
  return Loc.isValid() && !Loc.isMacroID() && !SM.isInSystemHeader(Loc);
}

std::string AnomallocCheck::nameOf(QualType Type, const ASTContext &Context) {
  Type = Type.getNonReferenceType().getUnqualifiedType();
  for (const auto *Alias = Type->getAs<TypedefType>();
       Alias && Alias->getDecl()->getDeclContext()->isRecord();
       Alias = Type->getAs<TypedefType>())
    Type = Alias->desugar().getUnqualifiedType();
  return Type.getAsString(Context.getPrintingPolicy());
}

bool AnomallocCheck::isInstantiated(const FunctionDecl *Function) {
  for (const DeclContext *C = Function; C; C = C->getParent()) {
    if (const auto *F = dyn_cast<FunctionDecl>(C);
        F && F->isTemplateInstantiation())
      return true;
    const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(C);
    if (S && !S->isExplicitSpecialization())
      return true;
  }
  return false;
}

} // namespace clang::tidy::anomalloc
