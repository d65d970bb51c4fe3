//===- AnomallocCheck.cpp - base of all checks ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/framework/AnomallocCheck.h"
#include "Support/Numbers.h"
#include "utils/framework/UnitFacts.h"
#include "utils/framework/UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

namespace clang::tidy::anomalloc {

/// The row of Checks.def.
static Certainty surest(StringRef Check) {
  Check.consume_front("anomalloc-");
#define ANOMALLOC_CHECK(Class, Name, Severity, Surest, Summary)                \
  if (Check == Name)                                                           \
    return Certainty::Surest;
#include "anomalloc/Checks.def"
  return Certainty::Proved;
}

AnomallocCheck::AnomallocCheck(StringRef Name, ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context), Common(Options), Surest(surest(Name)),
      Cold(Common.ColdFiles, Common.Root) {
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
  for (const auto &Store : OwnOptions)
    Store(Map);
}

void AnomallocCheck::registerMatchers(ast_matchers::MatchFinder *Host) {
  Matcher = UserCodeMatcher::of(*Host, getID());
  addMatchers(Matcher->Finder);
}

void AnomallocCheck::onEndOfTranslationUnit() {
  finishUnit(*Matcher->unit());
  for (const auto &[At, F] : Findings)
    say(F);
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

static HeapOwnership forSure(const HeapOwnership &Likely) {
  return Likely.isSuspected() ? HeapOwnership() : Likely;
}

HeapOwnership AnomallocCheck::heapOwnership(QualType Type,
                                            ASTContext &Context) {
  return forSure(likelyHeapOwnership(Type, Context));
}

HeapOwnership AnomallocCheck::copiedHeap(QualType Type, ASTContext &Context) {
  return forSure(likelyCopiedHeap(Type, Context));
}

HeapOwnership AnomallocCheck::likelyCopiedHeap(QualType Type,
                                               ASTContext &Context) {
  return facts(Context)
      .owning(Common.HeapOwningTypes)
      .of(Type, HeapCost::Copying);
}

HeapOwnership AnomallocCheck::likelyHeapOwnership(QualType Type,
                                                  ASTContext &Context) {
  return facts(Context).owning(Common.HeapOwningTypes).of(Type);
}

ContainerClass AnomallocCheck::containerClass(QualType Type,
                                              ASTContext &Context) {
  return likelyHeapOwnership(Type.getNonReferenceType(), Context)
             ? containerInterface(Type)
             : ContainerClass();
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

const FunctionFlow *AnomallocCheck::flowOf(const FunctionDecl *Function,
                                           ASTContext &Context) {
  return Function ? facts(Context).flow(*Function) : nullptr;
}

const FileToday *AnomallocCheck::today(FileID File, ASTContext &Context) {
  return Weights ? facts(Context).today(*Weights, File) : nullptr;
}

bool AnomallocCheck::matters(const Evidence &Often) const {
  return isSaid(levelOf(Certainty::Proved, weightOf(Often)));
}

bool AnomallocCheck::isSaid(Level Loud) const {
  return Loud == Level::Warning || (Loud == Level::Hint && Common.Hints);
}

std::string AnomallocCheck::nameOf(QualType Type, const ASTContext &Context) {
  Type = Type.getNonReferenceType().getUnqualifiedType();
  for (const auto *Alias = Type->getAs<TypedefType>();
       Alias && Alias->getDecl()->getDeclContext()->isRecord();
       Alias = Type->getAs<TypedefType>())
    Type = Alias->desugar().getUnqualifiedType();
  return Type.getAsString(Context.getPrintingPolicy());
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
  if (!F.Often.Recorded && Cold.contains(F.At, SM))
    return;
  Certainty Sure = !F.Doubt.empty()  ? Certainty::Suspected
                   : F.Fixes.empty() ? Certainty::Shown
                                     : Certainty::Proved;
  Sure = std::max(Sure, Surest);
  const Level Loud = levelOf(Sure, weightOf(F));
  if (!isSaid(Loud))
    return;
  const bool InInstantiation = isInstantiated(Inside);
  keepSafeFixes(F.Fixes, InInstantiation, SM);
  for (Diagnosis::Note &N : F.Notes)
    keepSafeFixes(N.Fixes, InInstantiation && !N.ForAllInstances, SM);
  SourceLocation At = F.At;
  Kept Now{std::move(F), Sure, Loud, InInstantiation};
  auto [Slot, New] = Findings.try_emplace(At, Now);
  Kept &Before = Slot->second;
  if (New)
    return;
  const bool IsBetter =
      Before.Loud < Loud ||
      (Before.Loud == Loud && Before.InInstantiation && !InInstantiation);
  if (IsBetter)
    std::swap(Before, Now);
  alsoMeasured(Before.What.Often, Now.What.Often);
  Before.Loud =
      std::max(Before.Loud, levelOf(Before.Sure, weightOf(Before.What)));
}

/// What the unit does not show about the finding, and how often it happens.
static std::string doubtOf(const Diagnosis &F) {
  const std::string Often = F.Often.doubt();
  return F.Doubt + (F.Doubt.empty() || Often.empty() ? "" : "; ") + Often;
}

/// The lines that were measured, other than that of the finding. Of one alone
/// `anomalloc lint` tells more.
void AnomallocCheck::sayPlaces(const MeasuredAtLines &Recorded,
                               SourceLocation At) {
  constexpr size_t Most = 4;
  const SourceManager &SM = Matcher->unit()->getSourceManager();
  auto LineOf = [&](SourceLocation Loc) {
    return std::make_pair(SM.getFileID(SM.getExpansionLoc(Loc)),
                          SM.getExpansionLineNumber(Loc));
  };
  auto Places = Recorded.Places;
  llvm::erase_if(Places, [](const auto &P) { return !P.second; });
  if (Places.size() == 1 && Common.Levels)
    return;
  llvm::sort(Places, [](const auto &A, const auto &B) {
    return A.second != B.second ? A.second > B.second : A.first < B.first;
  });
  for (const auto &[Where, Allocations] :
       llvm::ArrayRef(Places).take_front(Most))
    if (LineOf(Where) != LineOf(At))
      diag(Where, "%0 measured here", DiagnosticIDs::Note)
          << ::anomalloc::formatNumberOf(Allocations, "allocation");
}

void AnomallocCheck::say(const Kept &Finding) {
  const Diagnosis &F = Finding.What;
  if (F.Often.Recorded)
    llvm::append_range(Matcher->Explained, F.Often.Recorded->Chains);
  const std::string Doubt = doubtOf(F);
  const bool IsHint = Finding.Loud == Level::Hint;
  // For clangd a remark is but a note of the finding before: it has the hints
  // marked, and makes LSP hints of them (tools/clangd/SentDiagnostics.cpp).
  const bool Marked = IsHint && Options.getLocalOrGlobal("MarkHints", false);
  {
    auto Said =
        diag(F.At,
             "%select{|hint: }0%1%2%select{|; }3%4"
             "%select{|; not in view: }5%6",
             IsHint && !Marked ? DiagnosticIDs::Remark : DiagnosticIDs::Warning)
        << Marked << F.Problem << F.Often.phrase() << !F.Suggestion.empty()
        << F.Suggestion << !Doubt.empty() << Doubt;
    // Else editors mark what the first fix-it replaces, which may be the line
    // break before.
    Said << SourceRange(F.At);
    for (const FixItHint &Fix : F.Fixes)
      Said << Fix;
  }
  if (Common.Levels) {
    diag(F.At, "%0", DiagnosticIDs::Note)
        << levelNote(Finding.Sure, weightOf(F));
    if (F.Often.Recorded)
      diag(F.Often.Recorded->At, "%0", DiagnosticIDs::Note)
          << ::anomalloc::measuredNote(F.Often.Recorded->allChains());
  }
  if (F.Often.Recorded)
    sayPlaces(*F.Often.Recorded, F.At);
  const LoopEvidence &Loops = F.Often.Loops;
  if (!Loops.Depth && Loops.CalledAt.isValid())
    diag(Loops.CalledAt, "called in a loop here", DiagnosticIDs::Note);
  if (!F.Often.doubt().empty())
    diag(Loops.OnlyIf, "and from there only if this is so",
         DiagnosticIDs::Note);
  for (const Diagnosis::Note &N : F.Notes) {
    auto Note = diag(N.At, "%0", DiagnosticIDs::Note) << N.Text;
    for (const FixItHint &Fix : N.Fixes)
      Note << Fix;
  }
}

} // namespace clang::tidy::anomalloc
