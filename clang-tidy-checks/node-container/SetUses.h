//===- SetUses.h - what a local set is good for -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_SETUSES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_SETUSES_H

#include "utils/ast/References.h"

namespace clang::tidy::anomalloc {

class FunctionFlow;

struct SetPurpose {
  enum Kind {
    Other,
    Filter,  ///< A counted loop asks it of each key: seen before?
    Collect, ///< It is filled by counted loops, then looked through.
  };
  explicit operator bool() const { return Is != Other; }
  Kind Is = Other;
  const Stmt *Insertion = nullptr; ///< The first.
};

/// What for a function has a local set, from all that it does with it.
SetPurpose purposeOf(const VarDecl &Set, const FunctionFlow &Flow,
                     const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_SETUSES_H
