//===- Rebuilt.cpp - a costly object is built again and again -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks of an object whose building is work, and whose use is little: a
/// regular expression, a locale. As a rule it could be built once; if it lives
/// to the end, it was.
///
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Findings.h"
#include "Support/Demangle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

/// Classes, as far as their names need to be known.
static constexpr StringLiteral Classes[] = {
    "std::__cxx11::basic_regex<",
    "std::basic_regex<",
    "std::__1::basic_regex<",
    "boost::basic_regex<",
    "boost::re_detail",
    "re2::RE2",
    "pcrecpp::RE",
    "std::locale",
    "std::__1::locale",
};
static constexpr StringLiteral Functions[] = {"regcomp", "pcre_compile",
                                              "pcre2_compile_8", "newlocale"};

/// What \p Function builds; "" for any other function.
static std::string builtBy(StringRef Function) {
  if (is_contained(Functions, Function))
    return Function.str();
  FunctionName Name(Function);
  if (!Name.isFunction())
    return "";
  std::string Class = Name.context();
  bool Builds = Name.isConstructorOrDestructor() || Name.base() == "assign" ||
                Name.base() == "operator=";
  return Builds && any_of(Classes,
                          [&](StringRef Its) {
                            return StringRef(Class).starts_with(Its);
                          })
             ? StringRef(Class).split('<').first.str()
             : "";
}

/// How many objects all lines of these sites built, if that can be told:
/// libstdc++ makes one automaton for each regular expression.
static uint64_t numberBuilt(const BlockGroup &L, const Profile &P) {
  uint64_t Sum = 0;
  for (size_t I = 0; I != L.Sites.size(); ++I)
    if (P.site(L.Sites[I])
            .Type.starts_with(
                "std::_Sp_counted_ptr_inplace<std::__detail::_NFA<"))
      Sum = SaturatingAdd(Sum, sumOf(L.SizesOfSites[I]).Allocations);
  return Sum;
}

std::optional<MeasuredAnomaly> detectRebuilt(const BlockGroup &L,
                                             const FindingContext &C) {
  constexpr uint64_t Several = 10;
  uint64_t Blocks = L.Allocated.Allocations;
  if (!C.isFrequent(Blocks) ||
      L.Sum.Live.Allocations > L.Sum.Allocated.Allocations / 2)
    return std::nullopt;
  std::string Built = builtBy(L.line().Callee);
  for (StringRef Maker : L.line().MakerNames)
    if (Built.empty())
      Built = builtBy(Maker);
  if (Built.empty())
    return std::nullopt;
  uint64_t OfSites = 0;
  for (const SizeCounts &Sizes : L.SizesOfSites)
    OfSites = SaturatingAdd(OfSites, sumOf(Sizes).Allocations);
  uint64_t Number = numberBuilt(L, C.P);
  uint64_t Each = Number ? divideNearest(OfSites, Number) : 0;
  bool IsOften = Each ? L.Requested.Allocations / Each >= Several
                      : L.line().Depth > L.line().LoopsInMakers;
  if (!IsOften)
    return std::nullopt;
  MeasuredAnomaly F;
  F.FromCounts = true;
  F.MostBlocks = Blocks;
  F.Blocks = Each && Blocks == OfSites ? Blocks - Each : 0;
  F.Sure = L.HasLifetimes ? Confidence::Measured : Confidence::Likely;
  F.Evidence =
      Each ? formatv("{0:N} objects of '{1}' were built{2}, with {3:N} blocks "
                     "each",
                     Number, Built,
                     Blocks == OfSites ? "" : " by all lines that do", Each)
                 .str()
           : formatv("{0:N} blocks for '{1}', which is built in a loop", Blocks,
                     Built)
                 .str();
  return F;
}

} // namespace anomalloc
