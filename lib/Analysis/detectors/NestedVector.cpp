//===- NestedVector.cpp - each row has a block of its own -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The line makes blocks of a vector of vectors: a function of the outer
/// container stands between it and an allocation.
///
/// One block a table is left when the rows lie in it: as many as there are
/// blocks whose elements are vectors, of the outermost sort.
///
//===----------------------------------------------------------------------===//

#include "Analysis/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

/// In the linkage name of a function of std::vector<std::vector<...>>.
static bool isOfNestedVector(StringRef Function) {
  return Function.contains("St6vectorIS_I") ||
         Function.contains("St6vectorIS0_I") ||
         Function.contains("NSt3__16vectorINS0_I") ||
         Function.contains("NSt3__16vectorINS_6vectorI") ||
         Function.contains("St6vectorISt6vectorI");
}

bool isInNestedVector(const ChangeLine &L, const Profile &P) {
  return any_of(L.MakerNames, isOfNestedVector) ||
         any_of(L.Sites, [&](SiteIndex S) {
           return any_of(P.site(S).Chain, [](const Frame &F) {
             return isOfNestedVector(F.Function);
           });
         });
}

/// What a row holds, if \p Type is that of a table's elements: "double" of
/// "std::vector<double, std::allocator<double>>".
static StringRef elementOf(StringRef Type) {
  if (!Type.consume_front("std::vector<") &&
      !Type.consume_front("std::__1::vector<"))
    return "";
  size_t Open = 0;
  for (auto [I, C] : enumerate(Type)) {
    if (!Open && (C == ',' || C == '>'))
      return Type.take_front(I);
    Open += C == '<' || C == '(';
    Open -= C == '>' || C == ')';
  }
  return "";
}

void noteNestedLine(const ChangeLine &L, FindingContext &Context) {
  if (!isInNestedVector(L, Context.P))
    return;
  auto &Elements = Context.NestedLines[{L.line().File, L.line().Line}];
  for (SiteIndex S : L.Sites)
    if (StringRef Element = elementOf(Context.P.site(S).Type); !Element.empty())
      Elements.insert(Element);
}

/// Rows that are made out of line do not show as such; the block of all rows
/// does, in the same line.
static bool isOfNestedLine(const BlockGroup &L, const FindingContext &C) {
  if (isInNestedVector(L.line(), C.P))
    return true;
  const Frame &Line = L.line().line();
  auto Nested = C.NestedLines.find({Line.File, Line.Line});
  return Nested != C.NestedLines.end() && all_of(L.Sites, [&](SiteIndex S) {
           StringRef Type = C.P.site(S).Type;
           return Type.empty() || Nested->second.empty() ||
                  Nested->second.count(Type);
         });
}

/// How many levels of vectors \p Type has.
static unsigned levelsOf(StringRef Type) {
  unsigned Levels = 0;
  while (Type.consume_front("std::vector<") ||
         Type.consume_front("std::__1::vector<"))
    ++Levels;
  return Levels;
}

/// How many blocks hold the rows' vectors, one for each table. None if it
/// cannot be told which of the lines' blocks they are.
static std::optional<uint64_t> numberOfTables(const BlockGroup &L,
                                              const Profile &P) {
  unsigned Outermost = 1;
  for (SiteIndex S : L.Sites)
    Outermost = std::max(Outermost, levelsOf(P.site(S).Type));
  SizeCounts Tables, Rows;
  bool AllKnown = true;
  for (size_t I = 0; I != L.Sites.size(); ++I) {
    StringRef Type = P.site(L.Sites[I]).Type;
    AllKnown &= !Type.empty();
    addSizes(levelsOf(Type) == Outermost ? Tables : Rows, L.SizesOfSites[I]);
  }
  if (!AllKnown)
    return std::nullopt;
  uint64_t OfTables = sumOf(Tables).Allocations;
  if (!OfTables || SaturatingAdd(OfTables, sumOf(Rows).Allocations) ==
                       L.Allocated.Allocations)
    return OfTables;
  // A part of the sites' blocks: sizes tell, if tables and rows share none.
  uint64_t Sum = 0;
  if (L.Sizes.empty())
    return std::nullopt;
  for (auto [Size, Allocations] : L.Sizes)
    if (Tables.count(Size)) {
      if (Rows.count(Size))
        return std::nullopt;
      Sum = SaturatingAdd(Sum, Allocations);
    }
  return Sum;
}

std::optional<MeasuredAnomaly> detectNestedVector(const BlockGroup &L,
                                                  const FindingContext &C) {
  uint64_t Blocks = L.Allocated.Allocations;
  if (!C.isFrequent(Blocks) || !isOfNestedLine(L, C))
    return std::nullopt;
  MeasuredAnomaly F;
  std::optional<uint64_t> Tables = numberOfTables(L, C.P);
  // Else: a table has one block for all rows, and a row or more.
  F.FromCounts = true;
  F.MostBlocks = Blocks - (Tables ? *Tables : 1);
  F.Blocks = Tables ? F.MostBlocks : Blocks / 2;
  F.SavedBytes = L.Sum.extraAtPeak() / 2;
  F.Evidence = formatv("{0:N} blocks for vectors of vectors", Blocks).str();
  if (auto [Size, OfThatSize] = L.commonSize(); OfThatSize)
    F.Evidence += formatv(", {0:N} of them of {1:N} bytes", OfThatSize, Size);
  F.Evidence +=
      !Tables   ? std::string("; a row or more for each table: how many tables "
                                "there are is not known")
      : *Tables ? formatv("; {0:N} of them are tables and stay", *Tables).str()
                : "";
  return F;
}

} // namespace anomalloc
