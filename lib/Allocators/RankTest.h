//===- RankTest.h - whether two samples differ ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Mann and Whitney's U test, exact and two-sided, also with ties: of all ways
/// to deal the numbers of both samples out to two samples of these sizes, the
/// share that lies as far from the mean as what was measured, or farther. It
/// asks nothing of the numbers but their order, so one slow run cannot make a
/// difference.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ALLOCATORS_RANKTEST_H
#define ANOMALLOC_ALLOCATORS_RANKTEST_H

#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace anomalloc {

/// The most numbers of one sample.
constexpr size_t LargestSample = 100;

/// The probability that samples of one distribution are as far apart as \p A
/// and \p B. 1 if one is empty.
double rankTest(llvm::ArrayRef<double> A, llvm::ArrayRef<double> B);

/// The least that rankTest can return for samples of \p N numbers each.
double leastOfRankTest(size_t N);

/// Holm's correction: \p P, each made larger so that among all of them the
/// chance of one false alarm at a level is no more than this level.
std::vector<double> correctByHolm(llvm::ArrayRef<double> P);

double medianOf(std::vector<double> Numbers);

} // namespace anomalloc

#endif // ANOMALLOC_ALLOCATORS_RANKTEST_H
