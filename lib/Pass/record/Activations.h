//===- Activations.h - functions tell that they run -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With the option anomalloc-activations, a function of the user's says when it
/// is entered and left, if it allocates or calls an out-of-line library
/// function with sites. (The names are those of struct AnomallocActivations.)
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
/// Functions are looked at after inlining. A library function stays silent, so
/// that its blocks are those of the user's function that called it. But it is
/// not silent if the user's code was inlined there and nothing else allocates.
///
/// When an exception or a longjmp skips frames, Depth stays too high. So each
/// function, silent or not, corrects Depth where it goes on after that:
/// `store volatile i64 %depth (in silent functions: %outer), Depth` stands
/// where exceptions land, and behind calls that return twice or switch stacks.
///
/// A call that may become a jump can still become one, so that chains of jumps
/// need no stack: the function counts as left before the call. But the function
/// counts as left after the call if the call only frees, or if the function
/// never recurses: then no chain grows, and the call may free a block of the
/// function itself.
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

/// Decides which functions of a module say when they are entered and left.
class TellingFunctions {
public:
  explicit TellingFunctions(ChainBuilder &Chains) : Chains(Chains) {}

  /// Notes that \p F allocates, or calls a library function that allocates.
  /// \p IsUserFrame tells whether the line that does so is the user's or a
  /// library's.
  void add(const llvm::Function &F, bool IsUserFrame) {
    (IsUserFrame ? OfUser : OfLibrary).insert(&F);
  }

  bool tells(const llvm::Function &F) const;

private:
  ChainBuilder &Chains;
  llvm::DenseSet<const llvm::Function *> OfUser, OfLibrary;
};

/// Inserts the code that corrects Depth and, if \p Tells, the code at the entry
/// and the exits. Must run after all other recording of \p F. False: there is
/// nothing to insert.
bool recordActivations(llvm::Function &F, bool Tells,
                       const llvm::TargetLibraryInfo &TLI);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_ACTIVATIONS_H
