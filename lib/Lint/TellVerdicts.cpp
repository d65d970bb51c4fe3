//===- TellVerdicts.cpp - what the compiler proved of findings ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/TellVerdicts.h"
#include "Lint/Units.h"
#include <map>
#include <set>

using namespace llvm;

namespace anomalloc::lint {

void tellVerdicts(const std::vector<LineVerdict> &Verdicts,
                  std::vector<Finding> &Findings) {
  std::map<std::string, std::string> RealPaths;
  std::map<std::pair<std::string, unsigned>, std::set<std::string>> TextsAt;
  for (const LineVerdict &V : Verdicts) {
    auto [I, New] = RealPaths.try_emplace(V.File);
    if (New)
      I->second = realPath(V.File);
    TextsAt[{I->second, V.Line}].insert(V.Text);
  }
  for (Finding &F : Findings)
    if (auto I = TextsAt.find({F.At.File, F.At.Line}); I != TextsAt.end())
      for (const std::string &Text : I->second)
        F.Notes.push_back({F.At, Text});
}

} // namespace anomalloc::lint
