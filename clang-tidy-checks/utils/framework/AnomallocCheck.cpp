//===- AnomallocCheck.cpp - base of all checks ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/UnitFacts.h"
#include "utils/framework/UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

namespace clang::tidy::anomalloc {

AnomallocCheck::AnomallocCheck(StringRef Name, ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context), Common(Options), Cold(Common.ColdFiles) {
  const HeapOwning Parsed(Common.HeapOwningTypes);
  for (const std::string &Wrong : Parsed.invalid())
    configurationDiag("HeapOwningTypes: '%0' is no regular expression")
        << Wrong;
  if (!Cold.error().empty())
    configurationDiag("ColdFiles: '%0' is no regular expression: %1")
        << Common.ColdFiles << Cold.error();
  if (Common.Profile.empty())
    return;
  if (auto Loaded = MeasuredWeights::load(Common.Profile))
    Weights = *Loaded;
  else
    configurationDiag("Profile: '%0': %1")
        << Common.Profile << llvm::toString(Loaded.takeError());
}

AnomallocCheck::~AnomallocCheck() = default;

void AnomallocCheck::storeOptions(ClangTidyOptions::OptionMap &Map) {
  Common.store(Options, Map);
}

void AnomallocCheck::registerMatchers(ast_matchers::MatchFinder *Host) {
  Matcher = UserCodeMatcher::of(*Host, getID());
  addMatchers(Matcher->Finder);
}

void AnomallocCheck::onEndOfTranslationUnit() {
  finishUnit(*Matcher->unit());
  for (const auto &[At, F] : Findings)
    say(F.What);
  Findings.clear();
  Facts.reset();
}

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
  return facts(Context).owning(Common.HeapOwningTypes).of(Type);
}

LoopEvidence AnomallocCheck::loopEvidence(const Stmt &S, ASTContext &Context) {
  return facts(Context).loops().of(S);
}

llvm::ArrayRef<CallSite> AnomallocCheck::callsOf(const FunctionDecl &Function,
                                                 ASTContext &Context) {
  return facts(Context).loops().callsOf(Function);
}

const ReferenceIndex &AnomallocCheck::references(ASTContext &Context) {
  return facts(Context).references();
}

UseSummary AnomallocCheck::usesOf(const ValueDecl &D, ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  return summarize(Index.to(D), Index);
}

const FunctionFlow *AnomallocCheck::flowOf(const FunctionDecl &Function,
                                           ASTContext &Context) {
  return facts(Context).flow(Function);
}

std::optional<Measured> AnomallocCheck::measured(SourceRange Lines,
                                                 const SourceManager &SM) {
  if (!Weights || Lines.isInvalid())
    return std::nullopt;
  PresumedLoc First = SM.getPresumedLoc(SM.getExpansionLoc(Lines.getBegin()));
  PresumedLoc Last = SM.getPresumedLoc(SM.getExpansionLoc(Lines.getEnd()));
  if (First.isInvalid() || Last.isInvalid())
    return std::nullopt;
  return Weights->of(First.getFilename(), First.getLine(), Last.getLine());
}

Evidence AnomallocCheck::evidence(const Stmt &S, ASTContext &Context) {
  return evidence(S, S.getSourceRange(), Context);
}

Evidence AnomallocCheck::evidence(const Stmt &S, SourceRange Lines,
                                  ASTContext &Context) {
  return {loopEvidence(S, Context),
          measured(Lines, Context.getSourceManager())};
}

Evidence AnomallocCheck::evidenceOfCalls(const FunctionDecl &Function,
                                         ASTContext &Context) {
  Evidence Often;
  Often.Loops = facts(Context).loops().ofCalls(Function);
  uint64_t Most = 0;
  for (const CallSite &Call : callsOf(Function, Context)) {
    if (!Call.Where)
      continue;
    auto Here =
        measured(Call.Where->getSourceRange(), Context.getSourceManager());
    if (Here && (!Often.Weight || Here->Allocations > Most)) {
      Most = Here->Allocations;
      Often.Weight = Here;
    }
  }
  return Often;
}

bool AnomallocCheck::matters(const Evidence &Often) const {
  if (Often.Weight)
    return Often.Weight->Allocations >= Common.MinAllocations;
  return Often.Loops.repeated() || Common.WarnOutsideLoops;
}

std::string AnomallocCheck::nameOf(QualType Type, const ASTContext &Context) {
  Type = Type.getNonReferenceType().getUnqualifiedType();
  for (const auto *Alias = Type->getAs<TypedefType>();
       Alias && Alias->getDecl()->getDeclContext()->isRecord();
       Alias = Type->getAs<TypedefType>())
    Type = Alias->desugar().getUnqualifiedType();
  return Type.getAsString(Context.getPrintingPolicy());
}

bool AnomallocCheck::isInstantiated(const DeclContext *Inside) {
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

/// Drops changes that the place does not allow: all of them, or none.
static void keepSafeFixes(llvm::SmallVectorImpl<FixItHint> &Fixes,
                          bool InInstantiation, const SourceManager &SM) {
  for (const FixItHint &Fix : Fixes)
    if (InInstantiation || Fix.isNull() ||
        !isEditable(Fix.RemoveRange.getBegin(), SM) ||
        !isEditable(Fix.RemoveRange.getEnd(), SM))
      return Fixes.clear();
}

void AnomallocCheck::report(Diagnosis F, const DeclContext *Inside,
                            ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  if (!F.Often.Weight && Cold.contains(F.At, SM))
    return;
  const bool InInstantiation = isInstantiated(Inside);
  keepSafeFixes(F.Fixes, InInstantiation, SM);
  for (Diagnosis::Note &N : F.Notes)
    keepSafeFixes(N.Fixes, InInstantiation, SM);
  SourceLocation At = F.At;
  auto [Slot, New] = Findings.insert({At, {F, InInstantiation}});
  if (!New && Slot->second.InInstantiation && !InInstantiation)
    Slot->second = {std::move(F), false};
}

void AnomallocCheck::say(const Diagnosis &F) {
  {
    auto Warning = diag(F.At, "%0%1%select{|; }2%3")
                   << F.Problem << F.Often.phrase() << !F.Suggestion.empty()
                   << F.Suggestion;
    // Else editors mark what the first fix-it replaces, which may be the line
    // break before.
    Warning << SourceRange(F.At);
    for (const FixItHint &Fix : F.Fixes)
      Warning << Fix;
  }
  const LoopEvidence &Loops = F.Often.Loops;
  if (!Loops.Depth && Loops.CalledAt.isValid())
    diag(Loops.CalledAt, "called in a loop here", DiagnosticIDs::Note);
  for (const Diagnosis::Note &N : F.Notes) {
    auto Note = diag(N.At, "%0", DiagnosticIDs::Note) << N.Text;
    for (const FixItHint &Fix : N.Fixes)
      Note << Fix;
  }
}

} // namespace clang::tidy::anomalloc
