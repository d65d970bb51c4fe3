//===- MembersInView.h - is all that uses a member seen ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_MEMBERSINVIEW_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_MEMBERSINVIEW_H

#include "utils/ast/References.h"

namespace clang::tidy::anomalloc {

/// Whether every use of a member stands in this translation unit. That holds if
/// its class is defined in the main file. It also holds if the member is
/// private, its class has no friends, and the bodies of all methods of the
/// class are seen. False for members of templates' patterns.
bool allUsesInView(const FieldDecl &Field, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_MEMBERSINVIEW_H
