//===- Printable.h - text of others, safe to show ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names, paths and arguments come from profiles, objects and command lines
/// that others wrote. A terminal obeys control characters in them, a new line
/// forges a line of a report, and some characters turn text around. A character
/// is printable if llvm::sys::unicode::isPrintable says so.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_PRINTABLE_H
#define ANOMALLOC_SUPPORT_PRINTABLE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace anomalloc {

/// The first character of a text.
struct Character {
  unsigned Bytes;   ///< Length in bytes; 0 at the end of the text.
  uint32_t Code;    ///< In Unicode; the byte itself if it is not UTF-8.
  bool IsUtf8;      ///< False: one byte that begins no character.
  bool IsPrintable; ///< False: a control character, a new line, not UTF-8.
};
Character firstCharacter(llvm::StringRef Text);

/// Whether all of \p Text is printable: it stays in one line.
bool isPrintable(llvm::StringRef Text);

/// \p Text in one line of UTF-8, with C++'s escapes for what is not printable:
/// \code
///   \n  \t  \x1b  \u{202e}  and \xff for a byte that is not UTF-8
/// \endcode
/// Printable text stays as it is, a backslash in it too.
std::string printable(llvm::StringRef Text);

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_PRINTABLE_H
