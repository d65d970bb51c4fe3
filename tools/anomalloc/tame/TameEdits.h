//===- TameEdits.h - changes the files of a work tree -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_TAME_TAMEEDITS_H
#define ANOMALLOC_ANOMALLOC_TAME_TAMEEDITS_H

#include "tame/TameState.h"

namespace anomalloc {

/// The edits of all changes.
std::vector<lint::Edit> editsOf(llvm::ArrayRef<TameChange> Changes);

/// The files that \p Edits change, each once.
std::vector<std::string> filesOf(const std::vector<lint::Edit> &Edits);

/// Whether edits of both changes overlap or touch. Two that add a #include may
/// do so.
bool meet(const TameChange &A, const TameChange &B);

/// Applies \p Edits, all or none, to files below \p Tree. A #include is
/// added to a file once, and not to one that has it. Returns an error if edits
/// overlap, or reach beyond the end of a file.
llvm::Error applyEdits(const std::string &Tree,
                       const std::vector<lint::Edit> &Edits);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_TAME_TAMEEDITS_H
