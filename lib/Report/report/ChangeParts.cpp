//===- ChangeParts.cpp - what text and JSON say of changes ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/ChangeParts.h"
#include "Analysis/FunctionNames.h"
#include "Report/text/Columns.h"
#include "Report/text/Names.h"
#include "Support/Demangle.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

/// "Mesh::operator[]", "operator+<...>": without a return type, and of scopes
/// as many as fit.
static std::string calleeName(StringRef LinkageName, size_t Width) {
  FunctionName Name(LinkageName);
  if (!Name.isFunction())
    return briefFunctionName(LinkageName, Width);
  std::string Text = collapseTemplates(Name.qualified());
  StringRef Rest = Text;
  Rest.consume_back("[abi:cxx11]");
  while (columnsOf(Rest) > Width && Rest.contains("::"))
    Rest = Rest.split("::").second;
  return cutMiddle(Rest, Width);
}

std::string arrowTo(const ChangeLine &L, size_t Width) {
  if (!L.Callee.empty())
    return " <- " + calleeName(L.Callee, Width);
  if (L.PointerName.empty())
    return " <- through a pointer";
  return " <- " + std::string(L.IsVirtual ? "virtual " : "pointer ") +
         cutMiddle(L.PointerName, Width);
}

/// What time it is that a pool saves, where some entry tells one.
static std::string remarkOnKept(const ChangeList &List,
                                ArrayRef<uint32_t> Shown) {
  auto HasKept = [&](uint32_t I) {
    const ChangeEntry &E = List.Entries[I];
    return E.SavedIfKept ||
           (E.SavedMost && anomaly(E.Kind).Gain == Gain::Memory);
  };
  auto HasOthers = [&](uint32_t I) { return List.Entries[I].SavedOfOthers; };
  std::string Remark;
  if (any_of(Shown, HasKept))
    Remark = "; of what stays: to read and free it from beyond the caches, "
             "which a pool spares";
  if (any_of(Shown, HasOthers))
    Remark += "; of nodes beside it: to read them in a row, which entries "
              "share";
  return Remark;
}

std::string remarkOnSavings(const ChangeList &List, ArrayRef<uint32_t> Shown) {
  return std::string("saved time: from the allocator's own to that with "
                     "filling, copying and cache misses, ") +
         (List.CostsMeasured ? "measured here" : "from a table") +
         remarkOnKept(List, Shown);
}

StringRef orderOf(const ChangeList &List) {
  return List.Sort == SortKey::Bytes
             ? "the most bytes first; % of all allocations"
             : "the most saved time first; % of all allocations";
}

StringRef nothingToChange(const Analysis &A) {
  if (!A.Source->StackCounts.empty())
    return "nothing stands out";
  if (isDarkLarge(A))
    return "nothing stands out at sites; of dark allocations only stacks tell "
           "the line";
  return A.Coverage.Recovered && A.Changes.Lines.Unknown.Allocations
             ? "nothing stands out where the line is known; of the other "
               "allocations only stacks tell it"
             : "nothing stands out";
}

std::optional<std::vector<std::pair<uint64_t, uint64_t>>>
sizesOf(const ChangeEntry &E) {
  SizeCounts Sizes;
  for (const ChangeEntry::Part &Part : E.Parts) {
    if (Part.Sizes.empty())
      return std::nullopt;
    addSizes(Sizes, Part.Sizes);
  }
  std::vector<std::pair<uint64_t, uint64_t>> Sorted(Sizes.begin(), Sizes.end());
  sort(Sorted, [](const auto &A, const auto &B) {
    return std::tuple(~A.second, A.first) < std::tuple(~B.second, B.first);
  });
  return Sorted;
}

StringRef reasonOf(NoEntry Why) {
  switch (Why) {
  case NoEntry::Few:
    return "too few allocations to matter";
  case NoEntry::Pool:
    return "a pool's blocks cost no heap allocation";
  case NoEntry::Lives:
    return "most of its blocks lived to the end: they are the program's state";
  case NoEntry::LongLived:
    return "its blocks lived long, many at once: nothing is known to help";
  case NoEntry::Indirect:
    return "it is called through pointers: the lines of these calls have its "
           "blocks";
  case NoEntry::NoCaller:
    return "its function works for its callers, which only stacks tell "
           "(--mode=stacks)";
  case NoEntry::NoRule:
    break;
  }
  return "nothing is known to help";
}

} // namespace anomalloc
