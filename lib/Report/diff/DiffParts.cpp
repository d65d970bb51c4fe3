//===- DiffParts.cpp - what views of comparisons share --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/diff/DiffParts.h"
#include "Compare/Growth.h"
#include "Report/report/SitePlace.h"
#include "Report/text/Columns.h"
#include "Report/text/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {

static const DiffView Views[] = {
    {"totals", "Totals", "sum", &Comparison::Totals, "sums over the program"},
    {"sections", "Sections", "section", &Comparison::Sections,
     "phases and scopes of the program"},
    {"sizes", "Sizes in sections", "size", &Comparison::Sizes,
     "each size in each section"},
    {"functions", "Functions of lines to change", "function",
     &Comparison::Functions, "the functions of the lines to change"},
    {"lines", "Lines to change", "line", &Comparison::Lines,
     "the lines to change, as 'report' finds them"},
    {"sites", "Allocation sites", "site", &Comparison::Sites,
     "allocation sites, and libraries without sites"},
    {"stacks", "Stack trace types", "stack type", &Comparison::Stacks,
     "calling stacks (record --mode=stacks)"},
};

ArrayRef<DiffView> diffViews() { return Views; }

static std::string numberText(uint64_t Number, Measure M,
                              const TextStyle &Style) {
  return infoOf(M).IsBytes ? formatBytes(Number) : Style.count(Number);
}

std::string diffNumber(const Spread &S, Measure M, const TextStyle &Style) {
  std::string Least = numberText(S.Least, M, Style);
  std::string Most = numberText(S.Most, M, Style);
  return (S.IsEstimated ? "~" : "") +
         (Least == Most ? Least : Least + ".." + Most);
}

std::string diffChange(const Spread &Base, const Spread &New, Measure M,
                       const TextStyle &Style) {
  uint64_t Gap = gapBetween(Base, New);
  if (compare(Base, New) != Difference::Changed)
    return "";
  bool IsRange = Base.varies() || New.varies();
  return (New.Least > Base.Most ? "+" : "-") + numberText(Gap, M, Style) +
         (IsRange ? " or more" : "");
}

std::string diffPerHour(const Comparison &C, const ComparedRow &R, Measure M,
                        const TextStyle &Style) {
  const Spread Base = C.spread(R, M, 0);
  const Spread New = C.spread(R, M, C.Sides.size() - 1);
  if (compare(Base, New) != Difference::Changed)
    return "";
  const double Growth = growthPerHour(C, R, M);
  return (Base.IsEstimated || New.IsEstimated ? "~" : "") +
         std::string(Growth < 0 ? "-" : "+") +
         numberText(uint64_t(std::abs(Growth) + 0.5), M, Style);
}

std::string diffPercent(const Spread &Base, const Spread &New) {
  if (compare(Base, New) != Difference::Changed)
    return "";
  if (!Base.Most)
    return "new";
  bool IsMore = New.Least > Base.Most;
  double From = double(IsMore ? Base.Most : Base.Least);
  double Percent = 100.0 * double(gapBetween(Base, New)) / From;
  std::string Text = Percent >= 1000
                         ? formatv("{0:F1}x", 1 + Percent / 100).str()
                         : formatPercent(Percent);
  if (StringRef("<>").contains(Text.front()))
    return Text;
  return (IsMore ? Percent >= 1000 ? "" : "+" : "-") + Text;
}

static std::string placeText(const Frame &F, StringRef Behind, size_t Width,
                             const TextStyle &Style) {
  if (Style.FullNames)
    return fullFunctionName(F.Function) + " @ " +
           shortLocation(F.File, F.Line, 0, SIZE_MAX) + Behind.str();
  const size_t Room = Width - std::min(Width / 2, columnsOf(Behind));
  std::string Place;
  if (F.Line)
    Place = " @ " +
            cutMiddle((sys::path::filename(F.File) + ":" + Twine(F.Line)).str(),
                      Room / 5 * 3);
  std::string Name = briefFunctionName(
      F.Function, Room - std::min(Room / 5 * 3, columnsOf(Place)));
  return (Name.empty() ? "?" : Name) + Place + Behind.str();
}

static std::string stackText(const ComparedRow &R, size_t Width,
                             const TextStyle &Style) {
  std::vector<std::string> Names;
  for (const ComparedLevel &L : R.Levels)
    Names.push_back(L.Function.empty()
                        ? "0x" + utohexstr(L.Offset, /*LowerCase=*/true)
                        : briefFunctionName(L.Function, Style.room(40)));
  std::string Text = join(Names, " <- ");
  return Style.FullNames ? Text : cutMiddle(Text, Width);
}

