//===- Reentry.h - code that runs unseen ------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What calls may do that the code of a module does not show: they may call
/// back into the module, and they may leave it by longjmp(3).
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_TAME_REENTRY_H
#define ANOMALLOC_PASS_TAME_REENTRY_H

#include "verdicts/Escape.h"
#include "llvm/ADT/DenseSet.h"

namespace llvm {
class Module;
} // namespace llvm

namespace anomalloc {

/// The answers for one module, as it was when the object was made. The cost is
/// linear in the number of instructions.
class Reentry {
public:
  Reentry(const llvm::Module &M, EscapeFinder::LibraryOf Library);

  /// Whether a call of \p F may begin while another one runs in the same
  /// thread: by recursion that the module shows, through a pointer or a virtual
  /// function, or through a function of another unit that calls back. A
  /// destructor of an exception and a handler of a signal are not counted.
  bool mayBeReentered(const llvm::Function &F) const {
    return Recursive.contains(&F);
  }

  /// Whether \p Call may run code of the program that the module does not show,
  /// or may leave its function by longjmp.
  bool mayRunOtherCode(const llvm::CallBase &Call) const;

  /// Whether another call of the function that makes \p Call may begin before
  /// \p Call is over.
  bool mayComeBack(const llvm::CallBase &Call) const;

private:
  EscapeFinder::LibraryOf Library;
  llvm::DenseSet<const llvm::Function *> Recursive;
  llvm::DenseSet<const llvm::Function *> RunsOthers; ///< Bodies of the module.
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_TAME_REENTRY_H
