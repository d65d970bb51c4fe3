//===- Paths.h - whether a block is freed on every path ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows all paths of a function from where a block is made, and keeps the
/// values and variables that surely hold the block's address. A path ends where
/// one of them is freed. Exceptions are paths, too.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_VERDICTS_PATHS_H
#define ANOMALLOC_PASS_VERDICTS_PATHS_H

#include "verdicts/Escape.h"

namespace llvm {
class BasicBlock;
class Loop;
class LoopInfo;
} // namespace llvm

namespace anomalloc {

/// How a function gives a block to its caller: in the object that an argument
/// points to, so many bytes from its beginning; without a number, as what it
/// returns.
using HandedBy = std::optional<int64_t>;

/// Where a block may still live.
struct LivePaths {
  /// The first of these places in the order of the search: a return, an end by
  /// an exception, or the next iteration of a loop around the site. Why is None
  /// if there is none.
  EscapeReason First;
  bool Returns = false; ///< The function may return before the block is freed.
  bool Throws = false;  ///< An exception may leave the function before that.
  bool IsFreed = false; ///< One path or more frees it.
  bool LeavesIteration = false; ///< The next iteration may begin before that.
  bool MeetsNext = false; ///< The site may make the next block before that.
  /// If the block may be handed out, for each way to a return: by which of
  /// these it surely is. Such a return is not one of Returns.
  std::vector<llvm::SmallVector<HandedBy, 2>> Handed;
};

class PathFinder {
public:
  explicit PathFinder(EscapeFinder &Escapes) : Escapes(Escapes) {}

  /// The paths from \p Call, which makes the block. \p Copies are the calls
  /// that the optimizer made of one call of the source, \p Call among them: any
  /// of them makes the next block. Only variables among
  /// \p Holders are trusted to hold what was stored in them. \p Loop is the
  /// innermost loop around the call, or null.
  LivePaths fromSite(const llvm::CallBase &Call,
                     llvm::ArrayRef<const llvm::CallBase *> Copies,
                     const llvm::SmallPtrSetImpl<const llvm::Value *> &Holders,
                     const llvm::Loop *Loop);

  /// As fromSite(), of the block whose address stands in \p Object, so many
  /// bytes from its beginning, when \p Call returns.
  LivePaths
  fromObject(const llvm::CallBase &Call,
             llvm::ArrayRef<const llvm::CallBase *> Copies,
             const llvm::Value &Object, int64_t Offset,
             const llvm::SmallPtrSetImpl<const llvm::Value *> &Holders,
             const llvm::Loop *Loop);

  /// As fromSite() and, with an \p Offset, fromObject() say, without a loop.
  /// But the function may hand the block to its caller: as what it returns, if
  /// \p Into is null, else in the object that its argument \p Into points to.
  /// Then the caller must know that nobody else changes the object.
  LivePaths handedOut(const llvm::CallBase &Call, const llvm::Value &Start,
                      std::optional<int64_t> Offset,
                      const llvm::SmallPtrSetImpl<const llvm::Value *> &Holders,
                      const llvm::Value *Into);

  /// Whether \p Callee frees something and, when it returns, has freed its
  /// argument number \p Number or, with an \p Offset, the block whose address
  /// stands in the object that the argument points to, so many bytes from its
  /// beginning.
  bool frees(const llvm::Function &Callee, unsigned Number,
             std::optional<int64_t> Offset);

private:
  class Search;
  LivePaths search(const llvm::CallBase &Call,
                   llvm::ArrayRef<const llvm::CallBase *> Copies,
                   const llvm::Value &Start, std::optional<int64_t> Offset,
                   const llvm::SmallPtrSetImpl<const llvm::Value *> &Holders,
                   const llvm::Loop *Loop, bool HandsOut = false,
                   const llvm::Value *Into = nullptr);

  using Key =
      std::tuple<const llvm::Function *, unsigned, std::optional<int64_t>>;
  EscapeFinder &Escapes;
  std::map<Key, bool> Known;
  unsigned Levels = 0;
  const llvm::Function *Current = nullptr;
  unsigned Visits = 0; ///< Of instructions of Current.
};

/// Whether \p F leaves its caller for a place that setjmp(3) or getcontext(3)
/// marked.
bool isLongJump(const llvm::Function &F);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_VERDICTS_PATHS_H
