//===- ReportPage.cpp - profiles to one page for a browser ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "page/ReportPage.h"
#include "Report/Views.h"
#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "cli/Layout.h"
#include "page/PageComparison.h"
#include "page/PagePieces.h"
#include "page/PageSources.h"
#include "page/PageStacks.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace anomalloc {

static Expected<std::unique_ptr<MemoryBuffer>> openTemplate() {
  std::string Path = findLayout().Page;
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return makeError(
        "there is no page at " + Path +
        ": this build had no Node 18 with npm, or no network for the packages "
        "of lib/Page/web/package-lock.json. Install nodejs and npm, then "
        "configure and build Anomalloc again; 'anomalloc report' shows the "
        "same numbers as text");
  return std::move(*Text);
}

Error ReportPage::checkTemplate() { return openTemplate().takeError(); }

Expected<AnalyzedRun> ReportPage::addRun(const Paths &Run, unsigned Index) {
  SmallVector<StringRef> Arguments(Run.begin(), Run.end());
  Expected<AnalyzedRun> R =
      Inputs.read(Arguments, needsOf(chooseViews({}), /*Json=*/true),
                  /*ForPeople=*/false);
  if (!R)
    return R.takeError();
  addPieces(Pieces, Index, *R);
  if (!SourceFolders.empty())
    addSources(Pieces, Index, *R, SourceFolders);
  return R;
}

/// The file that is the whole run; "" if there are several. Not the path that
/// the profile tells of itself: it may be anything.
static StringRef onlyFileOf(const ReportPage::Paths &Run) {
  bool IsFile = Run.size() == 1 && !sys::fs::is_directory(Run.front());
  return IsFile ? StringRef(Run.front()) : StringRef();
}

Error ReportPage::write(StringRef Output, ArrayRef<Paths> Runs) {
  Expected<std::unique_ptr<MemoryBuffer>> Template = openTemplate();
  if (!Template)
    return Template.takeError();
  Pieces.clear();
  Inputs.KeepLanes = true;
  const Filter &F = Inputs.Analyze.Filter;
  std::vector<AnalyzedRun> Read;
  std::vector<std::string> Labels;
  for (size_t I = 0; I != Runs.size(); ++I) {
    Expected<AnalyzedRun> R = addRun(Runs[I], I);
    if (!R)
      return R.takeError();
    Read.push_back(std::move(*R));
    Labels.push_back("run " + utostr(I + 1));
  }
  if (Read.size() > 1)
    addComparison(Pieces, Read, Labels, F);
  // Last: of the profiles they leave what passed the filter.
  for (size_t I = 0; I != Runs.size(); ++I)
    addStackPieces(Pieces, I, *Read[I].Model, F, onlyFileOf(Runs[I]));
  return writeWholeFile(Output, [&](raw_ostream &OS) {
    return writePage(OS, (*Template)->getBuffer(), Pieces);
  });
}

} // namespace anomalloc
