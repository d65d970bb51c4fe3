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
/// empty is "". What is not printable is escaped as everywhere else
/// (Support/Printable.h), so no row has a new line in it.
///
/// The name of a column stands where its value does. So the first line of a
/// file is what the same code writes of any row, as names.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_CSV_CSVROW_H
#define ANOMALLOC_REPORT_CSV_CSVROW_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>

namespace anomalloc {

/// What a line is written of.
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
  /// Not known, or it does not apply.
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
  /// A text that is known to need no quotes.
  CsvCells &addPlain(llvm::StringRef Column, llvm::StringRef Text) {
    next() << (Form == CsvForm::Names ? Column : Text);
    return *this;
  }
  /// Cells that other CsvCells have written, with their commas.
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

/// The line ends when the row does.
class CsvRow : public CsvCells {
public:
  using CsvCells::CsvCells;
  ~CsvRow() { OS << '\n'; }
};

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_CSV_CSVROW_H
