//===- FrameTree.h - inline chains that share levels ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Inline chains have their outer levels in common. In a file each level is
/// stored once, after its caller. A chain is stored as the number of its
/// innermost level.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_FRAMETREE_H
#define ANOMALLOC_PROFILE_FRAMETREE_H

#include "Profile/Profile.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <tuple>

namespace anomalloc {

struct FrameTree {
  struct Row {
    /// Index in Rows of the caller's row. None: this level is the outermost.
    std::optional<uint32_t> Caller;
    Frame Level;
    uint32_t Depth = 1; ///< How many levels the chain down to this level has.
  };
  std::vector<Row> Rows;

  /// The depth of a row whose caller is \p Caller.
  uint32_t depthBelow(std::optional<uint32_t> Caller) const {
    return Caller ? Rows[*Caller].Depth + 1 : 1;
  }
  /// The chain whose innermost level is the row \p Innermost. The innermost
  /// level comes first.
  std::vector<Frame> chain(uint32_t Innermost) const;
};

/// Builds a FrameTree from chains.
class FrameTreeBuilder {
public:
  const FrameTree &tree() const { return Tree; }
  /// Adds the levels of \p Chain that the tree does not have yet. Returns the
  /// index in FrameTree::Rows of the innermost level. \p Chain must not be
  /// empty; its texts must outlive the tree.
  uint32_t add(llvm::ArrayRef<Frame> Chain);

private:
  // Numbers first: they differ sooner than texts, and are quicker to compare.
  using Key = std::tuple<std::optional<uint32_t>, uint32_t, uint32_t, ObjectUse,
                         llvm::StringRef, llvm::StringRef>;
  FrameTree Tree;
  std::map<Key, uint32_t> RowOf;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_FRAMETREE_H
