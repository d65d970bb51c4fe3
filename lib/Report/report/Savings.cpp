//===- Savings.cpp - what a change saves, in words ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/Savings.h"

namespace anomalloc {

static std::string time(uint64_t Nanoseconds) {
  return Nanoseconds < 1000000 ? std::string("less than 1 ms")
                               : formatDuration(Nanoseconds);
}

/// "4 ms to 30 ms"; "up to 3 ms" if the least is next to nothing.
static std::string range(const MeasuredChange &C) {
  const std::string Least = time(C.SavedLeast), Most = time(C.SavedMost);
  if (Most == Least)
    return Least;
  return C.SavedLeast < 1000000 ? "up to " + Most : Least + " to " + Most;
}

/// " (and up to 170 ms for nodes beside them)", which is not theirs.
static std::string ofOthers(const MeasuredChange &C) {
  return C.SavedOfOthers < 1000000 ? ""
                                   : " (and up to " + time(C.SavedOfOthers) +
                                         " for nodes beside them)";
}

std::string savedText(const MeasuredChange &C, NumberStyle Style) {
  const std::string Saves = C.IsMeasured ? "saves " : "may save ";
  std::string Text;
  if (C.MostBlocks) {
    bool SavesKept =
        C.SavedIfKept > C.SavedMost && time(C.SavedIfKept) != time(C.SavedMost);
    Text = Saves + range(C);
    if (C.SavedPages >= 1000000)
      Text += " (up to " + time(C.SavedPages) + " for pages)";
    if (SavesKept)
      Text += ", up to " + time(C.SavedIfKept) + " if they stay" + ofOthers(C) +
              ",";
    Text += " and ";
    if (C.MostBlocks != C.Blocks)
      Text += formatCount(C.Blocks, Style) + " to ";
    Text += formatNumberOf(C.MostBlocks, "allocation", Style);
    if (C.MayStay && !SavesKept)
      Text += ", unless they stay";
  } else if (C.SavedBytes) {
    Text = Saves + formatBytes(C.SavedBytes);
    if (C.SavedMost)
      Text += " and " + range(C) + ofOthers(C);
  }
  if (C.SavedTraffic)
    Text += (Text.empty() ? Saves : ", and ") + formatBytes(C.SavedTraffic) +
            " of reads and writes";
  return Text;
}

std::string remedyText(const MeasuredChange &C, NumberStyle Style) {
  std::string Saved = savedText(C, Style);
  return C.Remedy + (Saved.empty() ? "" : "; " + Saved);
}

} // namespace anomalloc
