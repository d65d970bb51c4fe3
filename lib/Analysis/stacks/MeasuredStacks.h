//===- MeasuredStacks.h - all that was measured, by stack -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The data for the file formats of other programs: each stack, and how many
/// blocks it made. The sums equal the sums of a report, even if stacks were
/// recorded only for some allocations, or for none:
///
///   * A site without a recorded stack has its inline chain as a stack.
///   * Dark allocations stand below a level of their own (DarkNote).
///   * Blocks of pools are no heap blocks, and are left out.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_STACKS_MEASUREDSTACKS_H
#define ANOMALLOC_ANALYSIS_STACKS_MEASUREDSTACKS_H

#include "Analysis/filter/Filter.h"
#include "Analysis/totals/Amount.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <deque>

namespace anomalloc {

/// Which blocks of a stack are counted.
enum StackBlocks : unsigned { All, Temporary, Leaked, AtPeak, NumStackBlocks };

struct StackMeasure {
  llvm::StringRef Name;
  StackBlocks Blocks;
  bool IsBytes;
  llvm::StringRef Help;
};

/// The table (StackMeasures.def).
llvm::ArrayRef<StackMeasure> stackMeasures();

/// The outermost level of allocations that no site made.
inline constexpr llvm::StringLiteral DarkNote = "[dark allocations]";
/// The outermost level of sites whose calling stacks were not recorded, in a
/// profile that has stacks.
inline constexpr llvm::StringLiteral NoStackNote = "[stack not recorded]";

struct MeasuredStacks {
  /// One machine call, with the functions that were inlined there; or the
  /// inline chain of a site; or a note.
  struct Place {
    llvm::StringRef Note;           ///< Text in place of code; "": it is code.
    llvm::ArrayRef<Frame> Levels;   ///< Innermost first; empty: no names.
    llvm::StringRef Library;        ///< Path of the object; "" if unknown.
    llvm::StringRef BuildId;        ///< Lower-case hexadecimal; may be "".
    std::optional<uint64_t> Offset; ///< Return address in Library, if recorded.
  };
  struct Node {
    uint32_t Place;                 ///< Index of Places.
    std::optional<uint32_t> Caller; ///< A lower index of Nodes.
  };
  /// What one stack allocated in one section with one size.
  struct Row {
    uint32_t Node; ///< The innermost level.
    SectionIndex Section{};
    uint64_t Size = 0; ///< Bytes of each block.
    std::array<uint64_t, NumStackBlocks> Blocks = {};

    uint64_t value(const StackMeasure &M) const {
      uint64_t Number = Blocks[M.Blocks];
      return M.IsBytes ? llvm::SaturatingMultiply(Number, Size) : Number;
    }
  };
  /// What was read and written of the blocks of one size that one site, or one
  /// dark origin, made in one section.
  struct Accesses {
    uint32_t Node; ///< As in Row.
    uint64_t Size;
    const LifetimeCounts *Its;
  };

  std::vector<Place> Places;
  std::vector<Node> Nodes;        ///< Callers come first.
  std::vector<Row> Rows;          ///< One for each node, section and size.
  std::vector<Accesses> Accessed; ///< If asked for by site.
  bool HasStacks = false;         ///< Calling stacks were recorded.
  bool HasFates = false;          ///< Temporary, Leaked and AtPeak are known.

  /// The measures that the profile has.
  std::vector<StackMeasure> measures() const;
  /// The sum of \p M over all rows.
  uint64_t total(const StackMeasure &M) const;

private:
  friend class StackCollector;
  std::deque<Frame> DarkLevels; ///< Levels of dark Places without a stack.
};

/// \p P should be symbolized, with its stacks, and must outlive the result. If
/// \p F selects threads, only the measures of all blocks are known: the fates
/// of blocks are not kept by thread. \p BySite: recorded stacks are left out,
/// and what is known by site alone is there (Accessed).
MeasuredStacks measureStacks(const Profile &P, const Filter &F,
                             bool BySite = false);

/// Whether \p P has accesses (AccessCounters).
bool hasAccesses(const Profile &P);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_STACKS_MEASUREDSTACKS_H