std::string diffName(const DiffView &V, const ComparedRow &R, size_t Width,
                     const TextStyle &Style) {
  auto Cut = [&](std::string Text) {
    return Style.FullNames ? Text : cutMiddle(Text, Width);
  };
  if (V.Table == &Comparison::Stacks)
    return stackText(R, Width, Style);
  if (V.Table == &Comparison::Sizes)
    return Cut(formatCount(R.Size) + " in " + R.Name);
  if (!R.Name.empty())
    return Cut(R.Name);
  if (!R.Place) { // Dark.
    std::string Library = sys::path::filename(R.Library).str();
    std::string Name = shortFunctionName(R.Function, Style.room(Width / 2));
    return Cut((Name.empty() ? "?" : Name) + " in " +
               (Library.empty() ? "?" : Library) + " (dark)");
  }
  // Where it is now, if it still is.
  const Frame &At = R.InSide.back() && R.NewPlace ? *R.NewPlace : *R.Place;
  if (V.Table == &Comparison::Functions)
    return briefFunctionName(At.Function, Style.room(Width));
  std::string Behind;
  constexpr size_t RoomForCallee = 50;
  if (R.Its && (Style.FullNames || Width >= RoomForCallee))
    Behind = " <- " + cutEnd(plainFunctionName(R.Its->Callee), Style.room(28)) +
             poolWord(*R.Its);
  return placeText(At, Behind, Width, Style);
}

std::string diffState(const DiffView &V, const Comparison &C,
                      const ComparedRow &R) {
  if (!R.Place || V.Table == &Comparison::Functions)
    return "";
  if (!R.InSide.front())
    return "new";
  return R.InSide.back() ? "" : "gone";
}

std::string diffBesides(const Comparison &C, const ComparedTable &T,
                        const ComparedRow &R, const TextStyle &Style) {
  if (C.difference(R, T) != Difference::Changed ||
      C.difference(R, Measure::Allocations) == Difference::Changed ||
      C.difference(R, Measure::Bytes) == Difference::Changed)
    return "";
  std::vector<std::string> Parts;
  for (Measure M : T.Measures) {
    // As in difference(): who held the peak decides nothing. What is sorted by
    // has columns.
    if (C.difference(R, M) != Difference::Changed || M == Measure::PeakBytes ||
        M == C.sortOf(T))
      continue;
    std::vector<std::string> Numbers;
    for (size_t I = 0; I != C.Sides.size(); ++I)
      Numbers.push_back(diffNumber(C.spread(R, M, I), M, Style));
    Parts.push_back((infoOf(M).Heading + " " + join(Numbers, " -> ")).str());
  }
  return join(Parts, ", ");
}

std::string diffSummary(const ComparedTable &T, const TextStyle &Style) {
  std::string Text = Style.count(T.Changed) + " changed";
  if (T.Varying)
    Text += ", " + Style.count(T.Varying) +
            (T.Varying == 1 ? " varies by itself" : " vary by themselves");
  return Text + ", " + Style.count(T.Same) + " did not change";
}

std::vector<DiffSum> diffSums(const Comparison &C) {
  std::vector<DiffSum> Sums;
  if (C.Totals.Rows.empty())
    return Sums;
  const ComparedRow &All = C.Totals.Rows.front();
  for (Measure M : C.Totals.Measures)
    Sums.push_back({infoOf(M).Heading.str(), &All, M});
  for (const ComparedRow &R : ArrayRef(C.Totals.Rows).drop_front()) {
    if (all_of(R.Values[size_t(Measure::Allocations)],
               [](uint64_t Number) { return !Number; }))
      continue;
    std::string Name = R.Name == "sites"               ? "at sites"
                       : R.Name == "through_libraries" ? "through libraries"
                       : R.Name == "pools"             ? "in pools"
                                                       : R.Name;
    Sums.push_back({Name, &R, Measure::Allocations});
  }
  return Sums;
}

std::vector<std::string> diffMatches(const Comparison &C,
                                     const TextStyle &Style) {
  std::vector<std::string> Lines;
  for (size_t I = 1; I != C.Sides.size(); ++I) {
    const MatchSums &M = C.Matches[I];
    uint64_t All = M.By[0].Sites + M.By[1].Sites + M.By[2].Sites;
    std::string Line = C.Sides[I].Label + ": " +
                       formatNumberOf(All, "site", Style.Numbers) +
                       " found again";
    std::vector<std::string> Ways;
    const char *const Names[] = {" by id", " by function", " by line"};
    for (auto [Sum, Name] : zip(M.By, Names))
      if (Sum.Sites)
        Ways.push_back(Style.count(Sum.Sites) + Name);
    if (M.ByOrder.Sites)
      Ways.push_back(Style.count(M.ByOrder.Sites) +
                     " of them told from others of their function by order "
                     "alone");
    if (!Ways.empty())
      Line += " (" + join(Ways, ", ") + ")";
    auto Tell = [&](const MatchSums::Sum &S, const char *What) {
      if (S.Sites)
        Line += "; " + formatNumberOf(S.Sites, "site", Style.Numbers) + What +
                " with " +
                formatNumberOf(S.Allocations, "allocation", Style.Numbers);
    };
    Tell(M.Gone, " only before,");
    Tell(M.Added, " only now,");
    Lines.push_back(std::move(Line));
  }
  return Lines;
}

ArrayRef<ComparedRow> diffRows(const ComparedTable &T,
                               const DiffOptions &Options) {
  size_t Number = Options.All ? T.Rows.size() : size_t(T.Changed);
  if (Options.Top)
    Number = std::min(Number, Options.Top);
  return ArrayRef(T.Rows).take_front(Number);
}

} // namespace anomalloc
