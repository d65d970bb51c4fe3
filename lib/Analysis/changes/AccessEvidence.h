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

/// Tells of the blocks of \p G that \p Which counts, if these are frequent and
/// nine of ten. \p Words say what is wrong with them.
std::optional<MeasuredAnomaly>
findInMost(const BlockGroup &G, const FindingContext &C,
           AccessEvidence::Counters::Member Which, llvm::StringRef Words);

/// Bytes that were written to the blocks of \p G of those sizes that nobody
/// read.
uint64_t writtenInVain(const BlockGroup &G);

/// Blocks of a group at the peak, at least.
struct BlocksAtPeak {
  uint64_t Blocks = 0, Bytes = 0;
};

/// The blocks of \p G at the peak of which \p Number, called with a row, tells
/// how many the row has.
template <typename Function>
BlocksAtPeak countAtPeak(const BlockGroup &G, Function Number) {
  BlocksAtPeak Sum;
  for (const LifetimeTable::Row *R : G.Rows)
    for (const Lifetime *Part : R->Parts) {
      const uint64_t Its = atPeakAtLeast(*Part, Number(*Part));
      Sum.Blocks = SaturatingAdd(Sum.Blocks, Its);
      Sum.Bytes = SaturatingMultiplyAdd(Its, Part->Size, Sum.Bytes);
    }
  return Sum;
}

/// Tells of \p Found, if it is much. \p Words say what is wrong with the
/// blocks. Nothing is claimed as saved.
std::optional<MeasuredAnomaly> tellAtPeak(const BlocksAtPeak &Found,
                                          const FindingContext &C,
                                          llvm::StringRef Words);

/// Tells of the blocks of \p G that \p Which counts: nobody accessed them in
/// the
/// \p Tenths ("first nine tenths") of their lives. If the peak has at most
/// \p Clock bytes of the allocation clock on their side, it is claimed as saved
/// what surely lived through one of these tenths at the peak.
std::optional<MeasuredAnomaly>
findNotUsed(const BlockGroup &G, const FindingContext &C,
            AccessEvidence::Counters::Member Which, llvm::StringRef Tenths,
            std::optional<uint64_t> Clock);

/// The layout that the blocks of all sites of \p G have. Null: it is not known.
const ClassLayout *commonLayout(const BlockGroup &G, const Profile &P);

/// Whether \p Bytes at the peak are worth a word: one MiB and a twentieth.
bool isMuchAtPeak(uint64_t Bytes, const FindingContext &C);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_ACCESSEVIDENCE_H
