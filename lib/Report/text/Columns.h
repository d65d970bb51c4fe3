//===- Columns.h - how wide text is on a terminal ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts the columns that text takes. A character takes no, one or two
/// columns, as Unicode says (llvm::sys::unicode::columnWidthUTF8). Bytes that
/// are not UTF-8, or cannot be printed, take one column each. Safe in any
/// thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_TEXT_COLUMNS_H
#define ANOMALLOC_REPORT_TEXT_COLUMNS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace anomalloc {

/// Columns that UTF-8 text takes.
size_t columnsOf(llvm::StringRef Text);

/// The longest beginning of \p Text that takes at most \p Width columns; whole
/// characters only.
llvm::StringRef takeColumns(llvm::StringRef Text, size_t Width);

/// The longest end of \p Text that takes at most \p Width columns; whole
/// characters only.
llvm::StringRef takeLastColumns(llvm::StringRef Text, size_t Width);

/// \p Text, cut to at most \p Width columns. "..." stands in place of the text
/// that is left out: cutMiddle leaves out the middle, cutEnd the end.
std::string cutMiddle(llvm::StringRef Text, size_t Width);
std::string cutEnd(llvm::StringRef Text, size_t Width);

/// \p Text behind as many spaces as it lacks to \p Width columns.
std::string padLeft(llvm::StringRef Text, size_t Width);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_TEXT_COLUMNS_H
