//===- EditorPlace.h - where editors find lint weights ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_WEIGHTS_EDITORPLACE_H
#define ANOMALLOC_WEIGHTS_EDITORPLACE_H

namespace anomalloc {

/// Where lint weights for an editor are: in the file EditorWeights in the
/// folder EditorFolder. `anomalloc export --editor` makes both in the current
/// folder. anomalloc-clangd looks for them in the folders above a source, and
/// in their `build`, as clangd does for a compilation database.
constexpr char EditorFolder[] = ".anomalloc";
constexpr char EditorWeights[] = "weights.json";

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_EDITORPLACE_H
