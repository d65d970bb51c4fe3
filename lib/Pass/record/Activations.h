//===- Activations.h - functions tell that they run -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The option anomalloc-activations. A function of the user's that allocates,
/// or that calls an out-of-line library function with sites, says when it is
/// entered and left (names are those of struct AnomallocActivations):
/// \code
///   entry:
///     %outer = load volatile i64, Depth
///     %depth = add i64 %outer, 1
///     store volatile i64 %depth, Depth
///     %entered = load volatile ptr, Entered
///     br (icmp eq %entered, null), label %body, label %tell    ; likely
///   tell:
///     call preserve_mostcc void @__anomalloc_entered(i64 %depth)
///   body:
///     ...
///     store volatile i64 %outer, Depth
///     ret void
/// \endcode
/// A function is what it is after inlining. One of a library stays silent, so
/// that its blocks are those of the user's function that called it; unless the
/// user's code was inlined there and nothing else allocates.
///
/// What skips frames leaves Depth too high. So any function that goes on after
/// that puts it right: `store volatile i64 %depth (silent ones: %outer), Depth`
/// stands where exceptions land and behind calls that return twice.
///
/// A call that may become a jump stays one, so that chains of them need no
/// stack: the function is left before it. But for calls that only free, and in
/// functions that never recurse: no chain grows there, and what the call frees
/// may be the function's.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_RECORD_ACTIVATIONS_H
#define ANOMALLOC_PASS_RECORD_ACTIVATIONS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace llvm {
class Function;
class Module;
class TargetLibraryInfo;
} // namespace llvm

namespace anomalloc {

class ChainBuilder;

/// Finds out which functions of a module are to tell.
class TellingFunctions {
public:
  explicit TellingFunctions(ChainBuilder &Chains) : Chains(Chains) {}

  /// \p F allocates, or calls a library function that does, in a line of the
  /// user's or of a library's.
  void add(const llvm::Function &F, bool IsUserFrame) {
    (IsUserFrame ? OfUser : OfLibrary).insert(&F);
  }

  bool tells(const llvm::Function &F) const;

private:
  ChainBuilder &Chains;
  llvm::DenseSet<const llvm::Function *> OfUser, OfLibrary;
};

/// Inserts the telling, if \p Tells, and the putting right. After all other
/// recording of \p F. False: there is nothing to insert.
bool recordActivations(llvm::Function &F, bool Tells,
                       const llvm::TargetLibraryInfo &TLI);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_ACTIVATIONS_H
