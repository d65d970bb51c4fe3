//===- ModelEncoder.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ModelCodec.h"
#include "Profile/ModelShape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// The archive that writes.
class ModelEncoder {
public:
  static constexpr bool Fills = false;

  explicit ModelEncoder(const Profile &P) : P(P) {
    for (const Site &S : P.Sites)
      Innermost.push_back(Frames.add(S.Chain));
    for (const MakerCall &C : P.MakerCalls)
      Innermost.push_back(Frames.add(C.Chain));
  }

  SmallVector<char, 0> encode() {
    describe(*this, P);
    return withStrings();
  }

  const Profile &model() const { return P; }
  const FrameTree &frames() const { return Frames.tree(); }

  template <typename T> void field(const char *, const T &Value) {
    if constexpr (std::is_convertible_v<T, StringRef>)
      uleb(stringIndex(Value));
    else
      uleb(Value);
  }
  void fixed(const char *, uint64_t Value) {
    support::endian::write(OS, Value, llvm::endianness::little);
  }
  template <typename T> void index(const char *, T Value) { number(Value); }
  template <typename T> void below(const char *, T Value, uint64_t) {
    number(Value);
  }
  template <typename... Flag> void bits(const Flag &...Flags) {
    unsigned Bit = 0;
    uint64_t Bits = 0;
    ((Bits |= uint64_t(isSet(Flags)) << Bit++), ...);
    uleb(Bits);
  }
  void chain(ArrayRef<Frame>) { uleb(Innermost[NextChain++]); }

  template <typename Table, typename Of>
  void rows(const char *, const Table &Rows, Of DescribeRow) {
    uleb(Rows.size());
    for (const auto &Row : Rows)
      DescribeRow(*this, Row);
  }
  template <typename Table> void rows(const char *What, const Table &Rows) {
    rows(What, Rows, [](auto &A, auto &Row) { describe(A, Row); });
  }
  template <typename Table, typename If, typename Of>
  void some(const char *, const Table &Rows, If Holds, Of DescribeRow) {
    uleb(llvm::count_if(Rows, Holds));
    for (const auto &[I, Row] : llvm::enumerate(Rows))
      if (Holds(Row)) {
        uleb(I);
        DescribeRow(*this, Row);
      }
  }
  template <typename Table, typename Of>
  void beside(const char *What, const Table &Rows, Of DescribeRow) {
    rows(What, Rows, DescribeRow);
  }
  bool more() const { return true; }
  void require([[maybe_unused]] bool Holds, const Twine &) { assert(Holds); }

private:
  void uleb(uint64_t Value) { encodeULEB128(Value, OS); }
  template <typename T> void number(T Value) { uleb(uint64_t(Value)); }
  template <typename T> void number(std::optional<T> Value) {
    uleb(Value ? uint64_t(*Value) + 1 : 0);
  }
  static bool isSet(bool Flag) { return Flag; }
  template <typename T> static bool isSet(const std::optional<T> &Value) {
    return Value.has_value();
  }
  uint32_t stringIndex(StringRef S) {
    auto [I, New] = StringOf.try_emplace(S, Strings.size());
    if (New)
      Strings.push_back(I->first());
    return I->second;
  }

  /// The strings, known only now, stand before what refers to them.
  SmallVector<char, 0> withStrings() {
    SmallVector<char, 0> Result;
    raw_svector_ostream Out(Result);
    encodeULEB128(Strings.size(), Out);
    for (StringRef S : Strings) {
      encodeULEB128(S.size(), Out);
      Out << S;
    }
    Result.append(Body);
    return Result;
  }

  const Profile &P;
  SmallVector<char, 0> Body;
  raw_svector_ostream OS{Body};
  StringMap<uint32_t> StringOf;
  std::vector<StringRef> Strings;
  FrameTreeBuilder Frames;
  std::vector<uint32_t> Innermost; ///< Of the chains, in their order.
  size_t NextChain = 0;
};

} // namespace

SmallVector<char, 0> encodeModel(const Profile &P) {
  return ModelEncoder(P).encode();
}

} // namespace anomalloc
