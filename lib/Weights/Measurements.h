//===- Measurements.h - what a run allocated, by chain ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_WEIGHTS_MEASUREMENTS_H
#define ANOMALLOC_WEIGHTS_MEASUREMENTS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace anomalloc {

/// A line that allocations came through, and the frame that called it. It is a
/// line of the user, not of a library.
struct MeasuredFrame {
  uint32_t File = 0; ///< Index of Files.
  uint32_t Line = 0;
  uint32_t Column = 0;            ///< 0: unknown.
  uint32_t Function = 0;          ///< Index of Functions.
  std::optional<uint32_t> Caller; ///< A lower index of Frames.
};

/// What the mode access counted of some blocks. Only code that was compiled
/// with -anomalloc-access counts, and some of it used the blocks.
struct MeasuredUses {
  uint64_t Blocks = 0;            ///< Those whose accesses are known.
  uint64_t Asked = 0;             ///< Bytes of these blocks.
  uint64_t Read = 0, Written = 0; ///< Bytes; those used twice count twice.
  uint64_t Unread = 0;            ///< Blocks that nobody read.
  uint64_t OnlyCopied = 0; ///< Blocks filled by one copy, then only read.

  /// Bytes that were read and written for nothing: to fill what nobody reads,
  /// or to copy what is only read, which is read from its original, too. 0
  /// unless nine of ten blocks are so.
  uint64_t inVain() const {
    const uint64_t Most = Blocks - Blocks / 10;
    if (OnlyCopied >= Most)
      return llvm::SaturatingMultiply<uint64_t>(2, Written);
    return Unread >= Most ? Written : 0;
  }
  MeasuredUses &operator+=(const MeasuredUses &Other) {
    Blocks = llvm::SaturatingAdd(Blocks, Other.Blocks);
    Asked = llvm::SaturatingAdd(Asked, Other.Asked);
    Read = llvm::SaturatingAdd(Read, Other.Read);
    Written = llvm::SaturatingAdd(Written, Other.Written);
    Unread = llvm::SaturatingAdd(Unread, Other.Unread);
    OnlyCopied = llvm::SaturatingAdd(OnlyCopied, Other.OnlyCopied);
    return *this;
  }
};

/// The allocations of one site (or of several on one line) that came one way.
struct MeasuredChain {
  std::vector<uint64_t> Sites; ///< Site ids. Empty: code without sites.
  uint32_t Innermost = 0;      ///< Index of Frames.
  /// The frame of the line to change: the first frame whose function makes no
  /// blocks on behalf of its caller. None: the chain does not reach so far
  /// outwards.
  std::optional<uint32_t> Change;
  /// The chain is of a call of a maker (a function that makes blocks on behalf
  /// of its caller): the blocks were counted for that call, whichever of Sites
  /// made them. The chains of the makers themselves have the same blocks, and
  /// no line to change.
  bool OfCall = false;
  /// Of a call: the makers that it leads to. Indices of Functions.
  std::vector<uint32_t> Makers;
  /// What the report says about the line to change. Indices of Changes.
  std::vector<uint32_t> Changes;
  /// The allocations belong to several chains, and this is one of them. Nobody
  /// counted which chain made how many.
  bool Shared = false;
  uint64_t Depth = 0;       ///< Loops around the site along the deepest calls.
  uint64_t Allocations = 0; ///< 0: never executed.
  uint64_t Bytes = 0;       ///< As asked for.
  /// The most frequent sizes, each with its allocations. The size with most
  /// allocations comes first.
  std::vector<std::pair<uint64_t, uint64_t>> Sizes;
  /// The smallest and the largest size of all. None: there are sizes that
  /// nobody knows.
  std::optional<std::pair<uint64_t, uint64_t>> SizeRange;
  /// None: accesses were not counted, or nobody knows which of them were to
  /// these blocks.
  std::optional<MeasuredUses> Uses;
};

/// Allocations that no user's line is known for.
struct MeasuredElsewhere {
  std::string Function; ///< Linkage name; "" if unknown.
  std::string Library;  ///< Path; "" if unknown.
  uint64_t Allocations = 0;
  uint64_t Bytes = 0;
};

/// An entry of the report's list of what to change.
struct MeasuredChange {
  std::string Rank;    ///< "1", "m2": as the report numbers it.
  std::string Anomaly; ///< As "short-lived".
  std::string Evidence, Remedy;
  /// True: the run showed what became of the blocks. False: the anomaly is only
  /// likely, judging by who made the blocks.
  bool IsMeasured = false;
  bool MayStay = false;     ///< The blocks may stay; then nothing is saved.
  uint64_t Allocations = 0; ///< What the entry's lines allocated.
  /// Allocations that the change removes: at least Blocks, at most MostBlocks.
  /// 0: the change saves something else.
  uint64_t Blocks = 0, MostBlocks = 0;
  /// Nanoseconds that the change saves: SavedLeast of the allocator alone,
  /// SavedMost with the work around it. SavedPages is the part of SavedMost
  /// that the kernel spends on pages.
  uint64_t SavedLeast = 0, SavedMost = 0, SavedPages = 0;
  /// Nanoseconds that a pool saves at most if the blocks stay. 0: not known.
  uint64_t SavedIfKept = 0;
  /// An upper bound for the nanoseconds that a pool saves besides for the nodes
  /// of other changes, which then lie in one row. Several changes may count the
  /// same saving.
  uint64_t SavedOfOthers = 0;
  /// The bytes that the change saves at the peak, or at the end: a lower bound.
  uint64_t SavedBytes = 0;
  /// Bytes that are written or read for nothing, over the whole run.
  uint64_t SavedTraffic = 0;
};

/// What lint weights hold (docs/lint-weights.md). Plain data.
struct Measurements {
  std::vector<std::string> Programs; ///< Paths of what ran, sorted.
  /// When the run was recorded: nanoseconds since 1970. 0: not known.
  uint64_t Recorded = 0;
  /// Heap blocks of the run, and those that instrumented code made. 0: unknown.
  uint64_t Allocations = 0, Instrumented = 0;
  uint64_t Bytes = 0;
  std::vector<std::string> Files; ///< As the debug information names them.
  /// By file: the lineTexts() (LineTexts.h) of the file when the run was
  /// recorded. Empty: not known.
  std::vector<std::vector<uint32_t>> Texts;
  std::vector<std::string> Functions; ///< Linkage names.
  /// By index of Functions: how many calls of the function returned, where that
  /// is known. Calls that ended in another way are not in the number.
  std::map<uint32_t, uint64_t> Calls;
  std::vector<MeasuredFrame> Frames; ///< Callers come first.
  std::vector<MeasuredChain> Chains;
  std::vector<MeasuredElsewhere> Elsewhere; ///< Most allocations first.
  std::vector<MeasuredChange> Changes;      ///< In the order of the report.
};

/// Writes \p M as `anomalloc schema lint-weights` describes it. \p OS must
/// escape what a terminal would obey in names (PrintableStream).
void writeMeasurements(llvm::raw_ostream &OS, const Measurements &M);

/// Reads what writeMeasurements writes. The error says what is wrong with
/// \p Text.
llvm::Expected<Measurements> readMeasurements(llvm::StringRef Text);

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_MEASUREMENTS_H
