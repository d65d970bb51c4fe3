//===- Markdown.h - names in markdown ---------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_TEXT_MARKDOWN_H
#define ANOMALLOC_REPORT_TEXT_MARKDOWN_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace anomalloc {

/// \p Text as code in a line or a cell of a table. A name may contain
/// characters that are markup, that end a cell, or that notify somebody. All of
/// these become character references, and so stay text.
/// \code
///   a|b<c>    <code>a&#124;b&#60;c&#62;</code>
/// \endcode
std::string markdownCode(llvm::StringRef Text);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_TEXT_MARKDOWN_H
