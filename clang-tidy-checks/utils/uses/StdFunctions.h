//===- StdFunctions.h - what functions of std do ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_STDFUNCTIONS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_STDFUNCTIONS_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

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

/// A row of StdFunctions.def.
struct StdFunction {
  enum Trait : unsigned {
    None = 0,
    Count = 1u << 0,     ///< The number of elements: size, ssize.
    Extent = 1u << 5,    ///< An answer from the number of elements: empty.
    Position = 1u << 1,  ///< An iterator or pointer into its argument.
    Reduces = 1u << 2,   ///< Its result is no iterator, and rests on the values
                         ///< of the elements only; it writes to none.
    UsesUp = 1u << 3,    ///< Its result is no iterator into its first range.
    CallsOnce = 1u << 4, ///< Calls an argument at most once for each call.
    WritesEach = 1u << 6,  ///< Writes one element for each of its first range.
    WritesSome = 1u << 7,  ///< Writes at most one for each of its first range.
    WritesCount = 1u << 8, ///< Writes as many as its second argument says.
    Size = Count | Extent,
    Writes = WritesEach | WritesSome | WritesCount,
  };

  /// Whether the function has any of the traits \p AnyOf.
  bool is(unsigned AnyOf) const { return Traits & AnyOf; }

  llvm::StringRef Name;
  StdArgument Argument;
  unsigned Traits;
};

/// The row of the name ("sort", "operator=="), or null.
const StdFunction *stdFunction(llvm::StringRef Name);

/// Whether \p F is a function of std, no member, that has any of the traits.
bool isStdFunction(const FunctionDecl &F, unsigned AnyOf);

/// What the function does to an argument; nullopt if the function is not known.
std::optional<StdArgument> stdArgumentUse(llvm::StringRef Function);

/// Whether \p Name is a function of C that keeps none of its pointer arguments
/// and changes at most what they point to: memcpy, snprintf, fread.
bool isBoundedCFunction(llvm::StringRef Name);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_STDFUNCTIONS_H
