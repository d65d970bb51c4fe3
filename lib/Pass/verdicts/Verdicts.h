//===- Verdicts.h - what is proved of the blocks of a site ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Asks, when the optimizer has done its work, how long the blocks of a site
/// live, whether their addresses get out, and how large they can be
/// (docs/design/verdicts.md).
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_VERDICTS_VERDICTS_H
#define ANOMALLOC_PASS_VERDICTS_VERDICTS_H

#include "sites/UnitTable.h"
#include "verdicts/Paths.h"

namespace llvm {
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace anomalloc {

class ChainBuilder;
struct FoundSite;

/// What is proved of one call that allocates.
struct SiteProof {
  BlockLife Life = BlockLife::Open;
  bool FitsStack = false;
  /// The outermost loop that the block can be made in front of. Null: none.
  const llvm::Loop *KeptAround = nullptr;
  std::optional<uint64_t> SizeBound; ///< Bytes.
  EscapeReason Obstacle;
  /// As BlockVerdict::Readers: the first function, and how many there are.
  const llvm::CallBase *FirstReader = nullptr;
  unsigned Readers = 0;
};

/// Where a call stands in the source, and whom it calls: copies that the
/// optimizer makes of one call are equal.
using CallSource = std::tuple<const llvm::Value *, unsigned, unsigned,
                              const void *, const void *>;
CallSource sourceOf(const llvm::CallBase &Call);
using SourceCopies =
    std::map<CallSource, llvm::SmallVector<const llvm::CallBase *, 1>>;

/// What is proved of calls that allocate, or that call makers.
using SiteProofs = llvm::DenseMap<const llvm::CallBase *, SiteProof>;

/// Judges the sites of one module, before the module is changed.
class VerdictFinder {
public:
  explicit VerdictFinder(EscapeFinder::LibraryOf Library)
      : Escapes(std::move(Library)), Paths(Escapes) {}

  /// Adds the proofs of \p Sites, all those of \p F, to \p Proofs. There is
  /// none for a call that makes no block of the heap, or if \p F was not
  /// optimized.
  /// \p SE may be null: the function has no loops.
  void judge(const llvm::Function &F, llvm::ArrayRef<FoundSite> Sites,
             const llvm::LoopInfo &Loops, llvm::ScalarEvolution *SE,
             SiteProofs &Proofs);

  EscapeFinder &escapes() { return Escapes; }
  PathFinder &paths() { return Paths; }

private:
  SiteProof judge(const FoundSite &Site,
                  llvm::ArrayRef<const llvm::CallBase *> Copies,
                  const llvm::LoopInfo &Loops, llvm::ScalarEvolution *SE);

  EscapeFinder Escapes;
  PathFinder Paths;
};

/// \p Proof as a fact of the table. Names the obstacle by the first line of the
/// user's that it stands in.
BlockVerdict toVerdict(const SiteProof &Proof, UnitTable &Table,
                       ChainBuilder &Chains);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_VERDICTS_VERDICTS_H
