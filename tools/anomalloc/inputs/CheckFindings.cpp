//===- CheckFindings.cpp - broken budgets as findings ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "inputs/CheckFindings.h"
#include "Budget/Words.h"
#include "Report/text/Names.h"
#include "Review/Fingerprint.h"
#include "Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;
using namespace anomalloc::budget;

namespace anomalloc {
namespace {

class Builder {
public:
  Builder(const BudgetPage &Page, CheckReview &To) : Page(Page), To(To) {}

  void add(const Verdict &V);

private:
  std::string ruleFor(const Verdict &V);
  std::string realFile(StringRef File) const;
  lint::Place placeOf(StringRef File, unsigned Line, unsigned Column);
  lint::Finding onLimit(const Verdict &V);
  lint::Finding onLine(const Verdict &V, const Culprit &C);

  const BudgetPage &Page;
  CheckReview &To;
  std::set<std::string> Names;
};

/// "section local" as "section-local".
std::string slugOf(StringRef Text) {
  std::string Slug;
  for (char C : Text)
    if (isAlnum(C) || C == '_')
      Slug += toLower(C);
    else if (!Slug.empty() && Slug.back() != '-')
      Slug += '-';
  return StringRef(Slug).rtrim('-').str();
}

std::string Builder::ruleFor(const Verdict &V) {
  const std::string Slug =
      "anomalloc-budget-" +
      slugOf(V.Of->title() + " " + rowOf(V.Its->What).Key.str());
  std::string Name = Slug;
  for (unsigned I = 2; !Names.insert(Name).second; ++I)
    Name = Slug + "-" + utostr(I);
  lint::Rule &Rule = To.Its.Rules.emplace_back();
  Rule.Name = Name;
  Rule.Summary = printable(V.Of->title() + ": " + rowOf(V.Its->What).Key.str() +
                           ": " + V.Its->AtMost.Text);
  Rule.Page = "docs/budgets.md";
  Rule.Usual = lint::Grade::Error;
  return Name;
}

std::string Builder::realFile(StringRef File) const {
  SmallString<256> Path(File), Real;
  if (sys::path::is_relative(Path))
    Path = (Page.Root + "/" + File).str();
  return (sys::fs::real_path(Path, Real) ? StringRef(File) : Real.str()).str();
}

lint::Place Builder::placeOf(StringRef File, unsigned Line, unsigned Column) {
  lint::Place At;
  At.File = realFile(File);
  At.Line = std::max(1u, Line);
  At.Column = std::max(1u, Column);
  const lint::SourceText *Text = To.Files.get(At.File);
  if (!Text || At.Line > Text->lines())
    return At;
  At.Column = std::min<unsigned>(At.Column, Text->line(At.Line).size() + 1);
  At.Offset = Text->startOfLine(At.Line) + At.Column - 1;
  return At;
}

lint::Finding Builder::onLimit(const Verdict &V) {
  lint::Finding F;
  SmallString<256> Path(Page.File.Path);
  sys::fs::make_absolute(Path);
  F.At = placeOf(Path, V.Its->At.Line, V.Its->At.Column);
  F.Worth = lint::Severity::High;
  F.Message = printable(sentenceOf(V));
  return F;
}

lint::Finding Builder::onLine(const Verdict &V, const Culprit &C) {
  lint::Finding F = onLimit(V);
  const Frame &Line = C.Levels.front();
  F.At = placeOf(Line.File, Line.Line, Line.Column);
  F.Message += "; here " + amountWords(V, C);
  if (std::string Callee = plainFunctionName(C.Callee); !Callee.empty())
    F.Message += ", in calls of " + printable(Callee);
  if (std::string Depth = depthWords(C); !Depth.empty())
    F.Message += ", " + Depth;
  if (std::string Others = othersWords(C); !Others.empty())
    F.Message += ", " + Others;
  ArrayRef<Frame> Above = C.OwnStack;
  if (Above.empty())
    Above = ArrayRef(C.Levels).drop_front();
  for (const Frame &Level : Above)
    if (!Level.File.empty() && Level.Line)
      F.Notes.push_back(
          {placeOf(Level.File, Level.Line, Level.Column),
           (C.OwnStack.empty() ? "called by " : "on the stack: ") +
               printable(fullFunctionName(Level.Function))});
  return F;
}

void Builder::add(const Verdict &V) {
  const std::string Name = ruleFor(V);
  if (V.Outcome != budget::Outcome::Broken &&
      V.Outcome != budget::Outcome::Unanswered)
    return;
  std::vector<lint::Finding> Found;
  for (const Culprit &C : V.Lines)
    if (!C.Levels.empty() && C.Levels.front().Line)
      Found.push_back(onLine(V, C));
  if (Found.empty())
    Found.push_back(onLimit(V));
  for (lint::Finding &F : Found)
    F.Check = Name;
  llvm::stable_sort(Found, [](const lint::Finding &A, const lint::Finding &B) {
    return std::tie(A.At.File, A.At.Offset) < std::tie(B.At.File, B.At.Offset);
  });
  append_range(To.Its.Findings, Found);
}

} // namespace

CheckReview::CheckReview(const BudgetPage &Page, std::string DocDir) {
  Where.Root = Page.Root;
  Its.Where = &Where;
  Its.Files = &Files;
  Its.Version = ANOMALLOC_VERSION;
  Its.DocDir = std::move(DocDir);
  Its.Pages = {"README.md", "docs/budgets.md"};
  Its.FingerprintName = "anomallocCheck/v1";
  Builder B(Page, *this);
  for (const Verdict &V : Page.Verdicts)
    B.add(V);
  lint::setFingerprints(Its.Findings, Where, Files);
}

std::string findRootOf(StringRef Folder) {
  SmallString<256> Real;
  if (sys::fs::real_path(Folder, Real))
    return Folder.str();
  for (StringRef At = Real; !At.empty(); At = sys::path::parent_path(At))
    if (sys::fs::exists(At + "/.git"))
      return At.str();
  return Real.str().str();
}

} // namespace anomalloc
