//===- CsvRow.h - a line of comma-separated values --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One line of a CSV file as RFC 4180 describes it, but with a line feed alone
/// at the end. A value that is not known is empty; a text that is known and
/// empty is "". Bytes that are no UTF-8 are replaced.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_CSVROW_H
#define ANOMALLOC_REPORT_CSVROW_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>

namespace anomalloc {

/// Adds one cell with each call; the line ends when the row does.
class CsvRow {
public:
  explicit CsvRow(llvm::raw_ostream &OS) : OS(OS) {}
  CsvRow(const CsvRow &) = delete;
  CsvRow &operator=(const CsvRow &) = delete;
  ~CsvRow() { OS << '\n'; }

  CsvRow &add(llvm::StringRef Text);
  CsvRow &add(uint64_t Number);
  CsvRow &none(unsigned Cells = 1);
  template <typename T> CsvRow &add(const std::optional<T> &Value) {
    return Value ? add(*Value) : none();
  }

private:
  llvm::raw_ostream &next();

  llvm::raw_ostream &OS;
  bool IsFirst = true;
};

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_CSVROW_H
