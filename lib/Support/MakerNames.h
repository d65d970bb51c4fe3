//===- MakerNames.h - makers by their names ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A *maker* is a function that makes blocks on behalf of its caller. The
/// functions here recognize makers by the linkage name alone, or by the
/// name in source form (Demangle.h) of a function that has no linkage name. The
/// pass and the reader both use them, so that they give one answer. All
/// functions are safe in any thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_MAKERNAMES_H
#define ANOMALLOC_SUPPORT_MAKERNAMES_H

#include "llvm/ADT/StringRef.h"

namespace anomalloc {

/// The type that a coroutine's frame is given, as it has none in the source.
inline constexpr llvm::StringLiteral CoroutineFrameType("coroutine frame");

/// Whether \p LinkageName is of the C++ library's namespaces, of the crates
/// that come with Rust, of the functions with which other languages ask for
/// memory, or "_start", which the C library adds to each program.
bool isLibraryName(llvm::StringRef LinkageName);

/// Whether \p LinkageName is of a procedure that gfortran makes for a type, to
/// copy an object, or to end one.
bool isMadeByFortran(llvm::StringRef LinkageName);

/// Whether \p LinkageName is of a function whose kind makes it a maker: a
/// constructor, an assignment, an operator that computes a value, an
/// `operator[]`, a conversion, an `operator new`, a wrapper of malloc in
/// CPython, a constructor or postblit of D, an implementation of Rust's `Clone`
/// or `Default`, what gfortran makes for a type. Not: destructors, `()`, `<<`,
/// `>>`, `->`, the `*` of an iterator, comparisons, lambdas.
bool isMakerName(llvm::StringRef LinkageName);

/// Whether \p LinkageName is of a function by which compilers begin a parallel
/// region of OpenMP.
bool startsTeam(llvm::StringRef LinkageName);

/// Whether a function's own name ("makeNode", "str_dup") says that it hands a
/// new block to its caller.
bool isFactoryName(llvm::StringRef LinkageName);

/// Whether the function's name says that it returns a copy of its argument
/// ("clone").
bool isCopyName(llvm::StringRef LinkageName);

/// Whether the function's name says that it copies a shared object before the
/// object is written ("detach").
bool isUnshareName(llvm::StringRef LinkageName);

/// Whether the function's name says that it lets its argument grow
/// ("list_append").
bool isGrowthName(llvm::StringRef LinkageName);

/// Whether \p LinkageName is of a C++ library's function that a container calls
/// when its room is used up. Such a function is out of line because it is
/// seldom called.
bool isSlowPathName(llvm::StringRef LinkageName);

/// Whether a member's name says that it makes an object ready to be filled
/// again ("clear", "reset").
bool isRefillName(llvm::StringRef Name);

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_MAKERNAMES_H
