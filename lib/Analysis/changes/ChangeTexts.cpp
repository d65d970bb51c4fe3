//===- ChangeTexts.cpp - what is said of an entry of the list -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/ChangeList.h"
#include "Support/Numbers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace anomalloc {

std::string rankOf(const ChangeList &List, uint32_t Entry) {
  static const char *const Letters[] = {"", "m", "a", "t", "d"};
  Gain Its = anomaly(List.Entries[Entry].Kind).Gain;
  uint32_t First = 0;
  while (anomaly(List.Entries[First].Kind).Gain != Its)
    ++First;
  return Letters[size_t(Its)] + utostr(Entry - First + 1);
}

std::string evidenceOf(const MeasuredAnomaly &F) {
  return F.OfSites ? F.Evidence + " (of all lines that share the sites)"
                   : F.Evidence;
}

std::string evidenceOf(const ChangeEntry &E) {
  const ChangeEntry::Part &Main = E.Parts.front();
  uint64_t Others = 0;
  for (const ChangeEntry::Part &Other : ArrayRef(E.Parts).drop_front())
    Others = SaturatingAdd(Others, Other.Share.Allocations);
  std::string Shared;
  if (E.line().OfSharedMaker && !Main.Sizes.empty())
    Shared = "; one maker for " + formatNumberOf(E.Lines.size(), "line") +
             ", " + formatCount(Main.Sizes.rbegin()->first) + " bytes at most";
  return evidenceOf(Main.Found) + Shared +
         (Others ? "; " + formatNumberOf(Others, "other") + " alike" : "");
}

MeasuredChange describeChange(const ChangeList &List, uint32_t Entry) {
  const ChangeEntry &E = List.Entries[Entry];
  const MeasuredAnomaly &Found = E.Parts.front().Found;
  MeasuredChange C;
  C.Rank = rankOf(List, Entry);
  C.Anomaly = anomaly(E.Kind).Name.str();
  C.Evidence = evidenceOf(E);
  C.Remedy = E.Fix.Text;
  C.MayStay = E.MayStay;
  C.IsMeasured = Found.Sure == Confidence::Measured;
  C.Allocations = E.Requested.Allocations;
  C.SavedLeast = E.SavedLeast;
  C.SavedMost = E.SavedMost;
  C.SavedIfKept = E.SavedIfKept;
  C.SavedOfOthers = E.SavedOfOthers;
  if (anomaly(E.Kind).Gain == Gain::Allocations) {
    C.Blocks = E.Blocks;
    C.MostBlocks = E.MostBlocks;
    C.SavedPages = E.SavedPages;
  }
  C.SavedBytes = E.SavedBytes;
  C.SavedTraffic = E.SavedTraffic;
  return C;
}

} // namespace anomalloc
