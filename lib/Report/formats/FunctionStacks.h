//===- FunctionStacks.h - stacks by function --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_FORMATS_FUNCTIONSTACKS_H
#define ANOMALLOC_REPORT_FORMATS_FUNCTIONSTACKS_H

#include "Report/formats/NamedFrames.h"
#include "Report/formats/StackSums.h"

namespace anomalloc {

/// Stacks for formats that distinguish functions, but not lines, sections or
/// sizes. Holds a tree of all levels, and a sum for each stack that allocated
/// something.
class FunctionStacks {
public:
  struct Function {
    uint32_t Name;        ///< Index of names().
    llvm::StringRef File; ///< "" if unknown.
  };
  struct Level {
    uint32_t Function;              ///< Index of functions().
    std::optional<uint32_t> Caller; ///< A lower index of levels().
  };
  /// \p Stacks must outlive this object.
  explicit FunctionStacks(const MeasuredStacks &Stacks);

  llvm::ArrayRef<std::string> names() const { return Frames.names(); }
  llvm::ArrayRef<Function> functions() const { return Functions; }
  llvm::ArrayRef<Level> levels() const { return Levels; }
  /// In depth-first order: right behind a caller come all stacks below it.
  /// StackSum::Stack is the index of the innermost level in levels().
  llvm::ArrayRef<StackSum> sums() const { return Sums; }
  /// The functions of a stack, the outermost first.
  llvm::SmallVector<uint32_t, 64> functionsOf(const StackSum &S) const;

private:
  void addLevels(const MeasuredStacks &Stacks);
  void sortSums();

  NamedFrames Frames;
  std::vector<Function> Functions;
  std::vector<Level> Levels;
  std::vector<uint32_t> LevelOf; ///< By node of the stacks.
  std::vector<StackSum> Sums;
};

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_FORMATS_FUNCTIONSTACKS_H
