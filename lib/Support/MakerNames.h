//===- MakerNames.h - makers by their names ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A *maker* is a function that makes blocks on behalf of its caller. What its
/// linkage name alone tells stands here, so that the pass and the reader give
/// one answer. All functions are safe in any thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_MAKERNAMES_H
#define ANOMALLOC_SUPPORT_MAKERNAMES_H

#include "llvm/ADT/StringRef.h"

namespace anomalloc {

/// The type of a coroutine's frame, which has none in the source.
inline constexpr llvm::StringLiteral CoroutineFrameType("coroutine frame");

/// Whether \p LinkageName is of the C++ library's namespaces.
bool isLibraryName(llvm::StringRef LinkageName);

/// Whether \p LinkageName is of a function whose kind makes it a maker: a
/// constructor, an assignment, an operator that computes a value, an
/// `operator[]`, a conversion, an `operator new`. Not: destructors, `()`, `<<`,
/// `>>`, `->`, the `*` of an iterator, comparisons, lambdas.
bool isMakerName(llvm::StringRef LinkageName);

/// Whether a function's own name ("makeNode", "str_dup") says that it hands a
/// new block to its caller.
bool isFactoryName(llvm::StringRef LinkageName);

/// Likewise that it hands out a copy of what it is given ("clone").
bool isCopyName(llvm::StringRef LinkageName);

/// Likewise that it copies what it is given if others hold it, too, before it is
/// written ("detach").
bool isUnshareName(llvm::StringRef LinkageName);

/// Likewise that what it is given grows ("list_append").
bool isGrowthName(llvm::StringRef LinkageName);

/// Whether it is a function of a C++ library that a container calls where its
/// room is used up, out of line because that is seldom.
bool isSlowPathName(llvm::StringRef LinkageName);

/// Whether a member's name says that it makes an object ready to be filled again
/// ("clear", "reset").
bool isRefillName(llvm::StringRef Name);

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_MAKERNAMES_H
