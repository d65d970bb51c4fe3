//===- CheckTable.h - the rows of include/anomalloc/Checks.def --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_CHECKTABLE_H
#define ANOMALLOC_LINT_CHECKTABLE_H

#include "Review/Review.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace anomalloc::lint {

struct CheckRow {
  llvm::StringRef Name; ///< With the prefix anomalloc-.
  Severity Worth;
  llvm::StringRef Summary; ///< In markdown.
};

llvm::ArrayRef<CheckRow> checkTable();
/// Null if \p Name is not one of our checks.
const CheckRow *findCheck(llvm::StringRef Name);
Severity severityOf(llvm::StringRef Check);
/// The rules for all rows of the table, and for the checks of others that
/// \p Findings name.
std::vector<Rule> rulesOf(llvm::ArrayRef<Finding> Findings);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_CHECKTABLE_H
