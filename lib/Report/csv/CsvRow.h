//===- CsvRow.h - a line of comma-separated values --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes a line of a CSV file as RFC 4180 describes it, but with a line feed
/// alone at the end. The cell of an unknown value is empty. The cell of a known
/// text that is empty is "". Characters that are not printable are escaped as
/// everywhere else (Support/Printable.h), so no row has a new line in it.
///
/// Each call that adds a value also gets the name of its column. So the same
/// code writes the first line of a file: names take the place of the values.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_CSV_CSVROW_H
#define ANOMALLOC_REPORT_CSV_CSVROW_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>

namespace anomalloc {

/// Whether a line has the values of a row or the names of its columns.
enum class CsvForm { Values, Names };

/// Adds one cell with each call.
class CsvCells {
public:
  explicit CsvCells(llvm::raw_ostream &OS, CsvForm Form = CsvForm::Values)
      : OS(OS), Form(Form) {}
  CsvCells(const CsvCells &) = delete;
  CsvCells &operator=(const CsvCells &) = delete;

  CsvCells &add(llvm::StringRef Column, llvm::StringRef Text) {
    text(Form == CsvForm::Names ? Column : Text);
    return *this;
  }
  CsvCells &add(llvm::StringRef Column, uint64_t Number) {
    if (Form == CsvForm::Names)
      text(Column);
    else
      next() << Number;
    return *this;
  }
  /// Adds an empty cell: the value is unknown or does not apply.
  CsvCells &none(llvm::StringRef Column) {
    if (Form == CsvForm::Names)
      text(Column);
    else
      next();
    return *this;
  }
  template <typename T>
  CsvCells &add(llvm::StringRef Column, const std::optional<T> &Value) {
    return Value ? add(Column, *Value) : none(Column);
  }
  /// Adds a text that is known to need no quotes.
  CsvCells &addPlain(llvm::StringRef Column, llvm::StringRef Text) {
    next() << (Form == CsvForm::Names ? Column : Text);
    return *this;
  }
  /// Adds cells that another CsvCells has written, with the commas between
  /// them.
  CsvCells &addWritten(llvm::StringRef Cells) {
    next() << Cells;
    return *this;
  }

protected:
  llvm::raw_ostream &OS;

private:
  llvm::raw_ostream &next() {
    if (!IsFirst)
      OS << ',';
    IsFirst = false;
    return OS;
  }
  void text(llvm::StringRef Text);

  CsvForm Form;
  bool IsFirst = true;
};

/// A whole line. The destructor ends the line.
class CsvRow : public CsvCells {
public:
  using CsvCells::CsvCells;
  ~CsvRow() { OS << '\n'; }
};

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_CSV_CSVROW_H
