//===- FrameStacks.h - stacks by line ---------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_FORMATS_FRAMESTACKS_H
#define ANOMALLOC_REPORT_FORMATS_FRAMESTACKS_H

#include "Report/formats/NamedFrames.h"

namespace anomalloc {

/// Stacks for formats that distinguish lines and sizes, but not sections. The
/// levels, inlined ones too, form a tree in which each path stands once.
class FrameStacks {
public:
  struct Level {
    uint32_t Frame;                 ///< Index of frames().
    std::optional<uint32_t> Caller; ///< A lower index of levels().
  };
  /// The blocks of one size that one stack allocated.
  struct Row {
    uint32_t Level; ///< The stack's innermost level.
    uint64_t Size;
    std::array<uint64_t, NumStackBlocks> Blocks = {};

    uint64_t value(const StackMeasure &M) const {
      uint64_t Number = Blocks[M.Blocks];
      return M.IsBytes ? llvm::SaturatingMultiply(Number, Size) : Number;
    }
  };

  /// \p Stacks must outlive this object.
  explicit FrameStacks(const MeasuredStacks &Stacks);

  const NamedFrames &names() const { return Frames; }
  llvm::ArrayRef<NamedFrames::Frame> frames() const { return Frames.frames(); }
  llvm::ArrayRef<Level> levels() const { return Levels; }
  llvm::ArrayRef<Row> rows() const { return Rows; }
  /// The innermost level of the node \p Node of MeasuredStacks.
  uint32_t levelOf(uint32_t Node) const { return LevelOf[Node]; }
  /// The frames from \p Level outwards.
  llvm::SmallVector<uint32_t, 64> framesFrom(uint32_t Level) const;

private:
  NamedFrames Frames;
  std::vector<Level> Levels;
  std::vector<uint32_t> LevelOf; ///< By node.
  std::vector<Row> Rows;
};

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_FORMATS_FRAMESTACKS_H
