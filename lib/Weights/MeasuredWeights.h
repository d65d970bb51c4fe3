//===- MeasuredWeights.h - what a profile measured, by line -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Looks up in lint weights (Measurements.h, docs/lint-weights.md) what the
// lines of a finding allocated.
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_WEIGHTS_MEASUREDWEIGHTS_H
#define ANOMALLOC_WEIGHTS_MEASUREDWEIGHTS_H

#include "Weights/LineTexts.h"
#include "Weights/Measurements.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>

namespace anomalloc {

/// What some lines or functions did in the recorded run.
struct Measured {
  /// For a message: "53,880,000 allocations of 12 bytes".
  std::string phrase() const;

  uint64_t Allocations = 0;
  uint64_t Bytes = 0;                 ///< Asked for in all.
  uint64_t Smallest = 0, Largest = 0; ///< Bytes asked for at once.
  uint64_t CommonSize = 0;            ///< Of most allocations; in bytes.
  uint64_t Depth = 0;                 ///< Loops around the deepest of them.
  /// The file was changed since the run, and nobody knows which line is which.
  bool MayHaveMoved = false;
  /// What it is the sum of: indices of Measurements::Chains, ascending.
  std::vector<uint32_t> Chains;
};

/// \name The note for tools
/// With the option Levels, a finding that was measured has a note of this form
/// at the place that was measured: "anomalloc-measured: 3 17 20", the chains.
/// @{
std::string measuredNote(llvm::ArrayRef<uint32_t> Chains);
/// Nullopt: the text is no such note.
std::optional<std::vector<uint32_t>> parseMeasuredNote(llvm::StringRef Text);
/// @}

/// A file as it is today, beside what was measured there.
struct FileToday {
  uint32_t File = 0;         ///< Index of Measurements::Files.
  LineMap Lines;             ///< "Then" is the run.
  bool MayHaveMoved = false; ///< Changed since, and Lines is a guess.
};

/// The weights of all lines of a recorded run. Immutable once loaded, so that
/// threads may share it.
class MeasuredWeights {
public:
  explicit MeasuredWeights(Measurements All);

  /// Loads \p Path, again when its time of change or size is another one. The
  /// error says what is wrong with the file. Thread-safe.
  static llvm::Expected<std::shared_ptr<const MeasuredWeights>>
  load(llvm::StringRef Path);

  /// The busiest of the lines \p First to \p Last of \p File (a path as the
  /// compiler names it): the chains that pass it, from the allocation up to the
  /// line to change. Nullopt: no allocation site is known there, or nobody
  /// counted which of several lines made most. Files are the same if the whole
  /// of the shorter path ends the longer one.
  std::optional<Measured> of(llvm::StringRef File, unsigned First,
                             unsigned Last) const;
  /// The same for lines of today.
  std::optional<Measured> of(const FileToday &File, unsigned First,
                             unsigned Last) const;

  /// Compares \p File, which says \p Text now, with what it said when the run
  /// was recorded. Where that is not known, the file on disk must be older than
  /// the run and say the same. Nullopt: nothing was measured there.
  std::optional<FileToday> today(llvm::StringRef File,
                                 llvm::StringRef Text) const;

  /// Index of Measurements::Files; nullopt: nothing was measured there.
  std::optional<uint32_t> fileNamed(llvm::StringRef File) const;

  /// What makers of these linkage names made for their callers: the chains that
  /// pass one of them on the way from the allocation to the line to change.
  std::optional<Measured>
  ofFunctions(llvm::ArrayRef<std::string> LinkageNames) const;

  /// The sum of these chains, each once. Numbers that are no chain do not
  /// count.
  Measured sum(std::vector<uint32_t> Chains) const;

  const Measurements &all() const { return All; }

private:
  using ChainList = std::vector<uint32_t>;
  bool isKnown(llvm::ArrayRef<uint32_t> Chains) const;

  Measurements All;
  /// By name without folders: the other folders, and the index of the file.
  llvm::StringMap<std::vector<std::pair<std::string, uint32_t>>> Files;
  std::vector<std::map<uint32_t, ChainList>> Lines; ///< By file, then line.
  llvm::StringMap<ChainList> ByFunction;
};

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_MEASUREDWEIGHTS_H
