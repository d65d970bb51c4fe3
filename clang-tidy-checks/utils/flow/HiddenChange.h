//===- HiddenChange.h - what const methods change ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   class Cache {
//     mutable std::vector<int> Data;
//   public:
//     const std::vector<int> &get() const { return Data; }
//     void touch() const { Data.clear(); }
//   };
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_HIDDENCHANGE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_HIDDENCHANGE_H

#include "clang/AST/Type.h"

namespace clang {
class FunctionDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

/// Whether the function, a const method or one that takes a const reference,
/// may change an object of type \p Part that a mutable member of a class holds
/// or a member points to: its body does, or that of a function that it calls.
/// One that is not in view, of a class with such a mutable member, may.
bool mayChangeHidden(const FunctionDecl &Function, QualType Part);

/// Whether the function may change a global object. Each use of a global that is
/// not constant, in its body or in that of a function that it calls, is taken for
/// a change. \p Unseen is the answer for those that are not in view.
bool mayChangeGlobals(const FunctionDecl &Function, bool Unseen);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_HIDDENCHANGE_H
