//===- Describe.h - what is known of a site ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_SITES_DESCRIBE_H
#define ANOMALLOC_PASS_SITES_DESCRIBE_H

#include "sites/SiteFinder.h"
#include "sites/UnitTable.h"
#include "verdicts/Verdicts.h"

namespace anomalloc {

class ChainBuilder;
class LoopRows;
class SiteIds;
class TypeFinder;

/// What an iteration is, the source says: without loops that are as in the
/// source, there is no proof of iterations.
void heedSource(const llvm::CallBase &Call, LoopRows &Loops, SiteProof &Proof);

/// Puts the sites of \p F into the unit's table and gives them their slots.
/// Returns the index of each one's row. Copies that the optimizer made of one
/// call (same location, callee and size) share a row.
llvm::SmallVector<unsigned, 4>
describeSites(const llvm::Function &F, llvm::ArrayRef<FoundSite> Sites,
              LoopRows &Loops, UnitTable &Table, ChainBuilder &Chains,
              TypeFinder &Types, const SiteProofs &Proofs, SiteIds &Ids);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SITES_DESCRIBE_H
