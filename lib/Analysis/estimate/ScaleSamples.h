//===- ScaleSamples.h - from drawn blocks to estimates ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In a sampled profile the rows of counts are exact, but the rows of stacks
/// and lifetimes hold only the blocks that were drawn. Here these rows become
/// estimates: each drawn block stands for as many blocks of its own site as the
/// exact counts say (post-stratification).
///
/// A stratum is one size in one section of a site, if enough of its blocks can
/// be expected to be drawn. Sizes with few are put together, over all sections:
/// all of one site between two powers of two.
/// \code
///   site   size  section  blocks    expected   stratum
///   main    256  read     400,000        195   400,000 blocks
///   main     24  read      10,000        0.5   \ 26,000 blocks of 16 to 31
///   main     16  write     16,000        0.5   / bytes
/// \endcode
/// What is expected depends only on exact counts. So the choice of strata does
/// not depend on what happened to be drawn, which would distort the estimates.
///
/// If the run put sizes together (option room), all strata are such powers of
/// two, because not all counts have their own size.
///
/// Where the rate grew, blocks that were drawn at different rates are in
/// different strata. How many there are is known exactly for each rate, too
/// (Profile::Doublings). So a stratum has one chance for blocks of one size.
///
/// Within a stratum, blocks have the weights 1/chance (Horvitz and Thompson),
/// multiplied so that their sum is the number of blocks in the stratum. A
/// stratum without a drawn block is listed in NotDrawn or WithoutStacks.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_ESTIMATE_SCALESAMPLES_H
#define ANOMALLOC_ANALYSIS_ESTIMATE_SCALESAMPLES_H

#include "Profile/Profile.h"

namespace anomalloc {

/// Draws that must be expected in a stratum, so that it stands alone.
inline constexpr double EnoughDraws = 10;

/// Makes the rows of stacks and lifetimes of \p P estimates of all blocks, if
/// they are drawn ones. Afterwards P.isEstimated() holds. Then the sections of
/// one name are one again. Rows that were drawn at different rates stay apart.
///
/// Peaks become estimates of what lived when, by chances alone, most did.
void scaleSamples(Profile &P);

/// The row \p L of an estimated profile as a part of a sum over all code
/// (Stratum::InTotals).
Lifetime inTotals(const Profile &P, const Lifetime &L);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_ESTIMATE_SCALESAMPLES_H
