//===- SizeSectionTable.cpp - allocations by size and section -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/totals/SizeSectionTable.h"
#include "Analysis/totals/HeapTotals.h"
#include "Analysis/totals/TopRows.h"
#include "Profile/Totals.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace anomalloc {
namespace {

using SizeRow = SizeSectionTable::Row;

void addTo(SizeRow &R, size_t Column, uint64_t Allocations) {
  R.Allocations[Column] = SaturatingAdd(R.Allocations[Column], Allocations);
  R.Total = SaturatingAdd(R.Total, Allocations);
}

} // namespace

std::vector<SectionIndex> orderSections(const Profile &P,
                                        ArrayRef<Count> Counts) {
  std::vector<SectionIndex> Order;
  for (const SectionAmount &S : computeSections(P, Counts))
    Order.push_back(S.Section);
  if (!Order.empty() && Order.front() == SectionIndex(0))
    std::rotate(Order.begin(), Order.begin() + 1, Order.end());
  return Order;
}

SizeSectionTable computeSizeSectionTable(const Profile &P,
                                         ArrayRef<Count> Counts,
                                         uint64_t MinCount, size_t Top,
                                         SortKey Key) {
  SizeSectionTable T;
  T.Columns = orderSections(P, Counts);
  std::vector<size_t> ColumnOf(P.Sections.size());
  for (auto [I, Section] : enumerate(T.Columns))
    ColumnOf[uint32_t(Section)] = I;

  SizeRow Empty;
  Empty.Allocations.resize(T.Columns.size());
  T.Other = T.All = Empty;
  std::map<uint64_t, SizeRow> BySize;
  for (const Count &C : Counts) {
    if (!isHeap(P, C) || !C.Allocations)
      continue;
    SizeRow &R = BySize.try_emplace(C.Size, Empty).first->second;
    R.Size = C.Size;
    addTo(R, ColumnOf[uint32_t(C.Section)], C.Allocations);
    addTo(T.All, ColumnOf[uint32_t(C.Section)], C.Allocations);
  }
  for (auto &[Size, R] : BySize)
    T.Rows.push_back(std::move(R));
  T.AllSizes = T.Rows.size();

  auto Weight = [Key](const SizeRow &R) {
    return Key == SortKey::Bytes ? SaturatingMultiply(R.Total, R.Size)
                                 : R.Total;
  };
  std::vector<SizeRow> Rest = splitOffRest(
      T.Rows, MinCount, Top, [](const SizeRow &R) { return R.Total; },
      [&](const SizeRow &A, const SizeRow &B) {
        return std::make_pair(Weight(B), A.Size) <
               std::make_pair(Weight(A), B.Size);
      });
  T.OtherSizes = Rest.size();
  for (const SizeRow &R : Rest)
    for (size_t I = 0; I != R.Allocations.size(); ++I)
      addTo(T.Other, I, R.Allocations[I]);
  sort(T.Rows,
       [](const SizeRow &A, const SizeRow &B) { return A.Size < B.Size; });
  return T;
}

} // namespace anomalloc
