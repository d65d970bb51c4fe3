//===- LineWeights.cpp - how often the lines of a file run ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/LineWeights.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

static constexpr StringRef Prefix = "anomalloc-lines:";
static constexpr StringRef ColdFile = " cold file";
static constexpr StringRef OtherLanguage = " no C++";

static std::optional<Weight> weightNamed(StringRef Name) {
#define ANOMALLOC_WEIGHT(Heavy, InWords, Proved, Shown, Suspected)             \
  if (Name == InWords)                                                         \
    return Weight::Heavy;
#include "Weights/Levels.def"
  return std::nullopt;
}

void LineWeights::add(unsigned Line, Weight Heavy) {
  auto [Slot, New] = Lines.try_emplace(Line, Heavy);
  if (!New)
    Slot->second = std::min(Slot->second, Heavy);
}

void LineWeights::add(const LineWeights &Other) {
  Cold |= Other.Cold;
  NoCxx |= Other.NoCxx;
  for (auto [Line, Heavy] : Other.Lines)
    add(Line, Heavy);
}

std::optional<Weight> LineWeights::of(unsigned Line) const {
  auto Slot = Lines.find(Line);
  return Slot == Lines.end() ? std::nullopt : std::optional(Slot->second);
}

std::string LineWeights::message() const {
  SmallVector<std::string> Parts;
  if (NoCxx)
    Parts.push_back(OtherLanguage.str());
  if (Cold)
    Parts.push_back(ColdFile.str());
  for (auto At = Lines.begin(); At != Lines.end();) {
    auto [First, Heavy] = *At;
    unsigned Last = First;
    for (++At;
         At != Lines.end() && At->first == Last + 1 && At->second == Heavy;
         ++At)
      ++Last;
    std::string Range = utostr(First);
    if (Last != First)
      Range += "-" + utostr(Last);
    Parts.push_back(" " + Range + "=" + nameOf(Heavy).str());
  }
  return Prefix.str() + join(Parts, ";");
}

std::optional<LineWeights> LineWeights::parse(StringRef Message) {
  if (!Message.consume_front(Prefix))
    return std::nullopt;
  LineWeights Found;
  SmallVector<StringRef> Parts;
  Message.split(Parts, ';', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    if (Part == ColdFile) {
      Found.Cold = true;
      continue;
    }
    if (Part == OtherLanguage) {
      Found.NoCxx = true;
      continue;
    }
    auto [Range, Name] = Part.trim().split('=');
    unsigned First, Last;
    std::optional<Weight> Heavy = weightNamed(Name);
    if (!Heavy || Range.consumeInteger(10, First))
      return std::nullopt;
    Last = First;
    if (Range.consume_front("-") && Range.consumeInteger(10, Last))
      return std::nullopt;
    if (!Range.empty() || Last < First)
      return std::nullopt;
    for (unsigned Line = First; Line <= Last; ++Line)
      Found.add(Line, *Heavy);
  }
  return Found;
}

} // namespace anomalloc
