//===- Messages.h - what is changed in clangd's messages --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TOOLS_CLANGD_MESSAGES_H
#define ANOMALLOC_TOOLS_CLANGD_MESSAGES_H

#include "llvm/Support/JSON.h"

namespace anomalloc {

/// Gives our findings the documentation page and the severity, which clangd
/// cannot know. \p Params are the diagnostics of a document that clangd sends.
void correctDiagnostics(llvm::json::Value &Params);

/// Adds measured numbers to the answer \p Result. They are about the thing that
/// this thread looked up last, and are added only once. \p Result may be the
/// answer to any request. It is changed only if it describes something.
void addMeasuredToHover(llvm::json::Value &Result);

} // namespace anomalloc

#endif // ANOMALLOC_TOOLS_CLANGD_MESSAGES_H
