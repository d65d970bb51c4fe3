//===- FilterOptions.h - options that choose what is counted ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_CLI_FILTEROPTIONS_H
#define ANOMALLOC_ANOMALLOC_CLI_FILTEROPTIONS_H

#include "Analysis/filter/Filter.h"
#include "cli/OptionSet.h"

namespace anomalloc {

/// How the help of one verb explains its filters by file and by function.
struct FilterHelp {
  llvm::StringRef Files;
  llvm::StringRef Functions;
};

/// Adds --size, --section, --file, --function and --thread, which fill \p F.
/// \p F must outlive \p O, and the command line must outlive \p F.
void addFilterOptions(OptionSet &O, Filter &F, const FilterHelp &Help);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_FILTEROPTIONS_H
