//===- EditorWeights.h - measurements of the open project -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TOOLS_CLANGD_EDITORWEIGHTS_H
#define ANOMALLOC_TOOLS_CLANGD_EDITORWEIGHTS_H

#include "Weights/MeasuredWeights.h"
#include "clang-tidy/ClangTidyOptions.h"

namespace anomalloc {

/// Sets the option Profile for \p File, an absolute path, where no
/// configuration does: to the nearest file of EditorPlace.h. A relative path
/// that a configuration names is looked for in the folders above the file.
/// Remembers it for weightsOf(). Thread-safe.
void chooseWeights(clang::tidy::ClangTidyOptions &Options,
                   llvm::StringRef File);

/// What was measured, for \p File: null where there is nothing, and where it
/// cannot be read. Thread-safe.
std::shared_ptr<const MeasuredWeights> weightsOf(llvm::StringRef File);

/// What is wrong with files that could not be read, each once; "": nothing new.
/// Thread-safe.
std::string takeComplaint();

} // namespace anomalloc

#endif // ANOMALLOC_TOOLS_CLANGD_EDITORWEIGHTS_H
