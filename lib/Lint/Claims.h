//===- Claims.h - whether accesses bear a finding out -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some checks say that nobody reads a container, or that a copy is only read
/// (Claims.def). A profile of the mode access shows what was done to the blocks
/// of their lines.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_CLAIMS_H
#define ANOMALLOC_LINT_CLAIMS_H

#include "Review/Finding.h"

namespace anomalloc::lint {

enum class ClaimState {
  Unknown,   ///< The check claims nothing of this kind, or nobody counted.
  Confirmed, ///< Nine of ten blocks were used as it says.
  Doubtful,  ///< What it calls only read was written again and again.
};

ClaimState stateOfClaim(const Finding &F);

/// What accesses tell of the claim of \p F, for people; "" if nothing.
std::string claimText(const Finding &F);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_CLAIMS_H
