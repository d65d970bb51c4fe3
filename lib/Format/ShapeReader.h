//===- ShapeReader.h - bytes to shaped rows ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_FORMAT_SHAPEREADER_H
#define ANOMALLOC_FORMAT_SHAPEREADER_H

#include "Format/ByteReader.h"
#include "Format/Shape.h"
#include "Format/SmallestRow.h"
#include <map>
#include <vector>

namespace anomalloc {

/// The type of a row before it is put into the table. The key of a map can
/// still be written in it.
template <typename Table> struct RowIn {
  using Type = typename Table::value_type;
};
template <typename K, typename V> struct RowIn<std::map<K, V>> {
  using Type = std::pair<K, V>;
};

/// The archive (Shape.h) that reads, and trusts nothing. The first failure
/// sticks (ByteReader): fields that are read after it become zero. \p Derived
/// adds the members that its own shape needs.
template <typename Derived> class ShapeReader {
public:
  static constexpr bool Fills = true;

  /// \p LevelsPerByte bounds the levels of all inline chains together: honest
  /// rows need a few levels each, and a row takes some bytes.
  ShapeReader(llvm::StringRef Payload, unsigned LevelsPerByte)
      : Reader(Payload),
        LevelsLeft(LevelsPerByte * uint64_t(Payload.size()) + MaxChainLength) {}

  void field(const char *, uint64_t &Value) { Value = Reader.uleb(); }
  void field(const char *What, uint32_t &Value) { Value = Reader.uleb32(What); }
  void field(const char *What, bool &Value) { Value = Reader.index(2, What); }
  void field(const char *, llvm::StringRef &Value) { Value = string(); }
  void field(const char *, std::string &Value) { Value = string().str(); }
  void field(const char *, std::optional<uint64_t> &Value) {
    Value.reset();
    if (uint64_t PlusOne = Reader.uleb())
      Value = PlusOne - 1;
  }
  void fixed(const char *, uint64_t &Value) { Value = Reader.le64(); }

  template <typename T> void below(const char *What, T &Value, uint64_t Bound) {
    Value = T(Reader.index(Bound, What));
  }
  template <typename T>
  void below(const char *What, std::optional<T> &Value, uint64_t Bound) {
    Value.reset();
    if (std::optional<uint32_t> Number = Reader.optionalIndex(Bound, What))
      Value = T(*Number);
  }

  template <typename... Flag> void bits(const char *, Flag &...Flags) {
    uint32_t Bits = Reader.index(uint64_t(1) << sizeof...(Flags), "bits");
    unsigned Bit = 0;
    (set(Flags, Bits >> Bit++ & 1), ...);
  }

  template <typename Table, typename Of>
  void rows(const char *What, Table &Rows, Of DescribeRow) {
    using Row = typename RowIn<Table>::Type;
    Rows.clear();
    uint32_t N = Reader.count(smallest(Row(), DescribeRow), What);
    for (uint32_t I = 0; I != N && Reader.ok(); ++I) {
      Row R{};
      DescribeRow(self(), R);
      Rows.insert(Rows.end(), std::move(R));
    }
  }
  template <typename Table> void rows(const char *What, Table &Rows) {
    rows(What, Rows, [](auto &A, auto &Row) { describe(A, Row); });
  }

  template <typename Row, typename Member, typename Of>
  void groups(const char *What, const char *OfRows, std::vector<Row> &Rows,
              Member Key, Of DescribeRow) {
    Row Empty{};
    Rows.clear();
    uint32_t N = Reader.count(8 + 1, What);
    for (uint32_t I = 0; I != N && Reader.ok(); ++I) {
      uint64_t Value = Reader.le64();
      Empty.*Key = Value; // What a row holds may depend on it.
      uint32_t Members = Reader.count(smallest(Empty, DescribeRow), OfRows);
      for (uint32_t J = 0; J != Members && Reader.ok(); ++J) {
        Row R{};
        R.*Key = Value;
        DescribeRow(self(), R);
        Rows.push_back(std::move(R));
      }
    }
  }

  template <typename Row, typename If, typename Of>
  void some(const char *What, std::vector<Row> &Rows, If, Of DescribeRow) {
    Row Nobody;
    uint32_t N = Reader.count(1 + smallest(Nobody, DescribeRow), What);
    for (uint32_t I = 0; I != N && Reader.ok(); ++I) {
      uint32_t Number = Reader.index(Rows.size(), What);
      DescribeRow(self(), Reader.ok() ? Rows[Number] : Nobody);
    }
  }

  template <typename Row, typename Of>
  void beside(const char *What, std::vector<Row> &Rows, Of DescribeRow) {
    uint32_t N = Reader.count(smallest(Row(), DescribeRow), What);
    if (N != Rows.size())
      Reader.fail(llvm::Twine(What) + " of " + llvm::Twine(N) +
                  " rows, but there are " + llvm::Twine(Rows.size()));
    for (Row &R : Rows)
      DescribeRow(self(), R);
  }

  bool more() const { return Reader.left(); }

  void require(bool Holds, const llvm::Twine &Why) {
    if (Reader.ok() && !Holds)
      Reader.fail(Why);
  }

protected:
  /// Reads the strings. \p KeepText gets each string, and returns the same text
  /// in memory that lives as long as the rows.
  template <typename Keep> void readStrings(Keep KeepText) {
    uint32_t N = Reader.count(1, "strings");
    Strings.reserve(N);
    for (uint32_t I = 0; I != N && Reader.ok(); ++I)
      Strings.push_back(KeepText(Reader.bytes(Reader.uleb(), "string")));
  }

  /// Takes the levels of one row's inline chain from those that are left.
  /// False, and a failure, if there are fewer.
  bool takeLevels(uint32_t Levels) {
    if (Levels > LevelsLeft) {
      Reader.fail("inline chains longer than any program's");
      return false;
    }
    LevelsLeft -= Levels;
    return true;
  }

  ByteReader Reader;

private:
  Derived &self() { return static_cast<Derived &>(*this); }

  template <typename Row, typename Of>
  unsigned smallest(const Row &Empty, Of DescribeRow) {
    SmallestRow<Derived> Size(self());
    DescribeRow(Size, Empty);
    return Size.size();
  }

  llvm::StringRef string() {
    uint32_t I = Reader.index(Strings.size(), "string");
    return Reader.ok() ? Strings[I] : llvm::StringRef();
  }
  static void set(bool &Flag, bool Value) { Flag = Value; }
  template <typename T> static void set(std::optional<T> &Value, bool Present) {
    if (Present)
      Value.emplace();
    else
      Value.reset();
  }

  std::vector<llvm::StringRef> Strings;
  uint64_t LevelsLeft;
};

} // namespace anomalloc

#endif // ANOMALLOC_FORMAT_SHAPEREADER_H
