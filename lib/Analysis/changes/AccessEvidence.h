//===- AccessEvidence.h - what was used of blocks ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What detectors ask of the counters of the mode access. Only code that was
/// compiled with -anomalloc-access counts. A library that was not may read what
/// the program writes (a text that is printed), or write what it reads (a
/// file). So each finding about accesses
/// - needs blocks that such code touched: else all of their uses may be a
///   library's;
/// - says in its evidence whose accesses were counted;
/// - is Confidence::Likely.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_ACCESSEVIDENCE_H
#define ANOMALLOC_ANALYSIS_CHANGES_ACCESSEVIDENCE_H

#include "Analysis/changes/Findings.h"

namespace anomalloc {

/// Who counts, for people.
inline constexpr llvm::StringLiteral
    ByCountedCode("code compiled with -anomalloc-access");

class AccessEvidence {
public:
  using Counters = format::AccessCounters;

  AccessEvidence(const BlockGroup &G, const Profile &P) : G(G), P(P) {}

  /// Whether it is known what was used of nine of ten blocks of the program's
  /// own code, and code that counts used some of these blocks. Not of samples.
  bool isKnown() const;

  uint64_t of(Counters::Member Which) const { return G.Sum.access(Which); }
  /// Blocks whose accesses are known.
  uint64_t blocks() const { return of(Counters::Blocks); }
  uint64_t touched() const;
  /// Whether \p Number is at least nine of ten blocks.
  bool areMost(uint64_t Number) const;

  /// The blocks are bytes, or nobody knows of what they are: as a rule such
  /// blocks go to files, sockets and texts, which libraries read and write.
  bool areOfBytes() const;
  /// The compiler saw that a block is given to a function that is not the
  /// program's own.
  bool areGivenToLibraries() const;
  /// What is written may be for others to read, or the other way round.
  bool mayBeUsedByLibraries() const {
    return areOfBytes() || areGivenToLibraries();
  }
  /// All blocks were asked for by code of the program's own, not by a
  /// library's container. What only hands out the one object that it makes is
  /// no container (make_unique).
  bool areOwnObjects() const;
  /// As areOwnObjects(), or the blocks are of std::vector.
  bool areArrays() const;

private:
  /// Whether each site's library code is of one of \p Names.
  bool areMadeBy(llvm::ArrayRef<llvm::StringLiteral> Names) const;

  const BlockGroup &G;
  const Profile &P;
};

/// \p Some are blocks of \p Row. How many of them lived at the peak, at least.
uint64_t atPeakAtLeast(const Lifetime &Row, uint64_t Some);

/// The layout that the blocks of all sites of \p G have. Null: it is not known.
const ClassLayout *commonLayout(const BlockGroup &G, const Profile &P);

/// Whether \p Bytes at the peak are worth a word: one MiB and a twentieth.
bool isMuchAtPeak(uint64_t Bytes, const FindingContext &C);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_ACCESSEVIDENCE_H
