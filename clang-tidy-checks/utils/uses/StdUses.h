//===- StdUses.h - what functions of std do to arguments --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_STDUSES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_STDUSES_H

#include "utils/uses/Uses.h"
#include <optional>

namespace clang::tidy::anomalloc {

/// Whether \p D belongs to the standard library, also within a class or in the
/// namespace of libstdc++'s own iterators.
bool isOfStd(const Decl &D);

/// What a member function of a standard class does to its object; what is done
/// with its result comes on top. Members that only give access to elements
/// (begin, at, front, data) are Read, const or not.
UseKind stdMemberUse(const CXXMethodDecl &Method);

/// What a function of std that is no member, or a function object of
/// std::ranges, does to one argument.
enum class StdArgument {
  Value,     ///< Reads it, and keeps and returns nothing of it.
  Same,      ///< Returns a reference to it: as_const, max.
  Move,      ///< std::move, std::forward.
  Element,   ///< Returns a reference to a part of it: get.
  Access,    ///< Returns an iterator or pointer into it: begin, data.
  Address,   ///< Returns something that refers to it: ref, addressof.
  Read,      ///< Algorithms that only read, and may return an iterator.
  Write,     ///< Algorithms that change elements.
  WriteLast, ///< Algorithms that change what the last iterator points to.
  Grow,      ///< back_inserter, operator<< of streams.
  Shrink,    ///< erase, erase_if.
  Assign,    ///< swap, exchange, getline.
  Store,     ///< Returns an object that holds a copy: make_pair.
  Escape,    ///< Keeps it, or calls something with it: bind, async.
};
/// Nullopt if the function is not known.
std::optional<StdArgument> stdArgumentUse(llvm::StringRef Function);

/// Whether the method copies a whole argument of the element type into its
/// object: push_back, insert, assign, operator=.
bool storesArguments(const CXXMethodDecl &Method);

/// Whether a function of C changes what a pointer argument points to and keeps
/// no pointer: memcpy, snprintf, fread.
bool isBoundedCFunction(llvm::StringRef Name);

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
