//===- ModelDecoder.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ByteReader.h"
#include "Profile/Errors.h"
#include "Profile/ModelCodec.h"
#include "Profile/ModelShape.h"
#include "Profile/SmallestRow.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// How many rows an index may name.
size_t rowsOf(const Profile &P, SiteIndex) { return P.Sites.size(); }
size_t rowsOf(const Profile &P, LoopIndex) { return P.Loops.size(); }
size_t rowsOf(const Profile &P, DarkIndex) { return P.Dark.size(); }
size_t rowsOf(const Profile &P, SectionIndex) { return P.Sections.size(); }
size_t rowsOf(const Profile &P, LaneIndex) { return P.Lanes.size(); }
size_t rowsOf(const Profile &P, PlaceIndex) { return P.Places.size(); }
size_t rowsOf(const Profile &P, StackIndex) { return P.Stacks.size(); }
size_t rowsOf(const Profile &P, MakerCallIndex) { return P.MakerCalls.size(); }

/// A row of a table, as it is before it stands there.
template <typename Table> struct RowIn {
  using Type = typename Table::value_type;
};
template <typename K, typename V> struct RowIn<std::map<K, V>> {
  using Type = std::pair<K, V>;
};

/// The archive that reads, and trusts nothing. The first failure sticks
/// (ByteReader): what is filled after it is zero.
class ModelDecoder {
public:
  static constexpr bool Fills = true;

  ModelDecoder(StringRef Payload, Profile &P)
      : Reader(Payload), P(P),
        FrameBudget(8 * uint64_t(Payload.size()) + MaxChainLength) {}

  Error decode() {
    uint32_t N = Reader.count(1, "strings");
    for (uint32_t I = 0; I != N && Reader.ok(); ++I)
      Strings.push_back(P.save(Reader.bytes(Reader.uleb(), "string")));
    describe(*this, P);
    return Reader.takeError();
  }

  const Profile &model() const { return P; }
  FrameTree &frames() { return Frames; }

  void field(const char *, uint64_t &Value) { Value = Reader.uleb(); }
  void field(const char *What, uint32_t &Value) { Value = Reader.uleb32(What); }
  void field(const char *What, bool &Value) { Value = Reader.index(2, What); }
  void field(const char *, StringRef &Value) { Value = string(); }
  void field(const char *, std::string &Value) { Value = string().str(); }
  void fixed(const char *, uint64_t &Value) { Value = Reader.le64(); }

  template <typename T> void index(const char *What, T &Value) {
    below(What, Value, rowsOf(P, T()));
  }
  template <typename T> void index(const char *What, std::optional<T> &Value) {
    below(What, Value, rowsOf(P, T()));
  }
  template <typename T> void below(const char *What, T &Value, uint64_t Bound) {
    Value = T(Reader.index(Bound, What));
  }
  template <typename T>
  void below(const char *What, std::optional<T> &Value, uint64_t Bound) {
    Value.reset();
    if (std::optional<uint32_t> Number = Reader.optionalIndex(Bound, What))
      Value = T(*Number);
  }

  template <typename... Flag> void bits(Flag &...Flags) {
    uint32_t Bits = Reader.index(uint64_t(1) << sizeof...(Flags), "bits");
    unsigned Bit = 0;
    (set(Flags, Bits >> Bit++ & 1), ...);
  }

  void chain(std::vector<Frame> &Chain) {
    uint32_t Innermost = Reader.index(Frames.Rows.size(), "frame");
    if (!Reader.ok())
      return;
    uint32_t Depth = Frames.Rows[Innermost].Depth;
    if (Depth > FrameBudget) {
      Reader.fail("inline chains longer than any program's");
      return;
    }
    FrameBudget -= Depth;
    Chain = Frames.chain(Innermost);
  }

  template <typename Table, typename Of>
  void rows(const char *What, Table &Rows, Of DescribeRow) {
    using Row = typename RowIn<Table>::Type;
    Rows.clear();
    uint32_t N = Reader.count(smallest(Row(), DescribeRow), What);
    for (uint32_t I = 0; I != N && Reader.ok(); ++I) {
      Row R;
      DescribeRow(*this, R);
      Rows.insert(Rows.end(), std::move(R));
    }
  }
  template <typename Table> void rows(const char *What, Table &Rows) {
    rows(What, Rows, [](auto &A, auto &Row) { describe(A, Row); });
  }

  template <typename Row, typename If, typename Of>
  void some(const char *What, std::vector<Row> &Rows, If, Of DescribeRow) {
    Row Nobody;
    uint32_t N = Reader.count(1 + smallest(Nobody, DescribeRow), What);
    for (uint32_t I = 0; I != N && Reader.ok(); ++I) {
      uint32_t Number = Reader.index(Rows.size(), What);
      DescribeRow(*this, Reader.ok() ? Rows[Number] : Nobody);
    }
  }

  template <typename Row, typename Of>
  void beside(const char *What, std::vector<Row> &Rows, Of DescribeRow) {
    uint32_t N = Reader.count(smallest(Row(), DescribeRow), What);
    if (N != Rows.size())
      Reader.fail(Twine(What) + " of " + Twine(N) + " rows, but there are " +
                  Twine(Rows.size()));
    for (Row &R : Rows)
      DescribeRow(*this, R);
  }

  bool more() const { return Reader.left(); }

  void require(bool Holds, const Twine &Why) {
    if (Reader.ok() && !Holds)
      Reader.fail(Why);
  }

private:
  template <typename Row, typename Of>
  unsigned smallest(const Row &Empty, Of DescribeRow) {
    SmallestRow Size(P, Frames);
    DescribeRow(Size, Empty);
    return Size.size();
  }

  StringRef string() {
    uint32_t I = Reader.index(Strings.size(), "string");
    return Reader.ok() ? Strings[I] : StringRef();
  }
  static void set(bool &Flag, bool Value) { Flag = Value; }
  template <typename T> static void set(std::optional<T> &Value, bool Present) {
    if (Present)
      Value.emplace();
    else
      Value.reset();
  }

  ByteReader Reader;
  Profile &P;
  std::vector<StringRef> Strings;
  FrameTree Frames;
  uint64_t FrameBudget;
};

} // namespace

Expected<std::unique_ptr<Profile>>
decodeModel(StringRef Stored, unsigned Compression, uint64_t PayloadSize) {
  std::string Payload;
  if (Error E =
          unpack(Stored, Compression, PayloadSize, MaxModelPayload, Payload))
    return std::move(E);
  auto P = std::make_unique<Profile>();
  if (Error E = ModelDecoder(Payload, *P).decode())
    return inContext("payload", std::move(E));
  return std::move(P);
}

} // namespace anomalloc
