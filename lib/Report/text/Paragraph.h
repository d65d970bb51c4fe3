//===- Paragraph.h - text that fits into a line or goes on ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_TEXT_PARAGRAPH_H
#define ANOMALLOC_REPORT_TEXT_PARAGRAPH_H

#include "Report/text/TextStyle.h"
#include <optional>
#include <vector>

namespace anomalloc {

/// Pieces of text in their own looks, in one line if they fit. Else lines are
/// broken at spaces, and inside a word only if it is wider than a line:
/// \code
///   ! 1 of 4 processes did not end in order (killed, _exit,
///     exec, or still running): exact up to ...
/// \endcode
class Paragraph {
public:
  /// \p Indent columns stand before the first line, \p Hanging before others.
  explicit Paragraph(size_t Indent, size_t Hanging)
      : Indent(Indent), Hanging(Hanging) {}
  /// All lines begin at \p Indent, others than the first two columns later.
  explicit Paragraph(size_t Indent = 0) : Paragraph(Indent, Indent + 2) {}

  /// Breaks no word, however wide: what is copied to a shell.
  Paragraph &keepWords() {
    KeepWords = true;
    return *this;
  }
  /// The first line has begun: \p Columns of it are taken, and no indentation
  /// stands before the text. Where little room is left, it starts a new line.
  Paragraph &behind(size_t Columns) {
    Taken = Columns;
    return *this;
  }
  Paragraph &add(const llvm::Twine &Text, Paint P = Paint::Plain);
  void print(llvm::raw_ostream &OS, const TextStyle &Style) const;

private:
  void printLine(llvm::raw_ostream &OS, const TextStyle &Style, size_t Begin,
                 size_t End) const;

  size_t Indent, Hanging;
  std::optional<size_t> Taken;
  bool KeepWords = false;
  std::string Text;
  std::vector<std::pair<size_t, Paint>> Looks; ///< From this byte on.
};

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_TEXT_PARAGRAPH_H
