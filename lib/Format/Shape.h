//===- Shape.h - rows described once ----------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A *shape* is a function describe(Archive &, Row &) that names the fields of
/// a row in the order of the file. An *archive* gives the shape a meaning:
/// ShapeWriter writes the row, ShapeReader reads the row, SmallestRow counts
/// the bytes that such a row has at least. So a field of a file is one line of
/// one shape. The shapes are in SiteTableShape.h and Profile/ModelShape.h. An
/// archive has these members:
///
///   field(What, F)        a text is stored as its number among the strings, an
///                         optional number plus one (0: none), any other number
///                         as it is
///   fixed(What, F)        8 bytes, little-endian: for hashes
///   below(What, F, Bound) a number less than Bound, of any type
///   bits(Names, F...)     one number: bit 0 is the first flag. A flag is a
///                         bool, or tells whether an optional has a value. The
///                         value itself is another field. Names: of the flags,
///                         with ", " between them
///   rows(What, Rows, Of)  the number of rows, then each row, as Of describes
///                         it, or describe() if Of is not given
///   groups(What, Of, Rows, Key, Each)  rows with the same Key stand together:
///                         the number of keys; then each key with the number of
///                         its rows and these rows. Each describes a row. In
///                         errors, What names the keys, and Of the rows
///   some(What, Rows, If, Of)  the rows of a table for which If holds: how many
///                         they are, then each behind its number in the table
///   beside(What, Rows, Of)    more fields for each row of a table that was
///                         described above
///   more()                whether the payload goes on here; payloads of older
///                         versions do not
///   require(Holds, Why)   stores nothing. If Holds is false, the payload is
///                         refused
///
/// All numbers are ULEB128. An optional number below a bound is stored plus
/// one; 0 is none. In errors, What names the number. A field that can be
/// computed from other fields is not stored: an archive whose Fills is true
/// computes it.
///
/// A payload begins with all strings: their number, then the length and the
/// bytes of each.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_FORMAT_SHAPE_H
#define ANOMALLOC_FORMAT_SHAPE_H

#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <type_traits>

namespace anomalloc {

/// The struct \p T as an archive sees it. An archive that fills the struct gets
/// T, an archive that only looks at it gets const T.
template <typename Archive, typename T>
using Seen = std::conditional_t<Archive::Fills, T, const T>;

/// The most levels that an inline chain may have. The chains of an honest file
/// have far fewer levels; a file that is made to use up memory may have more.
inline constexpr uint32_t MaxChainLength = 1024;

/// Refuses a frame at the end of a chain of \p Length levels, if these are too
/// many.
template <typename Archive>
void requireChainLength(Archive &A, uint32_t Length) {
  A.require(Length <= MaxChainLength, "an inline chain of more than " +
                                          llvm::Twine(MaxChainLength) +
                                          " levels");
}

} // namespace anomalloc

#endif // ANOMALLOC_FORMAT_SHAPE_H
