//===- NestedVector.cpp - each row has a block of its own -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The line makes blocks of a vector of vectors: a function of the outer
/// container stands between it and an allocation, and the block is the table's
/// or a row's. What else the elements of rows own is not. Rows that are filled
/// one by one are as many as the tables of the function have.
///
/// One block a table is left when the rows lie in it: as many as there are
/// blocks whose elements are vectors, of the outermost sort.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Findings.h"
#include "Support/Demangle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

/// What a vector holds: "double" of "std::vector<double, ...>". "": \p Type is
/// none.
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

/// Whether the linkage name has a vector of vectors in it, wherever.
static bool namesNestedVector(StringRef Function) {
  return Function.contains("St6vectorIS_I") ||
         Function.contains("St6vectorIS0_I") ||
         Function.contains("NSt3__16vectorINS0_I") ||
         Function.contains("NSt3__16vectorINS_6vectorI");
}

/// Whether a row, or the table itself, has blocks of \p Type, if \p Function is
/// a member of a vector of vectors; of a type that is not known, likely.
static bool makesForTable(StringRef Function, StringRef Type) {
  if (!namesNestedVector(Function))
    return false;
  const std::string Class = FunctionName(Function).context();
  StringRef Row = elementOf(elementOf(Class));
  if (Row.empty())
    return false;
  return Type.empty() || !elementOf(Type).empty() || Type == Row ||
         (Row == "bool" && Type == "unsigned long");
}

/// The makers between the line and the blocks of \p S.
static bool isMadeForTable(const ChangeLine &L, const Site &S) {
  if (S.Family == SiteFamily::Leading) // A text's: vectors are instantiated.
    return false;
  auto Makes = [&](StringRef Function) {
    return makesForTable(Function, S.Type);
  };
  return any_of(L.MakerNames, Makes) ||
         any_of(S.makers(), [&](const Frame &F) { return Makes(F.Function); });
}

bool isInNestedVector(const ChangeLine &L, const Profile &P) {
  if (L.Sites.empty()) // Code without sites, by its stacks.
    return any_of(L.MakerNames, [](StringRef Function) {
      return makesForTable(Function, "");
    });
  return any_of(L.Sites,
                [&](SiteIndex S) { return isMadeForTable(L, P.site(S)); });
}

void noteNestedLine(const ChangeLine &L, FindingContext &Context) {
  if (!isInNestedVector(L, Context.P))
    return;
  auto &Elements = Context.NestedLines[{L.line().File, L.line().Line}];
  for (SiteIndex S : L.Sites)
    if (StringRef Element = elementOf(Context.P.site(S).Type); !Element.empty())
      Elements.insert(Element);
}

void noteTables(const BlockGroup &G, FindingContext &Context) {
  constexpr uint64_t BytesOfVector = 24;
  for (size_t I = 0; I != G.Sites.size(); ++I) {
    StringRef Row = elementOf(Context.P.site(G.Sites[I]).Type);
    if (Row.empty())
      continue;
    FindingContext::Tables &Its = Context.TablesOf[Row];
    if (Its.Sites.insert(G.Sites[I]).second)
      Its.Rows = SaturatingAdd(Its.Rows,
                               sumOf(G.SizesOfSites[I]).Bytes / BytesOfVector);
    for (const ChangeLine *Line : G.Lines)
      Its.Functions.insert(Line->line().Function);
  }
}

/// Rows that are made out of line do not show as such; the block of all rows
/// does, in the same line.
static bool isOfNestedLine(const BlockGroup &L, const FindingContext &C) {
  const ChangeLine &Line = L.line();
  if (L.Sites.empty())
    return isInNestedVector(Line, C.P);
  auto Nested = C.NestedLines.find({Line.line().File, Line.line().Line});
  return all_of(L.Sites, [&](SiteIndex I) {
    const Site &S = C.P.site(I);
    return isMadeForTable(Line, S) ||
           (Nested != C.NestedLines.end() && !S.Type.empty() &&
            Nested->second.count(S.Type));
  });
}

/// Containers that are filled one by one, where there are as many as the rows
/// of the function's tables.
static bool mayBeRows(const BlockGroup &L, const FindingContext &C) {
  uint64_t Blocks = L.Allocated.Allocations, Rows = 0;
  for (SiteIndex I : L.Sites) {
    const Site &S = C.P.site(I);
    auto Its = C.TablesOf.find(S.Type);
    if (S.Type.empty() || Its == C.TablesOf.end() ||
        !Its->second.Functions.count(L.line().line().Function))
      return false;
    Rows = Its->second.Rows;
  }
  FunctionName Callee(L.line().Callee);
  const std::string Class = Callee.context();
  return Rows && Blocks <= Rows && Blocks >= Rows / 2 &&
         !elementOf(Class).empty() && !Callee.isConstructorOrDestructor() &&
         (!L.HasLifetimes || L.Peak >= Blocks / 2);
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
  if (!C.isFrequent(Blocks))
    return std::nullopt;
  MeasuredAnomaly F;
  if (!isOfNestedLine(L, C)) {
    if (!mayBeRows(L, C))
      return std::nullopt;
    F.Blocks = Blocks;
    F.Sure = L.HasLifetimes ? Confidence::Measured : Confidence::Likely;
    F.Evidence =
        formatv("{0:N} blocks, as many as the tables of '{1}' have rows",
                Blocks, nameOfFunction(L.line().line().Function))
            .str();
    return F;
  }
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
