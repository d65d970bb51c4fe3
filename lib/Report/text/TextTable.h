//===- TextTable.h - aligned columns ----------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_TEXT_TEXTTABLE_H
#define ANOMALLOC_REPORT_TEXT_TEXTTABLE_H

#include "Report/text/TextStyle.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <vector>

namespace anomalloc {

/// Collects cells, then prints them aligned:
/// \code
///     size      split       local
///       12    135,200  53,880,000
/// \endcode
/// No line is wider than the style's width, unless the style wants full names.
/// If not all columns fit, those of the lowest rank are left out, and a line
/// below the table names them. Then the names in the other columns are
/// shortened. If even the columns that must stay do not fit, rows go on in a
/// second line.
class TextTable {
public:
  enum class Align { Left, Right };
  /// The rank of a column that must stay.
  static constexpr unsigned Stays = ~0u;

  /// A text that stays as it is, or a text that can be shortened to fit.
  struct Cell {
    Cell(std::string Text) : Text(std::move(Text)) {}
    Cell(const char *Text) : Text(Text) {}
    /// \p Fit returns the text in at most the given number of columns.
    Cell(std::function<std::string(size_t)> Fit) : Fit(std::move(Fit)) {}

    std::string Text;
    std::function<std::string(size_t)> Fit;
  };

  /// Adds a column. Among columns of the same rank, the last one is left out
  /// first. A column of texts that can be shortened has a width of at least
  /// \p Least.
  void addColumn(llvm::StringRef Heading, Align A = Align::Right,
                 unsigned Rank = Stays, size_t Least = 10);
  /// Adds a row with one cell for each column. If cells are missing at the end,
  /// the rest of the row is empty.
  void addRow(std::vector<Cell> Cells, Paint P = Paint::Plain);
  /// Adds a line of its own below the last row. The line is not aligned; it
  /// begins at column \p Indent.
  void addNote(size_t Indent, std::string Text, Paint P = Paint::Dim);

  void print(llvm::raw_ostream &OS, const TextStyle &Style) const;

private:
  struct Column {
    std::string Heading;
    Align Alignment;
    unsigned Rank;
    size_t Least;
  };
  struct Line {
    std::vector<Cell> Cells;
    Paint Look;
    bool IsNote;
    size_t Indent;
  };
  /// A column as it is printed.
  struct Shown {
    size_t Column;
    size_t Width; ///< Of its widest cell.
    size_t Least; ///< It can shrink to this.
  };
  std::vector<Shown> measure(const TextStyle &Style) const;
  static size_t widthOf(llvm::ArrayRef<Shown> Columns, bool Shrunk);
  std::vector<size_t> leaveOut(std::vector<Shown> &Columns,
                               const TextStyle &Style) const;
  void printCells(llvm::raw_ostream &OS, const TextStyle &Style,
                  const Line &Cells, llvm::ArrayRef<Shown> Columns) const;

  std::vector<Column> Columns;
  std::vector<Line> Lines;
};

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_TEXT_TEXTTABLE_H
