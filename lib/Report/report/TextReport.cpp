//===- TextReport.cpp - a report for a terminal ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/TextReport.h"
#include "Report/Views.h"
#include "Report/report/NothingSeen.h"
#include "Report/text/Paragraph.h"

using namespace llvm;

namespace anomalloc {

void showCoverage(const TextPage &Page);
void showDark(const TextPage &Page);
void showSites(const TextPage &Page);

void TextPage::heading(const Twine &Title, const Twine &Remark) const {
  Paragraph P;
  P.add(Title, Paint::Heading);
  if (std::string Text = Remark.str(); !Text.empty())
    P.add("   ").add(Text, Paint::Dim);
  P.print(OS, Style);
}

void TextPage::line(const Twine &Text, Paint P) const {
  Paragraph(2).add(Text, P).print(OS, Style);
}

void TextPage::warn(const Twine &Text) const {
  Paragraph(2).add("! " + Text, Paint::Warning).print(OS, Style);
}

std::string TextPage::sectionName(SectionIndex Section) const {
  const std::string &Name = profile().section(Section);
  return Name.empty() ? OutsideName : Name;
}

static bool hasDataFor(const View &V, const Analysis &A) {
  if (V.Needs & Ranks)
    return A.Ranks.All > 1;
  if (V.Needs & Accesses)
    return A.Accesses.State != AccessState::NotRecorded;
  return !(V.Needs & Lifetimes) ||
         A.Lifetimes.State != LifetimeState::NotRecorded;
}

static bool areRanksUneven(const RankTable &T) {
  return any_of(T.Rows, [&T](const RankCount *C) { return T.isUneven(*C); });
}

/// Whether the first page has \p V: if it is one of the first page's own, and
/// has something to say; or if there is something to know that it alone says.
static bool isOnFirstPage(const View &V, const Analysis &A) {
  if (V.Show == showCoverage)
    return isCoverageAmiss(A.Coverage);
  if (V.Show == showDark)
    return isDarkLarge(A);
  if (V.Show == showSites)
    return !A.Sites.Rows.empty() || !isDarkLarge(A);
  if (V.Needs & Ranks)
    return areRanksUneven(A.Ranks);
  return V.Needs & (FirstPage | Accesses);
}

void writeTextReport(raw_ostream &To, const Analysis &A, const TextStyle &Style,
                     const std::set<std::string> &Only, bool All) {
  PrintableStream OS(To, Style.documentKind());
  TextPage Page{OS, A, Style};
  bool First = true;
  bool Nothing = sawNothing(A), Told = false;
  for (const View *V : chooseViews(Only)) {
    if (Only.empty() && !hasDataFor(*V, A))
      continue;
    if (Only.empty() && !All && !isOnFirstPage(*V, A))
      continue;
    bool Tells = Nothing && V->Needs & Allocations;
    if (Tells && Told)
      continue;
    if (!First)
      OS << '\n';
    First = false;
    (Tells ? showNothing : V->Show)(Page);
    Told |= Tells;
  }
}

} // namespace anomalloc
