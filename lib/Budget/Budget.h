//===- Budget.h - what a person allows a program ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_BUDGET_BUDGET_H
#define ANOMALLOC_BUDGET_BUDGET_H

#include "Analysis/filter/Filter.h"
#include "Budget/Limit.h"
#include "Profile/SiteSelection.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"
#include <memory>

namespace anomalloc::budget {

/// A part of the file's text; line and column count from 1, columns in bytes.
struct TextRange {
  size_t Begin = 0, End = 0;
  unsigned Line = 0, Column = 0;
};

/// One key of Scopes.def, as it was written.
struct ScopePart {
  llvm::StringRef Key;
  std::vector<std::string> Values;
  TextRange At;
};

/// Which blocks a budget is of; without parts, all.
struct Scope {
  std::vector<ScopePart> Parts; ///< In the order of the file.
  Filter Globs;                 ///< Sections, files, functions, sizes.
  std::vector<SitePattern> Sites;
  std::optional<uint64_t> DeeperThan;

  /// "section local, deeper than 2 loops"; "the whole run".
  std::string words() const;
};

/// The limit of one measure.
struct Bound {
  Measure What{};
  Limit AtMost;
  TextRange At; ///< The limit's text.
};

struct Budget {
  std::string Name; ///< "": none was given.
  budget::Scope Scope;
  std::vector<Bound> Bounds; ///< In the order of the file. Never empty.
  /// A profile that cannot answer does not matter.
  bool Optional = false;
  /// A process that did not end in order leaves nothing open.
  bool AnyEnd = false;
  /// Nor do processes that left no profile.
  bool MissingChildren = false;
  unsigned Number = 0; ///< In the file, from 1.

  std::string title() const { return Name.empty() ? Scope.words() : Name; }
};

/// A file of budgets. Budgets refer to its texts.
struct BudgetFile {
  std::string Path;
  std::unique_ptr<llvm::MemoryBuffer> Text;
  std::vector<Budget> Budgets;
  llvm::BumpPtrAllocator Arena;
  llvm::StringSaver Saver{Arena};
};

/// Reads \p Path. An error names file, line and column, and what was expected.
llvm::Expected<std::unique_ptr<BudgetFile>> readBudgets(llvm::StringRef Path);

/// The same of \p Text, which it takes; its identifier is the path.
llvm::Expected<std::unique_ptr<BudgetFile>>
parseBudgets(std::unique_ptr<llvm::MemoryBuffer> Text);

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_BUDGET_H
