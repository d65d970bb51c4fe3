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

/// Gives our findings the page and the severity that clangd cannot know.
/// \p Params is what is sent of a document.
void correctDiagnostics(llvm::json::Value &Params);

/// Adds what was measured of the thing that this thread looked at last, if it
/// has not been told yet. \p Result is the answer to whatever request; it is
/// changed only if it describes something.
void addMeasuredToHover(llvm::json::Value &Result);

} // namespace anomalloc

#endif // ANOMALLOC_TOOLS_CLANGD_MESSAGES_H
