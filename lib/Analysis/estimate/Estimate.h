//===- Estimate.h - a number from a sample, and its interval ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interval is that of Wilson's score test: all truths that would not make
/// what was drawn unlikely. For one stratum, of which n blocks were drawn and x
/// of them count, it is Wilson's interval of the share x/n; (1 - chance) makes
/// it narrower the more of the stratum was drawn. For a sum over strata the
/// variance of the sum takes the place of that of the share, as for an
/// effective sample size.
///
/// Blocks that count may also be in strata of the same code where none of the
/// drawn ones counts. High includes the most that one of these strata may have,
/// and all blocks of strata without a draw.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_ESTIMATE_ESTIMATE_H
#define ANOMALLOC_ANALYSIS_ESTIMATE_ESTIMATE_H

#include "Profile/Profile.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace anomalloc {

/// A number that is exact, or estimated from a sample. Then the truth lies from
/// Low to High in 95 of 100 cases.
struct Estimate {
  uint64_t Value = 0;
  uint64_t Low = 0, High = 0;
  uint64_t Draws = 0; ///< Drawn blocks that the estimate rests on.
  bool IsExact = true;

  static Estimate exact(uint64_t Value) {
    return {Value, Value, Value, 0, true};
  }
  /// So few draws that only the size of the number is known.
  bool isFromFew() const { return !IsExact && Draws < FewDraws; }
  /// Half of the interval's width as a part of Value.
  double relativeError() const;

  static constexpr uint64_t FewDraws = 10;
};

/// Adds up blocks of rows, or their bytes, and what they rest on.
class SampleSum {
public:
  /// \p InTotals: for a sum over all code (Stratum::InTotals).
  explicit SampleSum(bool InTotals = false) : InTotals(InTotals) {}
  /// Adds \p Blocks of the row that \p D is of, which may be none. Each of them
  /// adds \p Each to the sum: 1, or its bytes.
  void add(const Profile &P, const Draws &D, uint64_t Blocks,
           uint64_t Each = 1);
  /// Adds what \p Other has added up.
  SampleSum &operator+=(const SampleSum &Other);
  Estimate estimate(const Profile &P) const;
  /// Draws of equal weight that would tell as much about a share of the blocks
  /// (Kish 1965). No number if the blocks are known exactly.
  double effectiveDraws(const Profile &P) const;
  /// The same without the blocks that may be in other strata of the code: the
  /// sum is about no other sizes and sections.
  Estimate estimateHere(const Profile &P) const;

private:
  struct Part {
    double Draws = 0, Squares = 0; ///< Squares: of what each draw adds.
  };
  /// Blocks, or bytes, that may count beside what was drawn.
  struct Elsewhere {
    double Most = 0;     ///< In a stratum of which blocks were drawn.
    double NotDrawn = 0; ///< In strata without a draw: all of them.
  };
  Elsewhere elsewhere(const Profile &P) const;
  Estimate estimate(const Profile &P, const Elsewhere &Others) const;

  bool InTotals;
  bool OfBytes = false;
  double Sum = 0, LeastSum = 0;
  /// The code whose blocks were added: its first stratum. Blocks that count may
  /// also be in its other strata.
  llvm::SmallDenseSet<uint32_t, 2> Code;
  llvm::SmallDenseMap<uint32_t, Part, 2> Parts; ///< By stratum.
};

/// Wilson's interval for the share of \p Counting in \p All draws: its lower
/// and its upper end.
std::pair<double, double> shareInterval(double Counting, double All);

/// The number \p Blocks of the blocks of one row, whose draws are \p D. May be
/// 0: then all drawn blocks had another fate.
Estimate estimateOfRow(const Profile &P, const Draws &D, uint64_t Blocks);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_ESTIMATE_ESTIMATE_H
