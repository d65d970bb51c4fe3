//===- SizeSet.cpp - sizes as a person writes them ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/sites/SizeSet.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace anomalloc {

Expected<uint64_t> parseSize(StringRef Text) {
  auto Bad = [&] {
    return makeError("'" + Text +
                     "' is not a size: write a number of bytes, or 4K, 1M, 2G");
  };
  StringRef Rest = Text.trim();
  uint64_t Number;
  if (Rest.consumeInteger(10, Number))
    return Bad();
  std::string Unit = Rest.lower();
  unsigned Shift;
  if (Unit.empty() || Unit == "b")
    Shift = 0;
  else if (Unit == "k" || Unit == "kb" || Unit == "kib")
    Shift = 10;
  else if (Unit == "m" || Unit == "mb" || Unit == "mib")
    Shift = 20;
  else if (Unit == "g" || Unit == "gb" || Unit == "gib")
    Shift = 30;
  else
    return Bad();
  return SaturatingMultiply(Number, uint64_t(1) << Shift);
}

Error SizeSet::parse(StringRef Text) {
  SmallVector<StringRef, 8> Parts;
  Text.split(Parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  if (Parts.empty())
    return makeError("a list of sizes is empty: write 12,24 or 1-64");
  for (StringRef Part : Parts) {
    if (Part.trim().empty())
      return makeError("'" + Text + "' has an empty part: write 12,24 or 1-64");
    auto [First, Last] = Part.split('-');
    uint64_t Low = 0, High = UINT64_MAX;
    if (!First.trim().empty())
      if (Error E = parseSize(First).moveInto(Low))
        return E;
    if (!Part.contains('-'))
      High = Low;
    else if (!Last.trim().empty())
      if (Error E = parseSize(Last).moveInto(High))
        return E;
    if (Low > High)
      return makeError("'" + Part + "' is an empty range of sizes");
    Ranges.emplace_back(Low, High);
  }
  return Error::success();
}

bool SizeSet::contains(uint64_t Size) const {
  return Ranges.empty() || any_of(Ranges, [Size](const auto &Range) {
           return Range.first <= Size && Size <= Range.second;
         });
}

} // namespace anomalloc
