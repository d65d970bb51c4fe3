//===- Fingerprint.cpp - what stays the same of a finding -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Review/Fingerprint.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MD5.h"
#include <tuple>

using namespace llvm;

namespace anomalloc::lint {

std::string normalizedLine(const Finding &F, const SourceFiles &Files) {
  const SourceText *Text = Files.known(F.At.File);
  SmallVector<StringRef, 16> Words;
  if (Text)
    SplitString(Text->line(F.At.Line), Words, " \t\v\f\r");
  return join(Words, " ");
}

void setFingerprints(std::vector<Finding> &Findings, const Project &P,
                     const SourceFiles &Files) {
  std::map<std::tuple<std::string, std::string, std::string>, unsigned> Seen;
  for (Finding &F : Findings) {
    std::string Path = P.relative(F.At.File);
    std::string Line = normalizedLine(F, Files);
    std::string Ordinal = std::to_string(Seen[{F.Check, Path, Line}]++);
    MD5 Hash;
    for (StringRef Part : {StringRef(F.Check), StringRef(Path), StringRef(Line),
                           StringRef(Ordinal)}) {
      Hash.update(Part);
      Hash.update(StringRef("\0", 1));
    }
    F.Fingerprint = Hash.final().digest().str().str();
  }
}

} // namespace anomalloc::lint
