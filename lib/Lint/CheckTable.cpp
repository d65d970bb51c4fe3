//===- CheckTable.cpp - the rows of include/anomalloc/Checks.def ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/CheckTable.h"
#include "Lint/Stock.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc::lint {

static constexpr CheckRow Rows[] = {
#define ANOMALLOC_CHECK(ClassName, Name, Worth, Surest, Summary)               \
  {"anomalloc-" Name, Severity::Worth, Summary},
#include "anomalloc/Checks.def"
};

ArrayRef<CheckRow> checkTable() { return Rows; }

const CheckRow *findCheck(StringRef Name) {
  for (const CheckRow &Row : Rows)
    if (Row.Name == Name)
      return &Row;
  return nullptr;
}

Severity severityOf(StringRef Check) {
  const CheckRow *Row = findCheck(Check);
  if (Row)
    return Row->Worth;
  const StockRow *Stock = findStock(Check);
  return Stock ? Stock->Worth : Severity::Unrated;
}

StringRef nameOf(Severity S) {
  constexpr StringLiteral Names[] = {"unrated", "low", "medium", "high"};
  return Names[int(S)];
}

} // namespace anomalloc::lint
