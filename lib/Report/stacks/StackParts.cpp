//===- StackParts.cpp - what views of stacks share ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/stacks/StackParts.h"
#include "Report/text/EstimateText.h"
#include "Report/text/Names.h"
#include "Report/text/Paragraph.h"
#include "Support/Numbers.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

std::string stackFunctionName(const StackFunction &F, size_t Width) {
  if (!F.Collapsed.empty())
    return F.Collapsed;
  if (!F.Name.empty())
    return shortFunctionName(F.Name, Width);
  return "0x" + utohexstr(F.Offset, /*LowerCase=*/true);
}

std::string stackPlace(const StackFunction &F, StringRef File, uint32_t Line,
                       size_t Width) {
  if (!File.empty())
    return shortLocation(File, Line, 0, Width);
  return shortLocation(F.Library, 0, 0, Width);
}

std::string stackWeight(const StackTree &T, uint64_t Weight,
                        const TextStyle &Style) {
  return T.ByBytes ? formatBytes(Weight) : Style.count(Weight);
}

std::string stackWeight(const StackTree &T, const Estimate &Weight,
                        const TextStyle &Style) {
  return T.ByBytes ? formatEstimatedBytes(Weight)
                   : formatEstimate(Weight, Style.Numbers);
}

static std::string withPhrase(const StackTree &T, std::string Text) {
  if (!T.Blocks->Phrase.empty())
    Text += " " + T.Blocks->Phrase.str();
  return Text;
}

std::string stackNumber(const StackTree &T, uint64_t Number,
                        const TextStyle &Style) {
  return withPhrase(
      T, formatNumberOf(Number, T.Blocks->One.data(), Style.Numbers));
}

std::string stackEstimate(const StackTree &T, const Estimate &Number,
                          const TextStyle &Style) {
  if (Number.IsExact)
    return stackNumber(T, Number.Value, Style);
  // "2 blocks" without the 2.
  StringRef Unit = T.Blocks->One;
  return withPhrase(
      T, formatEstimate(Number, Style.Numbers) + " " +
             StringRef(formatNumberOf(2, Unit.data())).drop_front(2).str());
}

void writeEstimateNote(raw_ostream &OS, const StackTree &T,
                       const TextStyle &Style) {
  if (T.isEstimated())
    Paragraph().add(estimateNote(*T.Source), Paint::Dim).print(OS, Style);
}

std::string stackMeasure(const StackTree &T) {
  if (!T.Blocks->Of)
    return T.ByBytes ? "bytes" : "allocations";
  return withPhrase(T,
                    (T.ByBytes ? "bytes of " : "") + T.Blocks->One.str() + "s");
}

void writeNoStacks(raw_ostream &OS, const StackTree &T,
                   const TextStyle &Style) {
  Paragraph()
      .add("No stack trace types of " + stackMeasure(T) + ".")
      .print(OS, Style);
  if (T.NotSelected)
    Paragraph()
        .add(Style.count(T.NotSelected) +
             " allocations were counted without their stacks: record with "
             "--mode=stacks, and see its selectors")
        .print(OS, Style);
}

void describe(Keys<FunctionLine> &K) {
  using Shown = const FunctionLine &;
  K.name("function_line");
  K.add("function", "demangled; empty if unknown", [](Shown L) {
    return L.Its.Collapsed.empty() ? fullFunctionName(L.Its.Name)
                                   : L.Its.Collapsed;
  });
  K.add("linkageName", [](Shown L) { return L.Its.Name; });
  K.add("file", "empty if unknown", &FunctionLine::File);
  K.add("line", "that most of the weight came through; 0: unknown",
        &FunctionLine::Line);
  K.add("library", "path of the object; empty if unknown",
        [](Shown L) { return L.Its.Library; });
  K.add("user", "the source is no system file",
        [](Shown L) { return L.Its.IsUser; });
}

} // namespace anomalloc
