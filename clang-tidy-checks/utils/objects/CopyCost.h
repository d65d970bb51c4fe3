//===- CopyCost.h - what a copy of an object costs --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<int>        owns heap memory
//   std::function<void()>   may own heap memory: its closure, if that is large
//   std::shared_ptr<int>    counts its copies, with an atomic operation each
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_COPYCOST_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_COPYCOST_H

#include "utils/framework/Weights.h"
#include "utils/objects/HeapOwning.h"

namespace clang::tidy::anomalloc {

struct CopyCost {
  enum Kind { None, HeapMemory, Closure, Count };

  /// The cost of copying a \p Type. \p Owner is the answer of HeapOwning for
  /// copying a \p Type.
  static CopyCost of(QualType Type, const HeapOwnership &Owner);

  explicit operator bool() const { return What != None; }
  /// For a message, behind "that" or "which": "owns heap memory (member 'X')".
  std::string phrase() const;
  /// The weight for Diagnosis::AtMost. A copy that only raises a count
  /// allocates nothing, not even in a loop.
  Weight atMost() const {
    return What == Count ? Weight::HardlyAny : Weight::Measured;
  }

  Kind What = None;
  HeapOwnership Owner;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_COPYCOST_H
