//===- EditorPlace.h - where editors find lint weights ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_WEIGHTS_EDITORPLACE_H
#define ANOMALLOC_WEIGHTS_EDITORPLACE_H

namespace anomalloc {

/// Lint weights for an editor: `anomalloc export --editor` writes this file in
/// the current folder. anomalloc-clangd looks for it in the folders above a
/// source, and in their `build`, as clangd does for a compilation database.
constexpr char EditorFolder[] = ".anomalloc";
constexpr char EditorWeights[] = "weights.json";

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_EDITORPLACE_H
