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

/// A part of the file's text. Line and Column count from 1. Columns are
/// counted in bytes.
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

/// Selects the blocks that a budget limits. A scope without parts selects all
/// blocks.
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
  /// If a limit has no answer, it is skipped.
  bool Optional = false;
  /// Limits are answered even if a process did not end in order.
  bool AnyEnd = false;
  /// Limits are answered even if some processes left no profile.
  bool MissingChildren = false;
  unsigned Number = 0; ///< The budget's position in the file, from 1.

  std::string title() const { return Name.empty() ? Scope.words() : Name; }
};

/// A file of budgets. The budgets refer to the texts of this object.
struct BudgetFile {
  std::string Path;
  std::unique_ptr<llvm::MemoryBuffer> Text;
  std::vector<Budget> Budgets;
  llvm::BumpPtrAllocator Arena;
  llvm::StringSaver Saver{Arena};
};

/// Reads \p Path. An error names file, line and column, and what was expected.
llvm::Expected<std::unique_ptr<BudgetFile>> readBudgets(llvm::StringRef Path);

/// Reads \p Text as readBudgets() reads a file, and takes ownership of it.
/// BudgetFile::Path is then the identifier of the buffer \p Text.
llvm::Expected<std::unique_ptr<BudgetFile>>
parseBudgets(std::unique_ptr<llvm::MemoryBuffer> Text);

} // namespace anomalloc::budget

#endif // ANOMALLOC_BUDGET_BUDGET_H
