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

/// Sets the check option Profile, the path of the lint weights for \p File.
/// \p File is an absolute path. If a configuration sets Profile to a relative
/// path, looks for this path in the folders above \p File. If no configuration
/// sets Profile, takes the nearest lint weights that were written for editors
/// (EditorPlace.h). Remembers the path for weightsOf(). Thread-safe.
void chooseWeights(clang::tidy::ClangTidyOptions &Options,
                   llvm::StringRef File);

/// The measured weights for \p File. Null if there are none, or if they cannot
/// be read. Thread-safe.
std::shared_ptr<const MeasuredWeights> weightsOf(llvm::StringRef File);

/// Returns the messages about weights that could not be read, each message only
/// once. Returns "" if there is no new message. Thread-safe.
std::string takeComplaint();

} // namespace anomalloc

#endif // ANOMALLOC_TOOLS_CLANGD_EDITORWEIGHTS_H
