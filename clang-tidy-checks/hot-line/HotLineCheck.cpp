//===- HotLineCheck.cpp - measured, and no check explains it --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the lines of the main file, by the lint weights of the option Profile.
// `anomalloc lint` looks at all units together and lists the rest itself.
//
//===----------------------------------------------------------------------===//

#include "Weights/Explained.h"
#include "Weights/MeasuredText.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/framework/UserCode.h"

namespace clang::tidy::anomalloc {
namespace {

/// Reports lines that allocated much in the recorded run if no other check says
/// why. The check runs after all other checks.
struct HotLineCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  bool isLanguageVersionSupported(const LangOptions &) const override {
    return true;
  }
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;

  void sayRest(ASTContext &Context);
};

} // namespace

using ::anomalloc::Explained;
using ::anomalloc::MeasuredChain;
using ::anomalloc::MeasuredFrame;
using ::anomalloc::Measurements;

void HotLineCheck::addMatchers(ast_matchers::MatchFinder &) {
  if (weights() && Common.Hints && !Common.Levels)
    unit().AtEnd = [this](ASTContext &Context) { sayRest(Context); };
}

/// The line to change of the most of them.
static const MeasuredFrame &hottest(const Measured &Sum,
                                    const Measurements &M) {
  const MeasuredChain *Hottest = nullptr;
  for (uint32_t I : Sum.Chains)
    if (!Hottest || M.Chains[I].Allocations > Hottest->Allocations)
      Hottest = &M.Chains[I];
  return M.Frames[Hottest->Change.value_or(Hottest->Innermost)];
}

/// Where the frame stands in the text of today; the first word of the line if
/// its column is not known.
static SourceLocation placeOf(const MeasuredFrame &F, unsigned Line,
                              FileID File, const SourceManager &SM) {
  const SourceLocation Start = SM.translateLineCol(File, Line, 1);
  StringRef Text = SM.getBufferData(File).substr(SM.getFileOffset(Start));
  Text = Text.take_until([](char C) { return C == '\n' || C == '\r'; });
  const size_t First = Text.find_first_not_of(" \t");
  if (First == StringRef::npos)
    return Start;
  const bool Known = F.Column > First && F.Column <= Text.size();
  return Start.getLocWithOffset(int(Known ? F.Column - 1 : First));
}

void HotLineCheck::sayRest(ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const FileID Main = SM.getMainFileID();
  const FileToday *Now = today(Main, Context);
  if (!Now)
    return;
  const Measurements &M = weights()->all();
  Explained Known(*weights());
  Known.add(unit().Explained);
  const bool Marked = Options.getLocalOrGlobal("MarkHints", false);
  for (Measured &Sum :
       Known.rest(leastHot(M, Common.MinAllocations), Now->File)) {
    const MeasuredFrame &F = hottest(Sum, M);
    const std::optional<uint32_t> Line = Now->Lines.now(F.Line);
    if (!Line || *Line > SM.getSpellingLineNumber(SM.getLocForEndOfFile(Main)))
      continue;
    Sum.MayHaveMoved = Now->MayHaveMoved;
    const SourceLocation At = placeOf(F, *Line, Main, SM);
    diag(At, "%0 here%1; no check says why",
         Marked ? DiagnosticIDs::Warning : DiagnosticIDs::Remark)
        << Sum.phrase() << detailsText(Sum, M) << SourceRange(At);
  }
}

ANOMALLOC_CHECK_FACTORY(HotLineCheck)

} // namespace clang::tidy::anomalloc
