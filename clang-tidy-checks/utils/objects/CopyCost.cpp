//===- CopyCost.cpp - what a copy of an object costs ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/CopyCost.h"
#include "utils/objects/StdTypes.h"

namespace clang::tidy::anomalloc {

CopyCost CopyCost::of(QualType Type, const HeapOwnership &Owner) {
  if (Owner)
    return {HeapMemory, Owner};
  if (isStd(Type, {"function"}))
    return {Closure, Owner};
  if (isStd(Type, {"shared_ptr"}))
    return {Count, Owner};
  return {};
}

std::string CopyCost::phrase() const {
  switch (What) {
  case None:
    return "";
  case Closure:
    return "may own heap memory";
  case Count:
    return "counts its copies by atomic operations";
  case HeapMemory: {
    const std::string Reason = Owner.reason();
    return Reason.empty() ? "owns heap memory"
                          : "owns heap memory (" + Reason + ")";
  }
  }
  llvm_unreachable("all kinds are above");
}

} // namespace clang::tidy::anomalloc
