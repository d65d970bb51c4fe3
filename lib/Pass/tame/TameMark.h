//===- TameMark.h - allocations that were dealt with ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_TAME_TAMEMARK_H
#define ANOMALLOC_PASS_TAME_TAMEMARK_H

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Metadata.h"

namespace anomalloc {

inline constexpr llvm::StringLiteral TameMark("anomalloc.tame");

/// Marks \p Call, which still allocates where nothing else serves, so that
/// link-time optimization leaves it as it is.
inline void markTame(llvm::CallBase &Call) {
  Call.setMetadata(TameMark, llvm::MDNode::get(Call.getContext(), {}));
}

inline bool isMarkedTame(const llvm::CallBase &Call) {
  return Call.getMetadata(TameMark);
}

} // namespace anomalloc

#endif // ANOMALLOC_PASS_TAME_TAMEMARK_H
