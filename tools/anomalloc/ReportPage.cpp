//===- ReportPage.cpp - profiles to one page for a browser ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportPage.h"
#include "Layout.h"
#include "PagePieces.h"
#include "Profile/Errors.h"
#include "Report/Views.h"
#include "Report/WholeFile.h"
#include "llvm/ADT/SmallVector.h"
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

Error ReportPage::addRun(const Paths &Run, unsigned Index) {
  SmallVector<StringRef> Arguments(Run.begin(), Run.end());
  Expected<AnalyzedRun> R =
      Inputs.read(Arguments, needsOf(chooseViews({}), /*Json=*/true),
                  /*ForPeople=*/false);
  if (!R)
    return R.takeError();
  addPieces(Pieces, Index, *R);
  return Error::success();
}

Error ReportPage::write(StringRef Output, ArrayRef<Paths> Runs) {
  Expected<std::unique_ptr<MemoryBuffer>> Template = openTemplate();
  if (!Template)
    return Template.takeError();
  Pieces.clear();
  for (size_t I = 0; I != Runs.size(); ++I)
    if (Error E = addRun(Runs[I], I))
      return E;
  return writeWholeFile(Output, [&](raw_ostream &OS) {
    return writePage(OS, (*Template)->getBuffer(), Pieces);
  });
}

} // namespace anomalloc
