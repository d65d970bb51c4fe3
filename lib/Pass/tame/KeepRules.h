//===- KeepRules.h - what speaks against keeping a block --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A block that is kept is memory that the program gave back. These rules bound
/// how much that is, and refuse where nobody would free it, or where the
/// program may know more of its blocks than the language says
/// (docs/design/transform.md).
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_TAME_KEEPRULES_H
#define ANOMALLOC_PASS_TAME_KEEPRULES_H

#include "tame/KeptPlan.h"
#include "tame/Reentry.h"

namespace anomalloc {

/// A block that stays as it is, though it was proved that it can be changed.
struct LeftBlock {
  llvm::CallBase *Call;
  bool IsSlot; ///< It would be a slot of the frame. Else it would be kept.
  llvm::StringRef Why;
};

/// The rules of one module. \p Code must live longer.
class KeepRules {
public:
  KeepRules(const llvm::Module &M, const Reentry &Code);

  /// Why the block of \p Plan must not be kept. Empty: it may be.
  llvm::StringRef obstacle(const KeptPlan &Plan) const;

private:
  bool mayJumpOut(const KeptPlan &Plan) const;
  bool mayKeepMany(const KeptPlan &Plan) const;

  const Reentry &Code;
  bool HasOwnAllocator = false; ///< Some function of it is defined here.
  bool HasLongJumps = false;    ///< Some function calls setjmp or longjmp.
};

/// Sets KeptPlan::Most of \p Plans, all those of one function, so that all
/// blocks of a loop together have at most 64 KiB. Moves what does not fit, or
/// is more than eight for a loop, to \p Left. What was made most often in a
/// profile comes first, then what stands in more loops.
void keepLess(llvm::SmallVectorImpl<KeptPlan> &Plans,
              llvm::SmallVectorImpl<LeftBlock> &Left);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_TAME_KEEPRULES_H
