//===- DiffJson.cpp - a comparison for programs ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/Growth.h"
#include "Document/Document.h"
#include "Report/diff/DiffViews.h"
#include "Report/report/JsonParts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

template <>
inline constexpr Difference LastOf<Difference> = Difference::Changed;
template <> inline constexpr MatchedBy LastOf<MatchedBy> = MatchedBy::Unmatched;

static const char *nameOf(Difference Its) {
  static const char *const Names[] = {"same", "varies", "changed"};
  return Names[size_t(Its)];
}

static const char *nameOf(MatchedBy How) {
  static const char *const Names[] = {"id", "function", "line", "unmatched"};
  return Names[size_t(How)];
}

static void describe(Keys<Side> &K) {
  K.add("label", &Side::Label);
  K.add("runs", "files of each run", [](const Side &S) {
    return each(S.Runs, [](const Profile *P) {
      return each(P->Processes,
                  [](const Process &One) { return StringRef(One.File); });
    });
  });
}

static void describe(Keys<MatchSums::Sum> &K) {
  K.name("match_sum");
  K.add("sites", &MatchSums::Sum::Sites);
  K.add("allocations", &MatchSums::Sum::Allocations);
}

static void describe(Keys<MatchSums> &K) {
  auto Add = [&K](StringRef Name, MatchedBy How, StringRef Help = "") {
    K.add(Name, Help, [How](const MatchSums &M) { return M.By[size_t(How)]; });
  };
  Add("by_id", MatchedBy::Id);
  Add("by_function", MatchedBy::Function,
      "the file, the inlining or the number of a lambda changed");
  Add("by_line", MatchedBy::Line, "a function has another name");
  K.add("by_order",
        "a part of these: only their order tells them from others of their "
        "function",
        &MatchSums::ByOrder);
  K.add("added", "only in this side", &MatchSums::Added);
  K.add("gone", "only in the first side, with its allocations",
        &MatchSums::Gone);
}

namespace {

struct NamedFunction {
  StringRef LinkageName;
};
void describe(Keys<NamedFunction> &K) {
  K.add("function",
        [](const NamedFunction &F) { return fullFunctionName(F.LinkageName); });
  K.add("linkage_name", &NamedFunction::LinkageName);
}

} // namespace

static void describe(Keys<ComparedLevel> &K) {
  K.include([](const ComparedLevel &L) { return NamedFunction{L.Function}; });
  K.add("file", &ComparedLevel::File);
  K.add("line", &ComparedLevel::Line);
  K.add("library", &ComparedLevel::Library);
}

namespace {

struct SideNumber {
  Spread Its;
  Difference Verdict;
  IfThere<double> PerHour;
};
void describe(Keys<SideNumber> &K) {
  K.name("side_number");
  K.add("least", "of its runs",
        [](const SideNumber &N) { return N.Its.Least; });
  K.add("most", [](const SideNumber &N) { return N.Its.Most; });
  K.add("estimated",
        "true: some runs are samples, and least and most are the ends of 95 % "
        "intervals; else absent",
        [](const SideNumber &N) { return ifThere(N.Its.IsEstimated, true); });
  K.add("verdict", "against the first side; of that: whether it varies",
        &SideNumber::Verdict);
  K.add("per_hour",
        "of the last of several looks at one process: growth in an hour, by "
        "the straight line that is nearest to all of them; negative: it shrank",
        &SideNumber::PerHour);
}

/// The numbers of a row of the table Its.
struct RowNumbers {
  const Comparison &C;
  const ComparedTable &Its;
  const ComparedRow &Row;

