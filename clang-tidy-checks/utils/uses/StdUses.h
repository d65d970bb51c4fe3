//===- StdUses.h - what functions of std do to arguments --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_STDUSES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_STDUSES_H

#include "utils/uses/StdFunctions.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/Uses.h"

namespace clang::tidy::anomalloc {

/// Whether \p D belongs to the standard library, also within a class or in the
/// namespace of libstdc++'s own iterators.
bool isOfStd(const Decl &D);

/// What a member function of a standard class does to its object; what is done
/// with its result comes on top. Members that only give access to elements
/// (begin, at, front, data) are Read, const or not.
UseKind stdMemberUse(const CXXMethodDecl &Method);

/// Whether the method copies a whole argument of the element type into its
/// object: push_back, insert, assign, operator=.
bool storesArguments(const CXXMethodDecl &Method);

/// Whether objects of the type refer to memory that is not their own: pointers,
/// iterators, views, std::function, and classes that hold one of these and have
/// no destructor of their own.
bool isHandle(QualType Type);
/// Whether a handle of this type lets nobody change what it refers to: const
/// T*, string_view, const_iterator.
bool isConstHandle(QualType Type);
/// Whether the class is a smart pointer or an iterator of std: what it points
/// to is no part of it.
bool isStdPointer(const CXXRecordDecl &Record);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_STDUSES_H
