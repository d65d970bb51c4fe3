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
  /// For a message: "53,880,000 allocations of 12 bytes"; "at least" is in
  /// front if some may have come this way besides.
  std::string phrase() const;

  uint64_t Allocations = 0;
  uint64_t Bytes = 0;                 ///< Asked for in all.
  /// Bytes asked for at once. Largest is 0 where not all sizes are known.
  uint64_t Smallest = 0, Largest = 0;
  uint64_t CommonSize = 0;            ///< Of most allocations; in bytes.
  uint64_t Depth = 0;                 ///< Loops around the deepest of them.
  /// The file was changed since the run, and nobody knows which line is which.
  bool MayHaveMoved = false;
  /// What it is the sum of: indices of Measurements::Chains, ascending.
  std::vector<uint32_t> Chains;
  /// Chains that are no part of the sum, because nobody counted which of
  /// several made how many.
  std::vector<uint32_t> Unsure;

  std::vector<uint32_t> allChains() const;
};

/// Code to look for, as the compiler counts: lines and columns from 1, columns
/// in bytes. A call stands where the compiler says that it stands.
struct CodeSpan {
  unsigned FirstLine = 0, FirstColumn = 0;
  unsigned LastLine = 0, LastColumn = 0; ///< The last token begins there.
  /// Its lines hold no other code, so that calls without a column are its.
  bool HasWholeLines = false;
};

/// The function that some code is of.
struct CodeOwner {
  std::vector<std::string> LinkageNames; ///< Empty: not known.
  /// Its lines are those of other functions as well: it is made of a template.
  bool IsInstance = false;
};

/// The chains that come by way of some code: indices of Measurements::Chains,
/// ascending.
struct ChainsOfCode {
  std::vector<uint32_t> Known;
  /// They come by way of its lines, and nobody knows whether by its code.
  std::vector<uint32_t> Unsure;
};

/// \name The note for tools
/// With the option Levels, a finding that was measured has a note of this form
/// at the place that was measured: "anomalloc-measured: 3 17 20", all chains.
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
  MeasuredWeights(const MeasuredWeights &) = delete;

  /// Loads \p Path, again when its time of change or size is another one. The
  /// error says what is wrong with the file. Thread-safe.
  static llvm::Expected<std::shared_ptr<const MeasuredWeights>>
  load(llvm::StringRef Path);

  /// The chains that pass \p Code of \p Owner, from the allocation up to the
  /// line to change. A line that made nothing made nothing by any of its code.
  ChainsOfCode chainsOf(const FileToday &File, const CodeSpan &Code,
                        const CodeOwner &Owner) const;
  /// The same of all code of the lines \p First to \p Last. If it is of several
  /// functions, or several calls, all of it is unsure.
  ChainsOfCode chainsOfOneCall(const FileToday &File, unsigned First,
                               unsigned Last) const;
  /// What the lines \p First to \p Last allocated, whatever their code.
  std::optional<Measured> ofLines(const FileToday &File, unsigned First,
                                  unsigned Last) const;
  /// The sum of \p Chains. Nullopt: there are none, or nobody counted which of
  /// several lines made most.
  std::optional<Measured> known(llvm::ArrayRef<uint32_t> Chains) const;

  /// Compares \p File, which says \p Text now, with what it said when the run
  /// was recorded. Where that is not known, the file on disk must be older than
  /// the run and say the same. Nullopt: nothing was measured there.
  std::optional<FileToday> today(llvm::StringRef File,
                                 llvm::StringRef Text) const;

  /// The file as it was when the run was recorded.
  std::optional<FileToday> asThen(llvm::StringRef File) const;

  /// Index of Measurements::Files; nullopt: nothing was measured there. Files
  /// are the same if the whole of the shorter path ends the longer one.
  std::optional<uint32_t> fileNamed(llvm::StringRef File) const;

  /// What makers of these linkage names made for their callers: the chains that
  /// pass one of them on the way from the allocation to the line to change.
  std::optional<Measured>
  ofFunctions(llvm::ArrayRef<std::string> LinkageNames) const;

  /// The sum of these chains, each once. Numbers that are no chain do not
  /// count, nor do chains whose share nobody counted.
  Measured sum(std::vector<uint32_t> Chains) const;

  const Measurements &all() const { return All; }

private:
  using ChainList = std::vector<uint32_t>;
  /// A frame, and a chain that passes it.
  struct Passing {
    const MeasuredFrame *Frame;
    uint32_t Chain;
  };
  bool isKnown(llvm::ArrayRef<uint32_t> Chains) const;
  std::vector<Passing> passing(const FileToday &File, unsigned First,
                               unsigned Last) const;
  bool isOf(const MeasuredFrame &F, const CodeOwner &Owner) const;

  Measurements All;
  /// By name without folders: the other folders, and the index of the file.
  llvm::StringMap<std::vector<std::pair<std::string, uint32_t>>> Files;
  /// By file, then line.
  std::vector<std::map<uint32_t, std::vector<Passing>>> Lines;
  llvm::StringMap<ChainList> ByFunction;
};

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_MEASUREDWEIGHTS_H