  Each<SideNumber> of(Measure M) const {
    return {[N = *this, M](auto Take) {
      const bool IsOverTime = isOverTime(N.C);
      for (size_t Side = 0; Side != N.C.Sides.size(); ++Side) {
        const Spread S = N.C.spread(N.Row, M, Side);
        const bool IsLast = Side + 1 == N.C.Sides.size();
        Take({S,
              Side         ? N.C.difference(N.Row, M, Side)
              : S.varies() ? Difference::Varies
                           : Difference::Same,
              ifThere(IsOverTime && IsLast,
                      IsOverTime ? growthPerHour(N.C, N.Row, M) : 0)});
      }
    }};
  }
};

StringRef helpOf(Measure M) {
  switch (M) {
  case Measure::Temporary:
    return "blocks that were freed soon after; of profiles with lifetimes, as "
           "all below";
  case Measure::PeakBytes:
    return "bytes of the blocks that lived when the process had the most live "
           "bytes; decides nothing for the verdict of a row, but of the sums";
  case Measure::Leaked:
    return "blocks that lived at the end";
  default:
    return "";
  }
}

void describe(Keys<RowNumbers> &K) {
  using Shown = const RowNumbers &;
  K.name("row_numbers", "an array has one element for each side");
  K.add("verdict",
        "the strongest of all measures and sides; varies: by itself, as far as "
        "repeated runs tell",
        [](Shown N) { return N.C.difference(N.Row, N.Its); });
  for (Measure M : allMeasures())
    if (infoOf(M).OfLifetimes)
      K.add(infoOf(M).Key, helpOf(M), [M](Shown N) {
        return ifThere(is_contained(N.Its.Measures, M), N.of(M));
      });
    else
      K.add(infoOf(M).Key, [M](Shown N) { return N.of(M); });
}

struct ComparedSite {
  const ComparedRow &Row;
};
void describe(Keys<ComparedSite> &K) {
  using Shown = const ComparedSite &;
  K.add("ids",
        "of each side: none where it is not, several where one place in the "
        "source is several sites",
        [](Shown S) {
          return each(S.Row.Ids, [](const std::set<uint64_t> &Ids) {
            return each(Ids, [](uint64_t Id) { return SiteId{Id}; });
          });
        });
  K.add("callee", [](Shown S) { return fullFunctionName(S.Row.Its->Callee); });
  K.add("family", [](Shown S) { return S.Row.Its->Family; });
  K.add("type", [](Shown S) { return S.Row.Its->Type; });
}

struct ComparedLibrary {
  const ComparedRow &Row;
};
void describe(Keys<ComparedLibrary> &K) {
  using Shown = const ComparedLibrary &;
  K.add("library", "of what is dark; absent for sites",
        [](Shown L) { return L.Row.Library; });
  K.add("function", [](Shown L) { return fullFunctionName(L.Row.Function); });
}

using TableOf = ComparedTable Comparison::*;

template <TableOf Table> struct DiffRow {
  const Comparison &C;
  const ComparedRow &Its;
};

template <TableOf Table> void describe(Keys<DiffRow<Table>> &K) {
  using C = Comparison;
  using Shown = const DiffRow<Table> &;
  auto IsOneOf = [](auto... Tables) { return ((Table == Tables) || ...); };
  auto Name = [](Shown R) { return StringRef(R.Its.Name); };
  if (IsOneOf(&C::Totals))
    K.add("name", "all, sites, through_libraries, dark or pools", Name);
  if (IsOneOf(&C::Sizes))
    K.add("size", [](Shown R) { return R.Its.Size; });
  if (IsOneOf(&C::Sizes, &C::Sections))
    K.add("section", "\"outside\": outside of every section", Name);
  if (IsOneOf(&C::Functions, &C::Lines))
    K.add("name", "of a rest: allocations without a known line",
          [=](Shown R) { return ifThere(!R.Its.Name.empty(), Name(R)); });
  if (IsOneOf(&C::Functions))
    K.include([](Shown R) -> std::optional<NamedFunction> {
      if (!R.Its.Place)
        return std::nullopt;
      return NamedFunction{R.Its.Place->Function};
    });
  if (IsOneOf(&C::Stacks))
    K.add("frames", "innermost first",
          [](Shown R) { return ArrayRef(R.Its.Levels); });
  if (IsOneOf(&C::Lines, &C::Sites)) {
    K.add("place", "in the first side that has it; absent for what has no line",
          [](Shown R) { return IfThere<Frame>(R.Its.Place); });
    K.add("new_place", "in the last side that has it",
          [](Shown R) { return IfThere<Frame>(R.Its.NewPlace); });
  }
  if (IsOneOf(&C::Sites)) {
    K.include([](Shown R) { return orNull(R.Its.Its, ComparedSite{R.Its}); });
    K.include(
        [](Shown R) { return orNull(!R.Its.Its, ComparedLibrary{R.Its}); });
  }
  if (IsOneOf(&C::Lines, &C::Sites))
    K.add("matched",
          "how it was found again, the least certain way over all sides; "
          "unmatched: the first or the last side does not have it",
          [](Shown R) { return IfThere<MatchedBy>(R.Its.How); });
  if (IsOneOf(&C::Sites))
    K.add("by_order",
          [](Shown R) { return ifThere(R.Its.Its, R.Its.ByOrder); });
  K.include([](Shown R) { return RowNumbers{R.C, R.C.*Table, R.Its}; });
}

template <TableOf Table> struct DiffTable {
  const Comparison &C;

  const ComparedTable &its() const { return C.*Table; }
};

template <TableOf Table> void describe(Keys<DiffTable<Table>> &K) {
  using Shown = const DiffTable<Table> &;
  K.add("changed", [](Shown T) { return T.its().Changed; });
  K.add("varying", [](Shown T) { return T.its().Varying; });
  K.add("same", [](Shown T) { return T.its().Same; });
  K.add("rows", [](Shown T) {
    return each(T.its().Rows,
                [&T](const ComparedRow &R) { return DiffRow<Table>{T.C, R}; });
  });
}

/// Adds the table unless \p Only leaves it out.
template <TableOf Table>
void addTable(Keys<Comparison> &K, const std::set<std::string> &Only,
              StringRef Help) {
  const DiffView &V =
      *find_if(diffViews(), [](const DiffView &V) { return V.Table == Table; });
  if (Only.empty() || Only.count(V.Name.str()))
    K.add(V.Name, Help,
          [](const Comparison &C) { return DiffTable<Table>{C}; });
}

} // namespace

