//===- ReportPage.h - profiles to one page for a browser --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_PAGE_REPORTPAGE_H
#define ANOMALLOC_ANOMALLOC_PAGE_REPORTPAGE_H

#include "Page/PageWriter.h"
#include "inputs/AnalysisInputs.h"

namespace anomalloc {

/// The page of lib/Page, as 'html' and 'record --html' write it.
class ReportPage {
public:
  /// Profiles and folders that are added up to one run.
  using Paths = std::vector<std::string>;

  /// Fails if the template of the page was not built. The error says what to
  /// do.
  static llvm::Error checkTemplate();

  /// Writes the page of \p Runs to \p Output, whole or not at all.
  llvm::Error write(llvm::StringRef Output, llvm::ArrayRef<Paths> Runs);

  AnalysisInputs Inputs;
  /// The page contains the text of source files below these folders.
  std::vector<std::string> SourceFolders;

private:
  llvm::Expected<AnalyzedRun> addRun(const Paths &Run, unsigned Index);

  std::vector<PagePiece> Pieces;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_PAGE_REPORTPAGE_H
