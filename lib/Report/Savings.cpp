//===- Savings.cpp - what a change saves, in words ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Savings.h"

namespace anomalloc {

static std::string time(uint64_t Nanoseconds) {
  return Nanoseconds < 1000000 ? std::string("less than 1 ms")
                               : formatDuration(Nanoseconds);
}

std::string savingText(const MeasuredChange &C, NumberStyle Style) {
  const std::string Saves = C.IsMeasured ? "saves " : "may save ";
  std::string Text;
  if (C.MostBlocks) {
    const std::string Least = time(C.SavedLeast), Most = time(C.SavedMost);
    Text = Saves;
    if (C.MayStay)
      Text = "may save, unless they stay, ";
    Text += Least;
    if (Most != Least)
      Text += " to " + Most;
    if (C.SavedPages >= 1000000)
      Text += " (up to " + time(C.SavedPages) + " for pages)";
    Text += " and ";
    if (C.MostBlocks != C.Blocks)
      Text += formatCount(C.Blocks, Style) + " to ";
    Text += formatNumberOf(C.MostBlocks, "allocation", Style) + "; ";
  } else if (C.SavedBytes) {
    Text = Saves + formatBytes(C.SavedBytes) + "; ";
  }
  return Text + C.Remedy;
}

} // namespace anomalloc
