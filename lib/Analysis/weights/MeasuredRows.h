//===- MeasuredRows.h - chains with shared frames ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_WEIGHTS_MEASUREDROWS_H
#define ANOMALLOC_ANALYSIS_WEIGHTS_MEASUREDROWS_H

#include "Profile/Profile.h"
#include "Weights/Measurements.h"

namespace anomalloc {

/// Fills the chains of lint weights. A row adds up the blocks that came one
/// way. The frames of the rows form a tree, and have only the user's lines.
class MeasuredRows {
public:
  using SizeCounts = std::map<uint64_t, uint64_t>;

  /// A chain before it is written.
  struct Row {
    void add(const SizeCounts &More);

    std::set<uint64_t> Sites;
    std::set<uint32_t> Makers, Changes;
    uint64_t Depth = 0, Allocations = 0, Bytes = 0;
    SizeCounts Sizes;
  };

  /// \p P and \p M must outlive this object.
  MeasuredRows(const Profile &P, Measurements &M) : P(P), M(M) {}

  /// The row for \p Makers (the outermost first), which the line \p Levels[0]
  /// calls, and for the callers of this line. If \p Levels is empty, the line
  /// to change is not known. Null: none of the frames is the user's. References
  /// to rows stay valid.
  Row *rowFor(llvm::ArrayRef<Frame> Makers, llvm::ArrayRef<Frame> Levels,
              bool IsShared = false, bool IsOfCall = false);
  uint32_t functionIndex(llvm::StringRef LinkageName);
  bool isUser(const Frame &F);

  /// Writes the rows as chains. \p Uses has what is known of all blocks of a
  /// site, by its id.
  void finish(const std::map<uint64_t, MeasuredUses> &Uses);

private:
  /// Tells the chains that alone have all blocks of their sites what is known
  /// of these.
  void addUses(const std::map<uint64_t, MeasuredUses> &Uses);
  uint32_t indexOf(llvm::StringRef Text,
                   std::map<llvm::StringRef, uint32_t> &Known,
                   std::vector<std::string> &Texts);
  uint32_t frameIndex(const Frame &F, std::optional<uint32_t> Caller);

  /// Innermost frame, line to change, whether shared, whether of a call.
  using RowKey = std::tuple<uint32_t, std::optional<uint32_t>, bool, bool>;
  /// Caller, file, line, column, function.
  using FrameKey = std::tuple<int64_t, uint32_t, uint32_t, uint32_t, uint32_t>;

  const Profile &P;
  Measurements &M;
  std::map<llvm::StringRef, uint32_t> Files, Functions;
  std::map<llvm::StringRef, bool> UserFiles;
  std::map<FrameKey, uint32_t> Frames;
  std::map<RowKey, Row> Rows;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_WEIGHTS_MEASUREDROWS_H
