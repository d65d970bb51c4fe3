//===- MadeBlocks.h - what is proved of calls of makers ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The blocks that a maker (a constructor, a function that returns an object)
/// makes stay in the object, or are what it returns. So of a call of a maker it
/// can be asked what becomes of the blocks, as of a site:
/// \code
///   Table T(N);      // the constructor stands out of line: T holds a block
///   use(T);
///                    // the destructor frees it: life call, or iteration
/// \endcode
/// The answer is a proof of all blocks that are made for the caller in the
/// call. If one of them cannot be followed, there is none.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_VERDICTS_MADEBLOCKS_H
#define ANOMALLOC_PASS_VERDICTS_MADEBLOCKS_H

#include "verdicts/Verdicts.h"

namespace anomalloc {

/// The object that a call makes: so many bytes from the beginning of Base.
struct MadeObject {
  const llvm::Value *Base = nullptr; ///< Null: the call makes none.
  int64_t Offset = 0;
  int Number = -1; ///< The argument that points to it.
};

/// Where the address of a block stands when a call has made it.
struct BlockStart {
  const llvm::Value *V;
  /// So many bytes from the beginning of the object at V; none: it is V.
  HandedBy Offset;
};

/// The blocks that a function makes for its caller.
struct MadeBlocks {
  bool AreAllKnown = false;
  /// Proved only if nobody else changes the object meanwhile.
  bool NeedsObject = false;
  /// For each block, and each way to a return on which it lives: how the
  /// caller gets it, for sure. Several answers hold at once.
  std::vector<llvm::SmallVector<HandedBy, 2>> Handed;
  /// If not all are known: what the first of the others meets. Why may be None.
  EscapeReason First;
};

/// One object serves one module, as long as the module does not change.
class MadeBlockFinder {
public:
  /// \p SiteAt gives the site of a call, or null. \p MayMake tells whether what
  /// is made in a call is made for the function that calls.
  MadeBlockFinder(
      EscapeFinder &Escapes, PathFinder &Paths,
      std::function<const FoundSite *(const llvm::CallBase &)> SiteAt,
      std::function<bool(const llvm::CallBase &)> MayMake)
      : Escapes(Escapes), Paths(Paths), SiteAt(std::move(SiteAt)),
        MayMake(std::move(MayMake)) {}

  /// Adds to \p Proofs what is proved of the blocks that \p Calls, all those of
  /// \p F, make for \p F. There is no proof of a call if nobody knows the body
  /// of what is called, or if it makes no blocks for its caller.
  void judge(const llvm::Function &F, llvm::ArrayRef<llvm::CallBase *> Calls,
             const llvm::LoopInfo &Loops, SiteProofs &Proofs);

private:
  std::optional<SiteProof> judge(const llvm::CallBase &Call,
                                 llvm::ArrayRef<const llvm::CallBase *> Copies,
                                 const llvm::LoopInfo &Loops);
  /// \p Number is that of the argument which points to the object, or -1.
  const MadeBlocks &madeBy(const llvm::Function &Callee, int Number);
  void addCall(const llvm::CallBase &Call, const llvm::Value *Into,
               MadeBlocks &Made);
  bool addBlock(const llvm::CallBase &Call, BlockStart From,
                const llvm::Value *Into, MadeBlocks &Made);
  bool isOwn(const llvm::CallBase &Call, const MadeObject &Object);
  SiteProof judge(const llvm::CallBase &Call, BlockStart From,
                  llvm::ArrayRef<const llvm::CallBase *> Copies,
                  const llvm::Loop *Innermost);

  EscapeFinder &Escapes;
  PathFinder &Paths;
  std::function<const FoundSite *(const llvm::CallBase &)> SiteAt;
  std::function<bool(const llvm::CallBase &)> MayMake;
  std::map<std::pair<const llvm::Function *, int>, MadeBlocks> Known;
  unsigned Levels = 0; ///< Of calls that are being looked at.
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_VERDICTS_MADEBLOCKS_H
