//===- GitLabWriter.cpp - findings for GitLab's code quality --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Review/Review.h"

using namespace llvm;

namespace anomalloc::lint {

static StringRef gitLabSeverity(Grade G) {
  constexpr StringLiteral Names[] = {"major", "minor", "info"};
  return Names[int(G)];
}

void writeGitLab(raw_ostream &OS, const Review &R) {
  json::OStream J(OS, /*IndentSize=*/1);
  J.array([&] {
    for (const Finding &F : R.Findings)
      J.object([&] {
        J.attribute("description", jsonText(F.Message));
        J.attribute("check_name", F.Check);
        J.attribute("fingerprint", F.Fingerprint);
        J.attribute("severity", gitLabSeverity(gradeOf(F)));
        J.attributeObject("location", [&] {
          J.attribute("path", jsonText(R.Where->relative(F.At.File)));
          J.attributeObject("lines", [&] { J.attribute("begin", F.At.Line); });
        });
      });
  });
  OS << '\n';
}

} // namespace anomalloc::lint
