//===- GrowthChains.cpp - how containers got to their size ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/GrowthChains.h"
#include "Support/Demangle.h"
#include "Support/MakerNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace anomalloc {

/// Those that move a container to a larger block.
static bool grows(StringRef Function) {
  for (StringRef Part :
       {"_M_realloc_insert", "_M_realloc_append", "_M_default_append",
        "_M_range_insert", "_M_fill_insert", "_M_mutate",
        "_M_reserve_map_at_back", "_M_reallocate_map", "__push_back_slow_path",
        "__emplace_back_slow_path", "__grow_by", "__append"})
    if (Function.contains(Part))
      return true;
  return false;
}

/// Of a string's functions in the library itself, those that keep what was
/// there.
static bool growsString(StringRef Function) {
  if (Function.contains("basic_string"))
    for (StringRef Part : {"7reserveE", "9push_backE", "6appendE", "6resizeE",
                           "6insertE", "7replaceE"})
      if (Function.contains(Part))
        return true;
  return false;
}

bool movesToMoreRoom(StringRef Function) {
  return grows(Function) || growsString(Function) ||
         (isLibraryName(Function) && Function.contains("6vectorI") &&
          Function.contains("E7reserveE"));
}

/// Whether a function that moves a container calls \p Function for the
/// container's own block.
static bool isForTheContainer(StringRef Function) {
  std::string Name = FunctionName(Function).base();
  return StringRef(Name).contains("allocate") || Name == "_M_create" ||
         Name == "__split_buffer";
}

/// \p Functions: linkage names, the innermost first.
template <typename Range>
static StringRef moverIn(Range &&Functions,
                         function_ref<bool(StringRef)> Moves) {
  StringRef Below;
  for (StringRef Function : Functions) {
    if (Moves(Function))
      return Below.empty() || isForTheContainer(Below) ? Function : "";
    Below = Function;
  }
  return "";
}

StringRef moverOf(ArrayRef<Frame> Chain, function_ref<bool(StringRef)> Moves) {
  return moverIn(
      map_range(Chain, [](const Frame &F) -> StringRef { return F.Function; }),
      Moves);
}

StringRef moverOf(ArrayRef<StringRef> OutermostFirst,
                  function_ref<bool(StringRef)> Moves) {
  return moverIn(reverse(OutermostFirst), Moves);
}

/// Whether the code that made these blocks is a function of libstdc++ or libc++
/// that moves a container to a larger block.
static bool isGrowing(const Profile &P, const Lifetime &L) {
  StringRef Library = L.Dark ? P.dark(*L.Dark).Function : StringRef();
  if (grows(Library) || growsString(Library))
    return true;
  return L.Site && !moverOf(P.site(*L.Site).Chain, grows).empty();
}

void GrowthChains::add(const Profile &P, const Lifetime &L) {
  using Counters = format::GrowthCounters;
  const LifetimeCounts &C = L.Counts;
  if (!C.grew())
    return;
  auto Add = [&](uint64_t &Sum, uint32_t Counter) {
    Sum = SaturatingAdd(Sum, C.bucket(Counter));
  };
  auto AddSteps = [&](uint32_t First) {
    for (uint32_t I = 1; I <= MaxSteps; ++I)
      Add(Steps[I], First + I);
    Add(More, First + Counters::More);
  };
  AddSteps(Counters::Reallocated);
  Add(MovedBytes, Counters::MovedBytes);
  Add(Shrunk, Counters::Shrunk);
  Add(ShrunkBytes, Counters::ShrunkBytes);
  if (!isGrowing(P, L))
    return;
  uint64_t Before = moves();
  AddSteps(Counters::Doubled);
  MovedBytes =
      SaturatingMultiplyAdd(moves() - Before, (L.Size + 1) / 2, MovedBytes);
}

uint64_t GrowthChains::moves() const {
  uint64_t Sum = More;
  for (uint64_t Number : Steps)
    Sum = SaturatingAdd(Sum, Number);
  return Sum;
}

uint64_t GrowthChains::chains() const {
  uint64_t Sum = 0;
  for (uint32_t I = 1; I <= MaxSteps; ++I)
    Sum = SaturatingAdd(Sum, endedWith(I));
  return Sum;
}

uint64_t GrowthChains::endedWith(uint32_t Number) const {
  uint64_t Longer = Number < MaxSteps ? Steps[Number + 1] : 0;
  return Steps[Number] - std::min(Steps[Number], Longer);
}

uint32_t GrowthChains::longest() const {
  uint32_t Last = MaxSteps;
  while (Last && !Steps[Last])
    --Last;
  return Last;
}

} // namespace anomalloc
