//===- StdUses.h - what functions of std do to arguments --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_STDUSES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_STDUSES_H

#include "utils/objects/StdTypes.h"
#include "utils/objects/TypeReach.h"
#include "utils/uses/StdFunctions.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/Uses.h"

namespace clang::tidy::anomalloc {

/// What a member function of a standard class does to its object. Uses of its
/// result come on top. Members that only give access to elements (begin, at,
/// front, data) are Read, const or not.
UseKind stdMemberUse(const CXXMethodDecl &Method);

/// Whether the method copies a whole argument of the element type into its
/// object: push_back, insert, assign, operator=.
bool storesArguments(const CXXMethodDecl &Method);

/// Whether a handle of this type lets nobody change what it refers to: const
/// T*, string_view, const_iterator.
bool isConstHandle(QualType Type);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_STDUSES_H
