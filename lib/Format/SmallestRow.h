//===- SmallestRow.h - bytes that a row has at least ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An archive (Shape.h) that counts the bytes of a row with nothing in it. With
/// this count a reader refuses a file that claims more rows than a file of its
/// length can hold. The reader does so before it takes any memory.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_FORMAT_SMALLESTROW_H
#define ANOMALLOC_FORMAT_SMALLESTROW_H

#include "llvm/ADT/Twine.h"
#include <cstdint>

namespace anomalloc {

/// \p Reader is the archive that reads the rows.
template <typename Reader> class SmallestRow {
public:
  static constexpr bool Fills = false;
  explicit SmallestRow(const Reader &Of) : Of(Of) {}

  unsigned size() const { return Bytes; }
  decltype(auto) model() const { return Of.model(); }
  decltype(auto) frames() const { return Of.frames(); }
  decltype(auto) table() const { return Of.table(); }
  decltype(auto) version() const { return Of.version(); }

  template <typename T> void field(const char *, const T &) { ++Bytes; }
  void fixed(const char *, uint64_t) { Bytes += 8; }
  template <typename T> void index(const char *, const T &) { ++Bytes; }
  template <typename T> void below(const char *, const T &, uint64_t) {
    ++Bytes;
  }
  template <typename... Flag> void bits(const char *, const Flag &...) {
    ++Bytes;
  }
  template <typename T> void chain(const T &) { ++Bytes; }
  void limitChains(uint32_t) {}
  template <typename... T> void rows(const char *, const T &...) { ++Bytes; }
  void require(bool, const llvm::Twine &) {}

private:
  const Reader &Of;
  unsigned Bytes = 0;
};

} // namespace anomalloc

#endif // ANOMALLOC_FORMAT_SMALLESTROW_H
