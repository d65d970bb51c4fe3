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

/// Whether \p Function may change an object of type \p Part that a mutable
/// member of a class holds, or that a member points to. \p Function is a const
/// method, or takes a const reference. Its body is read, and so are those of
/// functions that it calls. A method that is not in view may change the object
/// if its class has such a mutable member.
bool mayChangeHidden(const FunctionDecl &Function, QualType Part);

/// Whether the function may change a global object. Each use of a global that
/// is not constant counts as a change. The function's body is read, and so are
/// those of functions that it calls. \p Unseen is the answer for functions that
/// are not in view.
bool mayChangeGlobals(const FunctionDecl &Function, bool Unseen);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FLOW_HIDDENCHANGE_H
