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
  /// For a message: "53,880,000 allocations of 12 bytes". "at least" stands in
  /// front if there are unsure chains.
  std::string phrase() const;

  /// The allocations, and what is read and written for nothing: an allocation
  /// costs about as much as to move 512 bytes.
  uint64_t weight() const {
    return Allocations + (Uses ? Uses->inVain() / 512 : 0);
  }

  uint64_t Allocations = 0;
  uint64_t Bytes = 0; ///< Asked for in all.
  /// The smallest and the largest size of a block in bytes. Largest is 0 where
  /// not all sizes are known.
  uint64_t Smallest = 0, Largest = 0;
  uint64_t CommonSize = 0; ///< The most frequent size in bytes.
  uint64_t Depth = 0;      ///< The most loops around one of the chains.
  std::optional<MeasuredUses> Uses; ///< Only if it is known of all blocks.
  /// The file was changed since the run, and nobody knows which line is which.
  bool MayHaveMoved = false;
  /// The chains whose sum this is: indices of Measurements::Chains, ascending.
  std::vector<uint32_t> Chains;
  /// Chains that are not in the sum. They share allocations with other chains,
  /// and nobody counted which chain made how many.
  std::vector<uint32_t> Unsure;

  std::vector<uint32_t> allChains() const;
};

/// Code to look for. Lines and columns are counted as the compiler counts them:
/// from 1, columns in bytes. A call is part of the code if the position that
/// the compiler gives it is in the span.
struct CodeSpan {
  unsigned FirstLine = 0, FirstColumn = 0;
  unsigned LastLine = 0, LastColumn = 0; ///< Where the last token begins.
  /// The lines hold no other code. So calls on them without a column are part
  /// of this code.
  bool HasWholeLines = false;
};

/// The function that some code belongs to.
struct CodeOwner {
  std::vector<std::string> LinkageNames; ///< Empty: not known.
  /// The function is made of a template, so its lines are also those of other
  /// functions.
  bool IsInstance = false;
};

/// The chains that pass some code: indices of Measurements::Chains, ascending.
struct ChainsOfCode {
  std::vector<uint32_t> Known;
  /// Chains that pass the lines of the code. It is not known whether they pass
  /// the code itself.
  std::vector<uint32_t> Unsure;
};

/// \name The note for tools
/// With the option Levels, a finding that was measured has a note at the line
/// or function that was measured: "anomalloc-measured: 3 17 20". The numbers
/// are Measured::allChains().
/// @{
std::string measuredNote(llvm::ArrayRef<uint32_t> Chains);
/// Nullopt: the text is no such note.
std::optional<std::vector<uint32_t>> parseMeasuredNote(llvm::StringRef Text);
/// @}

/// A file as it is today, in comparison with the file that was measured.
struct FileToday {
  uint32_t File = 0;         ///< Index of Measurements::Files.
  LineMap Lines;             ///< "Then" is when the run was recorded.
  bool MayHaveMoved = false; ///< The file was changed since; Lines is a guess.
};

/// The weights of all lines of a recorded run. Immutable once loaded, so that
/// threads may share it.
class MeasuredWeights {
public:
  explicit MeasuredWeights(Measurements All);
  MeasuredWeights(const MeasuredWeights &) = delete;

  /// Loads the file \p Path. A later call returns the same weights, unless the
  /// file's time of change or size has changed; then it loads the file anew.
  /// The error says what is wrong with the file. Thread-safe.
  static llvm::Expected<std::shared_ptr<const MeasuredWeights>>
  load(llvm::StringRef Path);

  /// The chains that pass \p Code of \p Owner, from the allocation up to the
  /// line to change. If the lines of \p Code allocated nothing, the code did
  /// not either, so all chains of the lines are known.
  ChainsOfCode chainsOf(const FileToday &File, const CodeSpan &Code,
                        const CodeOwner &Owner) const;
  /// The chains that pass any code of the lines \p First to \p Last. If their
  /// allocations came from several functions, or from several calls, all of
  /// these chains are unsure; else all are known.
  ChainsOfCode chainsOfOneCall(const FileToday &File, unsigned First,
                               unsigned Last) const;
  /// What the lines \p First to \p Last allocated, whatever their code.
  /// Nullopt: as for known().
  std::optional<Measured> ofLines(const FileToday &File, unsigned First,
                                  unsigned Last) const;
  /// The sum of \p Chains. Nullopt: there are none but MeasuredChain::Shared
  /// chains, or most of the allocations are shared with other lines, and nobody
  /// counted which line made how many.
  std::optional<Measured> known(llvm::ArrayRef<uint32_t> Chains) const;

  /// Compares \p File, whose text is \p Text now, with its text when the run
  /// was recorded. If the old text is not known, the file on disk must be older
  /// than the run and have the text \p Text; else MayHaveMoved is true. But it
  /// stays false if the time of the run or of the file is not known. Nullopt:
  /// nothing was measured in the file.
  std::optional<FileToday> today(llvm::StringRef File,
                                 llvm::StringRef Text) const;

  /// The file as it was when the run was recorded. Nullopt: nothing was
  /// measured in it.
  std::optional<FileToday> asThen(llvm::StringRef File) const;

  /// The index of \p File in Measurements::Files. Nullopt: nothing was measured
  /// in the file. Two paths are of the same file if the longer one ends with
  /// the whole shorter one.
  std::optional<uint32_t> fileNamed(llvm::StringRef File) const;

  /// What makers of these linkage names made for their callers: the chains that
  /// pass one of them on the way from the allocation to the line to change.
  std::optional<Measured>
  ofFunctions(llvm::ArrayRef<std::string> LinkageNames) const;

  /// The sum of \p Chains, each once. Numbers that are no chain do not count,
  /// nor do chains whose share nobody counted.
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
  /// By file name without folders: the folders, and the index of the file.
  llvm::StringMap<std::vector<std::pair<std::string, uint32_t>>> Files;
  /// By file, then line.
  std::vector<std::map<uint32_t, std::vector<Passing>>> Lines;
  llvm::StringMap<ChainList> ByFunction;
};

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_MEASUREDWEIGHTS_H
