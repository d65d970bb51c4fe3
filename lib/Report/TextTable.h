//===- TextTable.h - aligned columns ----------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_TEXTTABLE_H
#define ANOMALLOC_REPORT_TEXTTABLE_H

#include "Report/TextStyle.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

namespace anomalloc {

/// Collects cells, then prints them aligned:
/// \code
///     size      split       local
///       12    135,200  53,880,000
/// \endcode
class TextTable {
public:
  enum class Align { Left, Right };

  void addColumn(llvm::StringRef Heading, Align A = Align::Right);
  /// One cell a column; fewer leave the rest empty.
  void addRow(std::vector<std::string> Cells, Paint P = Paint::Plain);
  /// A line of its own below the last row, not aligned.
  void addNote(std::string Text, Paint P = Paint::Dim);

  void print(llvm::raw_ostream &OS, const TextStyle &Style) const;

private:
  struct Line {
    std::vector<std::string> Cells;
    Paint Look;
    bool Note;
  };
  void printCells(llvm::raw_ostream &OS, const TextStyle &Style,
                  llvm::ArrayRef<std::string> Cells, Paint P,
                  llvm::ArrayRef<size_t> Widths) const;

  std::vector<std::string> Headings;
  std::vector<Align> Alignment;
  std::vector<Line> Lines;
};

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_TEXTTABLE_H
