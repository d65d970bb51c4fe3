//===- Messages.h - what is said on standard error --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each message is one line. Paths and names in messages are made printable, so
/// that they cannot forge a second line or a terminal's commands.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_CLI_MESSAGES_H
#define ANOMALLOC_ANOMALLOC_CLI_MESSAGES_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace anomalloc {

/// "anomalloc: text"
void tell(const llvm::Twine &Text);

/// "anomalloc: warning: text"
void tellWarning(const llvm::Twine &Text);

/// "anomalloc: error: text", once for each error that is joined in \p E.
void tellError(llvm::Error E);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_MESSAGES_H
