//===- ShapeWriter.h - shaped rows to bytes ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_FORMAT_SHAPEWRITER_H
#define ANOMALLOC_FORMAT_SHAPEWRITER_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <optional>
#include <vector>

namespace anomalloc {

/// The archive (Shape.h) that writes. \p Writer derives from this class and
/// adds the members that its own shape needs.
template <typename Writer> class ShapeWriter {
public:
  static constexpr bool Fills = false;

  ShapeWriter() { stringIndex(""); }

  template <typename T> void field(const char *, const T &Value) {
    if constexpr (std::is_convertible_v<T, llvm::StringRef>)
      uleb(stringIndex(Value));
    else
      number(Value);
  }
  void fixed(const char *, uint64_t Value) {
    llvm::support::endian::write(OS, Value, llvm::endianness::little);
  }
  template <typename T> void below(const char *, T Value, uint64_t) {
    number(Value);
  }
  template <typename... Flag> void bits(const char *, const Flag &...Flags) {
    unsigned Bit = 0;
    uint64_t Bits = 0;
    ((Bits |= uint64_t(isSet(Flags)) << Bit++), ...);
    uleb(Bits);
  }

  template <typename Table, typename Of>
  void rows(const char *, const Table &Rows, Of DescribeRow) {
    uleb(Rows.size());
    for (const auto &Row : Rows)
      DescribeRow(writer(), Row);
  }
  template <typename Table> void rows(const char *What, const Table &Rows) {
    rows(What, Rows, [](auto &A, auto &Row) { describe(A, Row); });
  }
  template <typename Row, typename Member, typename Of>
  void groups(const char *, const char *, const std::vector<Row> &Rows,
              Member Key, Of DescribeRow) {
    llvm::MapVector<uint64_t, llvm::SmallVector<const Row *, 4>> Groups;
    for (const Row &R : Rows)
      Groups[R.*Key].push_back(&R);
    uleb(Groups.size());
    for (const auto &[Value, Members] : Groups) {
      fixed("", Value);
      uleb(Members.size());
      for (const Row *R : Members)
        DescribeRow(writer(), *R);
    }
  }
  template <typename Table, typename If, typename Of>
  void some(const char *, const Table &Rows, If Holds, Of DescribeRow) {
    uleb(llvm::count_if(Rows, Holds));
    for (const auto &[I, Row] : llvm::enumerate(Rows))
      if (Holds(Row)) {
        uleb(I);
        DescribeRow(writer(), Row);
      }
  }
  template <typename Table, typename Of>
  void beside(const char *What, const Table &Rows, Of DescribeRow) {
    rows(What, Rows, DescribeRow);
  }
  bool more() const { return true; }
  void require([[maybe_unused]] bool Holds, const llvm::Twine &) {
    assert(Holds);
  }

protected:
  void uleb(uint64_t Value) { llvm::encodeULEB128(Value, OS); }

  /// Returns the payload: the strings, and behind them the rows that refer to
  /// them. Called after the rows were written: only then are all strings known.
  llvm::SmallVector<char, 0> withStrings() {
    llvm::SmallVector<char, 0> Result;
    llvm::raw_svector_ostream Out(Result);
    llvm::encodeULEB128(Strings.size(), Out);
    for (llvm::StringRef S : Strings) {
      llvm::encodeULEB128(S.size(), Out);
      Out << S;
    }
    Result.append(Body);
    return Result;
  }

private:
  Writer &writer() { return static_cast<Writer &>(*this); }
  template <typename T> void number(T Value) { uleb(uint64_t(Value)); }
  template <typename T> void number(std::optional<T> Value) {
    uleb(Value ? uint64_t(*Value) + 1 : 0);
  }
  static bool isSet(bool Flag) { return Flag; }
  template <typename T> static bool isSet(const std::optional<T> &Value) {
    return Value.has_value();
  }
  uint32_t stringIndex(llvm::StringRef S) {
    auto [I, New] = StringOf.try_emplace(S, Strings.size());
    if (New)
      Strings.push_back(I->first());
    return I->second;
  }

  llvm::SmallVector<char, 0> Body;
  llvm::raw_svector_ostream OS{Body};
  llvm::StringMap<uint32_t> StringOf;
  std::vector<llvm::StringRef> Strings;
};

} // namespace anomalloc

#endif // ANOMALLOC_FORMAT_SHAPEWRITER_H
