//===- ReviewOf.h - a review for tests --------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_UNITTESTS_REVIEW_REVIEWOF_H
#define ANOMALLOC_UNITTESTS_REVIEW_REVIEWOF_H

#include "Review/Review.h"
#include "SourceFolder.h"

namespace anomalloc::test {

/// A review of the files of a folder of its own.
struct ReviewOf : SourceFolder {
  ReviewOf() {
    All.Where = &Project;
    All.Files = &Files;
    All.FingerprintName = "test/v1";
    All.Version = "1.2.3";
    All.DocDir = "no/such/folder";
  }

  /// A warning of the check "c" at the first byte of \p Text, or of the file.
  lint::Finding &warning(llvm::StringRef Name, llvm::StringRef Message,
                         llvm::StringRef Text = "") {
    lint::Finding &F = All.Findings.emplace_back();
    F.Check = "c";
    F.Message = Message.str();
    F.Fingerprint = "f";
    F.At.File = path(Name);
    F.At.Line = F.At.Column = 1;
    if (const lint::SourceText *Known = Files.known(F.At.File)) {
      F.At.Offset = Text.empty() ? 0 : Known->text().find(Text);
      F.At.Line = Known->lineOf(F.At.Offset);
      F.At.Column = Known->columnOf(F.At.Offset);
      F.Ranges = {{F.At.Offset, Text.size()}};
    }
    return F;
  }

  using Writer = void(llvm::raw_ostream &, const lint::Review &);
  std::string written(Writer *Write) const {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    Write(OS, All);
    return OS.str();
  }

  lint::Review All;
};

} // namespace anomalloc::test

#endif // ANOMALLOC_UNITTESTS_REVIEW_REVIEWOF_H
