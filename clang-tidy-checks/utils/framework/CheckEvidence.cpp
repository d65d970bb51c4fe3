//===- CheckEvidence.cpp - how much a finding matters ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/MeasuredText.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/UnitFacts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"

namespace clang::tidy::anomalloc {

/// Of the function that Often.Loops names.
void AnomallocCheck::measure(Evidence &Often,
                             const std::optional<CodeSpan> &Code,
                             SourceLocation At, ASTContext &Context) {
  if (!Weights || !Code)
    return;
  const SourceManager &SM = Context.getSourceManager();
  At = SM.getExpansionLoc(At);
  const PresumedLoc Presumed = SM.getPresumedLoc(At);
  // `anomalloc lint` moves the lines itself; #line tells of another file.
  const bool AsIs =
      Common.Levels || Presumed.getLine() != SM.getSpellingLineNumber(At);
  const FileToday *Now = AsIs ? nullptr : today(SM.getFileID(At), Context);
  const std::optional<FileToday> Then =
      Now ? *Now : Weights->asThen(Presumed.getFilename());
  if (!Then)
    return;
  const ChainsOfCode Chains = Weights->chainsOf(
      *Then, *Code, facts(Context).owner(Often.Loops.Function));
  auto Known = [&](ArrayRef<uint32_t> Its) {
    std::optional<Measured> Sum = Weights->known(Its);
    if (Sum)
      Sum->MayHaveMoved = Then->MayHaveMoved;
    return here(std::move(Sum), At, /*InCalls=*/false);
  };
  Evidence Here;
  Here.Recorded = Known(Chains.Known);
  Here.OfLines = Known(Chains.Unsure);
  alsoMeasured(Often, Here);
}

std::optional<MeasuredAtLines>
AnomallocCheck::here(std::optional<Measured> Found, SourceLocation At,
                     bool InCalls) const {
  if (!Found)
    return std::nullopt;
  MeasuredAtLines Here{std::move(*Found), At, {}, InCalls, ""};
  Here.Places.push_back({At, Here.Allocations});
  if (!Common.Levels) // tools tell it in their own way
    Here.Details = detailsText(Here, Weights->all());
  return Here;
}

Evidence
AnomallocCheck::measuredInCalls(llvm::ArrayRef<const FunctionDecl *> Functions,
                                ASTContext &Context) {
  if (!Weights || Functions.empty())
    return {};
  ASTNameGenerator Mangled(Context);
  std::vector<std::string> Names;
  auto Add = [&](const FunctionDecl &F) {
    llvm::append_range(Names, linkageNames(F, Mangled));
  };
  for (const FunctionDecl *F : Functions)
    if (const FunctionTemplateDecl *Template =
            F->getDescribedFunctionTemplate())
      for (const FunctionDecl *Made : Template->specializations())
        Add(*Made);
    else
      Add(*F);
  Evidence Found;
  Found.Recorded =
      here(Weights->ofFunctions(Names), Functions.front()->getLocation(),
           /*InCalls=*/true);
  return Found;
}

void AnomallocCheck::alsoMeasured(Evidence &To, const Evidence &More) const {
  auto Less = [](const std::optional<MeasuredAtLines> &A,
                 const std::optional<MeasuredAtLines> &B) {
    return B && (!A || A->Allocations < B->Allocations);
  };
  if (To.Recorded && More.Recorded) {
    const MeasuredAtLines &Most =
        Less(To.Recorded, More.Recorded) ? *More.Recorded : *To.Recorded;
    std::vector<uint32_t> Chains = To.Recorded->Chains;
    llvm::append_range(Chains, More.Recorded->Chains);
    Measured Sum = Weights->sum(std::move(Chains));
    Sum.MayHaveMoved = Most.MayHaveMoved;
    auto Places = To.Recorded->Places;
    llvm::append_range(Places, More.Recorded->Places);
    llvm::sort(Places);
    Places.erase(llvm::unique(Places), Places.end());
    To.Recorded = here(std::move(Sum), Most.At, Most.InCalls);
    To.Recorded->Places = std::move(Places);
  } else if (More.Recorded) {
    To.Recorded = More.Recorded;
  }
  if (Less(To.OfLines, More.OfLines))
    To.OfLines = More.OfLines;
  // What nobody knows may be the most.
  (Less(To.Recorded, To.OfLines) ? To.Recorded : To.OfLines).reset();
}

bool AnomallocCheck::add(std::optional<Evidence> &To,
                         const Evidence &More) const {
  const bool IsHeavier = !To || weightOf(More) < weightOf(*To);
  if (!To) {
    To = More;
    return true;
  }
  if (IsHeavier)
    To->Loops = More.Loops;
  alsoMeasured(*To, More);
  return IsHeavier;
}

Evidence AnomallocCheck::evidence(const Stmt &S, ASTContext &Context) {
  return evidence(S, S.getSourceRange(), Context);
}

Evidence AnomallocCheck::evidence(const Stmt &S, SourceRange Lines,
                                  ASTContext &Context) {
  Evidence Often;
  Often.Loops = loopEvidence(S, Context);
  measure(Often, codeSpan(Lines, Context.getSourceManager()), Lines.getBegin(),
          Context);
  return Often;
}

Evidence AnomallocCheck::evidence(ArrayRef<const Stmt *> Places,
                                  ASTContext &Context, const Stmt **Heaviest) {
  std::optional<Evidence> Often;
  std::optional<Weight> Most;
  for (const Stmt *S : Places) {
    const Evidence Here = evidence(*S, Context);
    const Weight Its = weightOf(Here);
    if (Heaviest && (!Most || Its < *Most))
      *Heaviest = S;
    Most = std::min(Most.value_or(Its), Its);
    add(Often, Here);
  }
  return Often.value_or(Evidence());
}

void AnomallocCheck::measureUses(Evidence &Often, const ValueDecl &D,
                                 ASTContext &Context) {
  if (!Weights)
    return;
  for (const Use &U : usesOf(D, Context).Uses) {
    const auto *By = dyn_cast_or_null<Expr>(U.By);
    if (!By || U.All.within({UseKind::Read, UseKind::Copy, UseKind::Move,
                             UseKind::Shrink}))
      continue;
    Evidence Here;
    Here.Loops.Function = loopEvidence(*By, Context).Function;
    measure(Here, codeOfCall(*By, Context.getSourceManager()), By->getExprLoc(),
            Context);
    alsoMeasured(Often, Here);
  }
}

Evidence AnomallocCheck::evidenceOfObject(const VarDecl &D,
                                          const DeclStmt &Declared,
                                          ASTContext &Context) {
  Evidence Often = evidence(Declared, Context);
  measureUses(Often, D, Context);
  return Often;
}

Evidence AnomallocCheck::evidenceOfMember(const FieldDecl &Member,
                                          const CXXRecordDecl &Class,
                                          ASTContext &Context) {
  std::optional<Evidence> Often;
  for (const CXXConstructorDecl *C : Class.ctors()) {
    Evidence Here;
    Here.Loops = facts(Context).loops().ofCalls(*C);
    add(Often, Here);
  }
  if (!Often)
    Often.emplace();
  if (!Weights)
    return *Often;
  for (const CXXCtorInitializer *I : references(Context).initializers(Member)) {
    const auto *Default = dyn_cast<CXXDefaultInitExpr>(I->getInit());
    const SourceRange Code =
        Default
            ? SourceRange(Member.getLocation(), Default->getExpr()->getEndLoc())
        : I->isWritten() ? I->getSourceRange()
                         : I->getInit()->getSourceRange();
    Evidence Here;
    Here.Loops.Function = loopEvidence(*I->getInit(), Context).Function;
    measure(Here, codeSpan(Code, Context.getSourceManager()), Code.getBegin(),
            Context);
    alsoMeasured(*Often, Here);
  }
  measureUses(*Often, Member, Context);
  return *Often;
}

Evidence AnomallocCheck::evidenceOfCalls(const FunctionDecl &Function,
                                         ASTContext &Context) {
  Evidence Often;
  Often.Loops = facts(Context).loops().ofCalls(Function);
  if (!Weights)
    return Often;
  const SourceManager &SM = Context.getSourceManager();
  for (const CallSite &Call : callsOf(Function, Context)) {
    if (!Call.Where)
      continue;
    Evidence Here;
    Here.Loops.Function = Call.From;
    measure(Here, codeOfCall(*Call.Where, SM), Call.Where->getExprLoc(),
            Context);
    alsoMeasured(Often, Here);
  }
  return Often;
}

Weight AnomallocCheck::weightOf(const Evidence &Often) const {
  if (Often.Recorded)
    return Often.Recorded->weight() >= Common.MinAllocations
               ? Weight::Measured
               : Weight::MeasuredCold;
  if (Often.Loops.Depth)
    return Often.Loops.Depth > 1 ? Weight::NestedLoops : Weight::Loop;
  if (Often.Loops.CalledAt.isValid())
    return Often.Loops.OnlyIf.isValid() ? Weight::OncePerCall
                                        : Weight::CalledFromLoop;
  return Often.Loops.CalledElsewhere ? Weight::OncePerCall : Weight::Cold;
}

Weight AnomallocCheck::weightOf(const Diagnosis &F) const {
  const Weight Heavy = weightOf(F.Often);
  // The lower, the heavier.
  return std::max(F.Often.Recorded ? Heavy : std::min(Heavy, F.AtLeast),
                  F.AtMost);
}

} // namespace clang::tidy::anomalloc