static Keys<Comparison> describeDiff(const std::set<std::string> &Only) {
  Keys<Comparison> K;
  K.constant("schema", "anomalloc-diff");
  K.constant("version", 1, "raised when a key goes or changes its meaning");
  K.add("filtered", "a filter was given: all tables have what passed it",
        &Comparison::Filtered);
  std::vector<std::string> Measures;
  for (Measure M : allMeasures())
    Measures.push_back(infoOf(M).Key.str());
  K.addWord("sort", std::move(Measures),
            "the measure whose largest change comes first; bytes in a table "
            "that does not know it",
            &Comparison::Sort);
  K.add("sides", "the builds that are compared; all others with the first one",
        &Comparison::Sides);
  K.add("matches",
        "how the sites of each side but the first were found in the first one; "
        "only sites that made something there or here",
        [](const Comparison &C) { return ArrayRef(C.Matches).drop_front(); });
  K.add("notes", "what cannot be compared, and why", &Comparison::Notes);
  const size_t Tables = K.object().Keys.size();
  using C = Comparison;
  addTable<&C::Totals>(K, Only, "sums; \"pools\" is no part of \"all\"");
  addTable<&C::Sections>(K, Only, "heap allocations by section");
  addTable<&C::Sizes>(K, Only, "heap allocations by size and section");
  addTable<&C::Functions>(
      K, Only, "by function of the line to change; without lifetimes");
  addTable<&C::Lines>(K, Only, "by line to change; without lifetimes");
  addTable<&C::Sites>(K, Only, "by site; what is dark by library and function");
  addTable<&C::Stacks>(K, Only,
                       "by stack trace type; empty unless all runs have "
                       "stacks; without lifetimes");
  K.mayLack(Tables);
  return K;
}

void writeJsonDiff(raw_ostream &To, const Comparison &C,
                   const DiffOptions &Options) {
  writeDocument(To, describeDiff(Options.Only), C);
}

const JsonObject &diffObject() {
  static const Keys<Comparison> All = describeDiff({});
  return All.object();
}

} // namespace anomalloc
