//===- AskOnce.h - calls that one call could stand for ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_REPEATED_CALL_ASKONCE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_REPEATED_CALL_ASKONCE_H

#include "utils/ast/References.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <string>

namespace clang::tidy::anomalloc {

class FunctionFlow;

/// Calls with the same arguments, for which the object that the first one
/// returns could be kept.
struct AskOnce {
  /// In the order of the source. One alone is repeated by a loop.
  llvm::SmallVector<const CallExpr *, 4> Calls;
  /// The statement of a block before which the object would be made.
  const Stmt *Before = nullptr;
  /// Before may run without any of the calls: a loop that never repeats.
  bool MayNotRun = false;
  /// What might change the answer on the way: "'f' may change it". Empty if
  /// nothing is seen that could.
  std::string MayChange;
};

/// Whether the object that \p Call returns could be kept for a while: nobody
/// changes, keeps or moves from it, and what it is made of is named without a
/// side effect.
bool canBeKept(const CallExpr &Call, const ReferenceIndex &Index);

/// The first calls of \p Calls, all of which are in the function of \p Flow in
/// the order of the source and of one callee, that one call could stand for.
/// Nullopt if each needs an answer of its own, or if something is sure to
/// change it on the way.
std::optional<AskOnce> askOnce(llvm::ArrayRef<const CallExpr *> Calls,
                               const FunctionFlow &Flow,
                               const ReferenceIndex &Index);

/// The fix-its that keep the object in a variable. Empty if the text cannot be
/// changed with certainty. \p Nth counts the changes before the same statement.
/// \p Given are the names of other such variables in the function; the new name
/// is added.
llvm::SmallVector<FixItHint, 4> keepAnswer(const AskOnce &Asked, unsigned Nth,
                                           llvm::StringSet<> &Given,
                                           const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_REPEATED_CALL_ASKONCE_H
