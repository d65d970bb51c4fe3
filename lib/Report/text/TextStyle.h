//===- TextStyle.h - how a terminal shows things ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_TEXT_TEXTSTYLE_H
#define ANOMALLOC_REPORT_TEXT_TEXTSTYLE_H

#include "Support/Numbers.h"
#include "Support/PrintableStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

namespace anomalloc {

enum class Paint { Plain, Heading, Strong, Dim, Warning };

struct TextStyle {
  /// The least width: in a narrower line, nothing can be read.
  static constexpr size_t LeastWidth = 40;
  /// The width for text that must not be broken into lines.
  static constexpr size_t Unbroken = SIZE_MAX;

  size_t Width = 100;
  bool Color = false;
  /// Bars are drawn with block characters; otherwise with ASCII, such as '#'.
  bool Unicode = false;
  /// Names and paths in full, however long.
  bool FullNames = false;
  NumberStyle Numbers = NumberStyle::Full;

  std::string count(uint64_t Number) const {
    return formatCount(Number, Numbers);
  }
  /// The columns that a name may take if \p Room columns are left.
  size_t room(size_t Room) const { return FullNames ? SIZE_MAX : Room; }

  /// The characters that may be in a document of this style.
  PrintableStream::Kind documentKind() const {
    return Color ? PrintableStream::Kind::ColourText
                 : PrintableStream::Kind::Text;
  }

  void print(llvm::raw_ostream &OS, const llvm::Twine &Text, Paint P) const {
    if (!Color || P == Paint::Plain) {
      OS << Text;
      return;
    }
    static const char *const Codes[] = {"", "1;36", "1", "2", "33"};
    OS << "\x1b[" << Codes[int(P)] << 'm' << Text << "\x1b[0m";
  }
};

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_TEXT_TEXTSTYLE_H
