//===- LineTexts.cpp - where the lines of a run stand today ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/LineTexts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace anomalloc {

std::vector<uint32_t> lineTexts(StringRef File) {
  std::vector<uint32_t> Lines;
  while (!File.empty()) {
    auto [Line, Rest] = File.split('\n');
    Lines.push_back(uint32_t(xxh3_64bits(Line.trim())) &
                    ((1u << (4 * LineTextDigits)) - 1));
    File = Rest;
  }
  return Lines;
}

LineMap::LineMap(ArrayRef<uint32_t> Then, ArrayRef<uint32_t> Now)
    : Same(Then == Now) {
  if (Same)
    return;
  ToNow.resize(Then.size());
  ToThen.resize(Now.size());
  match(Then, Now, 1, 1);
}

/// The longest list of pairs in which both sides ascend; \p Pairs ascend by
/// their first.
static std::vector<std::pair<uint32_t, uint32_t>>
longestAscending(ArrayRef<std::pair<uint32_t, uint32_t>> Pairs) {
  constexpr size_t None = -1;
  std::vector<size_t> Ends; // by length - 1: where the least end stands
  std::vector<size_t> Before(Pairs.size(), None);
  for (size_t I = 0; I != Pairs.size(); ++I) {
    auto At = partition_point(
        Ends, [&](size_t End) { return Pairs[End].second < Pairs[I].second; });
    if (At != Ends.begin())
      Before[I] = *std::prev(At);
    if (At == Ends.end())
      Ends.push_back(I);
    else
      *At = I;
  }
  std::vector<std::pair<uint32_t, uint32_t>> Longest;
  for (size_t I = Ends.empty() ? None : Ends.back(); I != None; I = Before[I])
    Longest.push_back(Pairs[I]);
  std::reverse(Longest.begin(), Longest.end());
  return Longest;
}

/// Equal ends first; between them, lines that each version has once hold fast
/// what lies around them.
void LineMap::match(ArrayRef<uint32_t> Then, ArrayRef<uint32_t> Now,
                    uint32_t ThenFirst, uint32_t NowFirst) {
  auto Pair = [&](uint32_t T, uint32_t N) {
    ToNow[T - 1] = N;
    ToThen[N - 1] = T;
  };
  while (!Then.empty() && !Now.empty() && Then.front() == Now.front()) {
    Pair(ThenFirst++, NowFirst++);
    Then = Then.drop_front();
    Now = Now.drop_front();
  }
  while (!Then.empty() && !Now.empty() && Then.back() == Now.back()) {
    Pair(ThenFirst + uint32_t(Then.size()) - 1,
         NowFirst + uint32_t(Now.size()) - 1);
    Then = Then.drop_back();
    Now = Now.drop_back();
  }
  if (Then.empty() || Now.empty())
    return;
  struct Places {
    unsigned InThen = 0, InNow = 0; ///< How often.
    uint32_t AtNow = 0;
  };
  DenseMap<uint32_t, Places> Known; // 24 bits are no key of DenseMap's own
  for (uint32_t Line : Then)
    ++Known[Line].InThen;
  for (auto [I, Line] : enumerate(Now)) {
    Places &P = Known[Line];
    ++P.InNow;
    P.AtNow = uint32_t(I);
  }
  std::vector<std::pair<uint32_t, uint32_t>> Anchors;
  for (auto [I, Line] : enumerate(Then))
    if (const Places &P = Known[Line]; P.InThen == 1 && P.InNow == 1)
      Anchors.push_back({uint32_t(I), P.AtNow});
  uint32_t T = 0, N = 0;
  const std::vector<std::pair<uint32_t, uint32_t>> Fast =
      longestAscending(Anchors);
  if (Fast.empty())
    return;
  for (auto [ThenAt, NowAt] : Fast) {
    Pair(ThenFirst + ThenAt, NowFirst + NowAt);
    match(Then.slice(T, ThenAt - T), Now.slice(N, NowAt - N), ThenFirst + T,
          NowFirst + N);
    T = ThenAt + 1;
    N = NowAt + 1;
  }
  match(Then.drop_front(T), Now.drop_front(N), ThenFirst + T, NowFirst + N);
}

static std::optional<uint32_t> at(ArrayRef<uint32_t> Lines, uint32_t Line) {
  if (!Line || Line > Lines.size() || !Lines[Line - 1])
    return std::nullopt;
  return Lines[Line - 1];
}

std::optional<uint32_t> LineMap::then(uint32_t Now) const {
  return Same ? std::optional(Now) : at(ToThen, Now);
}

std::optional<uint32_t> LineMap::now(uint32_t Then) const {
  return Same ? std::optional(Then) : at(ToNow, Then);
}

} // namespace anomalloc
