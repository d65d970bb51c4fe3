//===- SecondBody.h - a function with two bodies ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function asks when it is entered whether accesses are counted:
/// \code
///   entry:
///     %on = load i32, ptr @__anomalloc_access_on
///     br (icmp eq %on, 0), label %first, label %ask           ; likely
///   ask:
///     %window = load ptr, ptr @__anomalloc_access_window
///     br (icmp ne %window, null), label %has, label %begin    ; likely
///   begin:
///     %begun = call ptr @__anomalloc_access_begin()
///   has:
///     %its = phi ptr [ %window, %ask ], [ %begun, %begin ]
///     br (icmp ne %its, null), label %second, label %first
/// \endcode
/// The first body is the function as it was. So a run in another mode pays for
/// the question alone.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_ACCESS_SECONDBODY_H
#define ANOMALLOC_PASS_ACCESS_SECONDBODY_H

#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace llvm {
class BasicBlock;
class Function;
class Value;
} // namespace llvm

namespace anomalloc {

/// The body in which accesses are counted.
struct SecondBody {
  llvm::SmallVector<llvm::BasicBlock *, 16> Blocks;
  llvm::Value *Window; ///< Never null in the body.
  llvm::Value *Last;   ///< ANOMALLOC_ACCESS_LAST bytes behind Window.
};

/// Gives \p F a second body, a copy of its first. None if \p F may not be
/// copied: it has the addresses of labels, or a call that must stay the only
/// one.
std::optional<SecondBody> addSecondBody(llvm::Function &F);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_ACCESS_SECONDBODY_H
