//===- RankTest.h - whether two samples differ ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Mann and Whitney's U test, exact and two-sided, also with ties. It looks at
/// all ways to deal the numbers of both samples out to two samples of these
/// sizes. The result is the share of ways that lie at least as far from the
/// mean as the measured samples. The test uses only the order of the numbers,
/// so one slow run cannot make a difference.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ALLOCATORS_RANKTEST_H
#define ANOMALLOC_ALLOCATORS_RANKTEST_H

#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace anomalloc {

/// The most numbers of one sample.
constexpr size_t LargestSample = 100;

/// The probability that two samples of one distribution are at least as far
/// apart as \p A and \p B. It is 1 if one of them is empty.
double rankTest(llvm::ArrayRef<double> A, llvm::ArrayRef<double> B);

/// The least that rankTest can return for samples of \p N numbers each.
double leastOfRankTest(size_t N);

/// Holm's correction. Returns \p P with each probability made larger. Then, for
/// any level, the chance of one false alarm among all tests is at most this
/// level.
std::vector<double> correctByHolm(llvm::ArrayRef<double> P);

double medianOf(std::vector<double> Numbers);

} // namespace anomalloc

#endif // ANOMALLOC_ALLOCATORS_RANKTEST_H
