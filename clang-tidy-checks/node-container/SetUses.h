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
    Filter,  ///< A counted loop asks for each key whether the set has it.
    Collect, ///< It is filled by counted loops, then looked through.
  };
  explicit operator bool() const { return Is != Other; }
  Kind Is = Other;
  const Stmt *Insertion = nullptr; ///< The first insertion.
};

/// The purpose of the local set \p Set in its function, as all uses of the set
/// show it.
SetPurpose purposeOf(const VarDecl &Set, const FunctionFlow &Flow,
                     const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_NODE_CONTAINER_SETUSES_H
