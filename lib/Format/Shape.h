//===- Shape.h - rows described once ----------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A *shape* is a function describe(Archive &, Row &) that names the fields of
/// a row in the order of the file. An *archive* gives it a meaning: ShapeWriter
/// writes the row, ShapeReader reads it, SmallestRow counts the bytes that it
/// has at least. So a field of a file is one line of one shape. The shapes:
/// SiteTableShape.h, and Profile/ModelShape.h. What an archive makes of
///
///   field(What, F)        a text: its number among the strings; an optional
///                         number: plus one, 0 is none; else a number
///   fixed(What, F)        8 bytes, little-endian: for hashes
///   below(What, F, Bound) a number less than Bound, of any type
///   bits(F...)            one number: bit 0 is the first flag. A flag is a
///                         bool, or whether an optional has a value; the value
///                         is described by itself
///   rows(What, Rows, Of)  how many, then each as Of, or describe(), says
///   groups(What, Of, Rows, Key, Each)  rows with the same Key stand together:
///                         how many keys, then each of them, how many rows it
///                         has, and those. What names keys, Of their rows
///   some(What, Rows, If, Of)  how many rows of a table If holds for, then each
///                         behind its number in the table
///   beside(What, Rows, Of)    more of each row of a table that stands above
///   more()                whether the payload goes on here: older ones do not
///   require(Holds, Why)   nothing: a payload that breaks it is refused
///
/// All numbers are ULEB128. An optional number below a bound is stored plus
/// one; 0 is none. What says in errors what a number is. What can be computed
/// from other fields is not stored: an archive that Fills computes it.
///
/// A payload begins with all strings: their number, then the length and the
/// bytes of each.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_FORMAT_SHAPE_H
#define ANOMALLOC_FORMAT_SHAPE_H

#include <type_traits>

namespace anomalloc {

/// A struct as an archive sees it: one that fills it, or one that looks at it.
template <typename Archive, typename T>
using Seen = std::conditional_t<Archive::Fills, T, const T>;

} // namespace anomalloc

#endif // ANOMALLOC_FORMAT_SHAPE_H
