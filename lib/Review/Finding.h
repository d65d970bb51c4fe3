//===- Finding.h - one thing that a check found -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REVIEW_FINDING_H
#define ANOMALLOC_REVIEW_FINDING_H

#include "Review/Grade.h"
#include "Weights/Level.h"
#include "Weights/MeasuredWeights.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace anomalloc::lint {

/// A place in a file, as plain data. Lines and columns count from 1, columns in
/// bytes.
struct Place {
  std::string File; ///< Without symbolic links.
  unsigned Offset = 0;
  unsigned Line = 0;
  unsigned Column = 0;
};

/// Replaces bytes of a file.
struct Edit {
  std::string File;
  unsigned Offset = 0;
  unsigned Length = 0;
  std::string Text;
};

struct Note {
  Place At;
  std::string Message;
  /// A change whose condition, the message, a person must check; empty: there
  /// is none. All edits belong together.
  std::vector<Edit> Fix = {};
};

/// A line that allocations came through.
struct SourceLevel {
  std::string File; ///< Without symbolic links, if the file is on this machine.
  unsigned Line = 0;
  unsigned Column = 0; ///< 0: unknown.
  std::string Function;
};

/// An entry of the report that is about some of the measured blocks.
struct ReportEntry {
  const MeasuredChange *Its = nullptr;
  uint64_t Allocations = 0; ///< How many of the measured blocks the entry has.
};

/// The numbers that a profile measured for a finding.
struct FindingWeight {
  Measured Sum;
  std::optional<double> Share; ///< Of all allocations of the run, in percent.
  std::vector<uint64_t> Sites; ///< Ids of the sites that made the blocks.
  Place At;                    ///< The line or the function that was measured.
  /// The line to change that made the most blocks, then its callers. Empty if
  /// the code of the finding never ran.
  std::vector<SourceLevel> Hottest;
  uint64_t OfHottest = 0; ///< Allocations of the hottest line.
  /// All lines to change, without their callers; most allocations first.
  std::vector<std::pair<SourceLevel, uint64_t>> Lines;
  std::vector<ReportEntry> Entries; ///< The most blocks first.
  /// The allocations in Sum that no finding before this one has (rank()).
  uint64_t Alone = 0;
};

struct Finding {
  std::string Check;
  Severity Worth = Severity::Unrated;
  Level Loud = Level::Warning; ///< Never Silent.
  /// How sure the finding is, and how often its place runs. None if another
  /// project's check made the finding and no check of Anomalloc looked at the
  /// place.
  std::optional<Certainty> Sure;
  std::optional<Weight> Heavy;
  std::string Message;
  Place At;
  /// Bytes of the same file to underline: offset and length.
  std::vector<std::pair<unsigned, unsigned>> Ranges;
  std::vector<Note> Notes;
  /// Empty: there is no fix. All edits belong together.
  std::vector<Edit> Fix;
  std::string Fingerprint;
  /// None if there is no profile, or if the profile does not know the lines of
  /// the finding.
  std::optional<FindingWeight> Recorded;

  uint64_t allocations() const {
    return Recorded ? Recorded->Sum.Allocations : 0;
  }
};

} // namespace anomalloc::lint

#endif // ANOMALLOC_REVIEW_FINDING_H
