//===- Baseline.h - findings that are known already -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_BASELINE_H
#define ANOMALLOC_LINT_BASELINE_H

#include "Review/Fingerprint.h"
#include "llvm/Support/Error.h"

namespace anomalloc::lint {

struct BaselineEntry {
  std::string Check;
  std::string File; ///< Relative to the root.
  std::string Code; ///< The line, as normalizedLine() returns it.
  Level Loud = Level::Warning;
};

/// The known findings, by fingerprint.
using Baseline = std::map<std::string, BaselineEntry>;

llvm::Expected<Baseline> readBaseline(llvm::StringRef Path);
llvm::Error writeBaseline(llvm::StringRef Path,
                          llvm::ArrayRef<Finding> Findings, const Project &P,
                          const SourceFiles &Files);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_BASELINE_H
