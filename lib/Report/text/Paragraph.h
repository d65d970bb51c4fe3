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

/// Pieces of text, each with its own look. They stand in one line if they fit.
/// Else the text is broken at spaces, and inside a word only if the word is
/// wider than a line:
/// \code
///   ! 1 of 4 processes did not end in order (killed, _exit,
///     exec, or still running): exact up to ...
/// \endcode
class Paragraph {
public:
  /// \p Indent columns stand before the first line, \p Hanging before others.
  explicit Paragraph(size_t Indent, size_t Hanging)
      : Indent(Indent), Hanging(Hanging) {}
  /// The first line begins at \p Indent, all others two columns later.
  explicit Paragraph(size_t Indent = 0) : Paragraph(Indent, Indent + 2) {}

  /// Never breaks a word, however wide: for text that is copied to a shell.
  Paragraph &keepWords() {
    KeepWords = true;
    return *this;
  }
  /// Continues a line that has begun: \p Columns of the line are taken, and no
  /// indentation stands before the text. If little room is left, the text
  /// starts a new line.
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
