//===- ShellQuote.h - text to be pasted into a shell ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_SHELLQUOTE_H
#define ANOMALLOC_SUPPORT_SHELLQUOTE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace anomalloc {

/// \p Text as one word of a POSIX shell: as it is if it is such a word already,
/// else in quotes. A text with control bytes is quoted as $'...', with "\x0a"
/// and the like for these bytes.
std::string quoteForShell(llvm::StringRef Text);

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_SHELLQUOTE_H
