//===- StdMembers.h - what members of std's classes do ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_STDMEMBERS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_STDMEMBERS_H

#include "utils/uses/Uses.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace clang::tidy::anomalloc {

/// A row of StdMembers.def: what the members of one name do in std's classes.
struct StdMember {
  enum Trait : unsigned {
    None = 0,
    // What it gives.
    Element = 1u << 0,      ///< A reference to an element: at, back.
    Begin = 1u << 1,        ///< An iterator to the first element.
    End = 1u << 2,          ///< The iterator behind the last element.
    ReverseBegin = 1u << 3, ///< rbegin, crbegin.
    ReverseEnd = 1u << 4,   ///< rend, crend.
    Pointer = 1u << 5,      ///< A pointer to the first element: data.
    TextPointer = 1u << 19, ///< A pointer to text that ends with a zero: c_str.
    Count = 1u << 6,        ///< The number of elements: size, length.
    Extent = 1u << 20,      ///< An answer about the size: empty, max_size.
    Asks = 1u << 7,         ///< Whether or where a key is: find, count.
    Bound = 1u << 8,        ///< Where a key would be: lower_bound.
    // What it changes. A member that adds leaves other elements as they are,
    // unless it Overwrites.
    AddsOne = 1u << 9,   ///< Adds one element, made of its arguments.
    AddsMany = 1u << 10, ///< May add several at once, and makes room for them.
    AtFront = 1u << 11,  ///< Adds or removes at the front.
    AtBack = 1u << 12,   ///< Adds or removes at the back.
    Inserts = 1u << 13,  ///< Adds at a place that an argument tells: by a key,
                         ///< or in front of an iterator.
    InPlace = 1u << 14,  ///< The arguments are those of a constructor.
    Overwrites = 1u << 15, ///< May change or remove elements that were there.
    Empties = 1u << 16,    ///< Nothing of the old value is left.
    // Of strings.
    OfText = 1u << 17, ///< std::string_view has it too, and answers the same.
    TakesText = 1u << 18, ///< Takes a std::string_view in place of a string.
    // Several together.
    Iterator = Begin | End | ReverseBegin | ReverseEnd,
    Position = Iterator | Pointer,
    Size = Count | Extent,
    Lookup = Asks | Bound, ///< Looks for a key.
  };

  /// Whether the members have any of the traits \p AnyOf.
  bool is(unsigned AnyOf) const { return Traits & AnyOf; }

  llvm::StringRef Name;
  UseKind Use = UseKind::Mutate; ///< The use by a member that is not const.
  unsigned Traits = None;
};

/// The row of the name. A name that the table lacks has no trait, and its Use
/// is Mutate: the member may do anything.
StdMember stdMember(llvm::StringRef Name);

/// Whether \p Call calls a member whose name has any of the traits. Only the
/// name is looked at: the caller must know of which class the member is.
bool callsMember(const Expr &Call, unsigned AnyOf);

/// Whether \p Call adds one element at the back: push_back, emplace_back.
bool appendsOne(const Expr &Call);

/// The object whose member \p Call calls, if the member has any of the traits;
/// else null. Parts of the call that are not spelled in the source are looked
/// through. \p Call may be null.
const Expr *objectOfCall(const Expr *Call, unsigned AnyOf);

/// The names that have any of the traits, for a matcher.
std::vector<llvm::StringRef> stdMemberNames(unsigned AnyOf);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_STDMEMBERS_H
