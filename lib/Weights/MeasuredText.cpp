//===- MeasuredText.cpp - what was measured, in words ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/MeasuredText.h"
#include "Support/Numbers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {

std::string Measured::phrase() const {
  if (!Allocations)
    return "no allocation was recorded";
  std::string Text = Unsure.empty() ? "" : "at least ";
  Text += formatNumberOf(Allocations, "allocation");
  if (Largest) {
    Text += " of ";
    if (Smallest != Largest)
      Text += formatCount(Smallest) + " to ";
    Text += formatNumberOf(Largest, "byte");
  }
  return Text;
}

std::optional<double> shareOf(uint64_t Allocations, const Measurements &Run) {
  return Run.Allocations ? std::optional(100.0 * double(Allocations) /
                                         double(Run.Allocations))
                         : std::nullopt;
}

std::string shareAndDepth(const Measured &Sum, std::optional<double> Share) {
  SmallVector<std::string, 2> Parts;
  if (Share)
    Parts.push_back(formatPercent(*Share) + " of all allocations");
  if (Sum.Depth)
    Parts.push_back(formatNumberOf(Sum.Depth, "loop") + " deep");
  return join(Parts, ", ");
}

std::string perCallText(uint64_t Allocations, uint64_t Calls) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Allocations % Calls == 0) {
    OS << formatNumberOf(Allocations / Calls, "allocation") << " per call";
  } else {
    const double Average = double(Allocations) / double(Calls);
    if (Average >= 100)
      OS << formatCount(uint64_t(Average + 0.5));
    else if (Average < 0.001)
      OS << "less than 0.001";
    else
      OS << format("%.3g", Average);
    OS << " allocations per call on average";
  }
  OS << " (" << formatCount(Allocations) << " in "
     << formatNumberOf(Calls, "call") << ')';
  return Text;
}

std::string usesText(const MeasuredUses &Its) {
  return formatBytes(Its.Written) + " written, " +
         (Its.Read ? formatBytes(Its.Read) + " read" : "none of it read");
}

std::string detailsText(const Measured &Sum, const Measurements &Run) {
  SmallVector<std::string, 4> Parts;
  auto Add = [&](std::string Part) {
    if (!Part.empty())
      Parts.push_back(std::move(Part));
  };
  if (Sum.Allocations) {
    Add(shareAndDepth(Sum, shareOf(Sum.Allocations, Run)));
    Add(Sum.Bytes ? formatBytes(Sum.Bytes) + " in all" : "");
    Add(Sum.Uses ? usesText(*Sum.Uses) : "");
  }
  Add(Sum.MayHaveMoved ? "before this file was changed" : "");
  return Parts.empty() ? "" : " (" + join(Parts, ", ") + ")";
}

} // namespace anomalloc
