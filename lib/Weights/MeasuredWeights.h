//===- MeasuredWeights.h - what a profile measured, by line -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what `anomalloc export --format=lint-weights` writes
// (docs/lint-weights.md):
//
//   {"format": "anomalloc-lint-weights", "version": 1, "files": {"/src/a.cpp":
//   [
//     {"line": 12, "allocations": 53880000, "bytes": 646560000,
//      "sizes": [[12, 53880000]]}, ...]}}
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_WEIGHTS_MEASUREDWEIGHTS_H
#define ANOMALLOC_WEIGHTS_MEASUREDWEIGHTS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace anomalloc {

/// What the allocation sites of a source line did in the recorded run.
struct Measured {
  /// For a message: "53,880,000 allocations of 12 bytes here".
  std::string phrase() const;

  uint64_t Allocations = 0;
  uint64_t Smallest = 0, Largest = 0; ///< Bytes asked for at once.
};

/// The weights of all lines of a recorded run. Immutable once loaded, so that
/// threads may share it.
class MeasuredWeights {
public:
  /// Loads \p Path, once for each path, time of change and size. The error says
  /// what is wrong with the file.
  static llvm::Expected<std::shared_ptr<const MeasuredWeights>>
  load(llvm::StringRef Path);

  /// The busiest of the lines \p First to \p Last of \p File (a path as the
  /// compiler names it). Nullopt: no allocation site is known there. Files are
  /// the same if the whole of the shorter path ends the longer one.
  std::optional<Measured> of(llvm::StringRef File, unsigned First,
                             unsigned Last) const;

private:
  using Lines = std::map<unsigned, Measured>;
  llvm::Error parse(llvm::StringRef Text);

  /// By name without folders: the other folders, and what was measured.
  llvm::StringMap<std::vector<std::pair<std::string, Lines>>> Files;
};

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_MEASUREDWEIGHTS_H
