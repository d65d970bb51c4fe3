//===- Run.cpp - a profile, and what budgets ask of it --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Run.h"
#include "Analysis/sites/CallCounts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace anomalloc::budget {

Run::Run(const Profile &P)
    : P(P), Depths(P), Iterations(P), Seen(computeCoverage(P)),
      Lifetimes(lifetimeStateOf(P)), Counts(applyFilter(P, Filter())),
      Calls(countCalls(P)), OfSite(P.Sites.size()),
      Who(P, Depths, /*Most=*/SIZE_MAX) {
  for (const Count &C : Counts)
    if (C.Site) {
      uint64_t &Sum = OfSite[uint32_t(*C.Site)];
      Sum = SaturatingAdd(Sum, C.Allocations);
    }
  for (const Site &S : P.Sites)
    Callers.push_back(&Who.of(S));
}

std::string Run::cutShort() const {
  const uint64_t Whole = Seen.Ended + Seen.EndedBefore;
  if (Whole == Seen.Processes)
    return "";
  std::string Who = Seen.Processes == 1
                        ? "the process"
                        : utostr(Seen.Processes - Whole) + " of " +
                              utostr(Seen.Processes) + " processes";
  return Who + " did not end in order (killed, aborted, _exit, exec, or still "
               "running): nobody knows the rest of the run; record it to its "
               "end, or say 'any end: true' in the budget";
}

/// "a, b and 12 more".
static std::string listOf(const std::set<std::string> &Names) {
  constexpr size_t Shown = 12;
  std::vector<std::string> First(
      Names.begin(), std::next(Names.begin(), std::min(Shown, Names.size())));
  return join(First, ", ") +
         (Names.size() > Shown
              ? " and " + utostr(Names.size() - Shown) + " more"
              : "");
}

/// What was started without the runtime's variables, and ran nowhere else: of
/// it nothing is there to be read.
static std::set<std::string> startedUnrecorded(const Profile &P) {
  std::set<std::string> Started;
  for (const Process &One : P.Processes)
    if (StringRef Program = One.info("unrecorded").value_or("");
        !Program.empty() && none_of(P.Processes, [&](const Process &Other) {
          return sys::path::filename(Other.info("program").value_or("")) ==
                 sys::path::filename(Program);
        }))
      Started.insert(Program.str());
  return Started;
}

std::string Run::missingChildren() const {
  std::vector<std::string> Reasons;
  if (uint64_t Number = Seen.Unrecorded)
    Reasons.push_back(
        utostr(Number) +
        (Number == 1 ? " process that it" : " processes that it") +
        " started left no profile (" + Seen.UnrecordedBecause + ")");
  if (std::set<std::string> Started = startedUnrecorded(P); !Started.empty())
    Reasons.push_back(listOf(Started) +
                      " had no ANOMALLOC_OPTIONS in the environment, and left "
                      "no profile");
  if (Reasons.empty())
    return "";
  return join(Reasons, "; ") +
         ": nobody knows what is missing; record all of the run, or say "
         "'missing children: true' in the budget";
}

static std::string missingLifetimes(const Run &R) {
  switch (R.Lifetimes) {
  case LifetimeState::NotRecorded:
    return "it has no lifetimes: record it with 'anomalloc record "
           "--mode=lifetime'";
  case LifetimeState::NotSeen:
    return "frees were not seen: malloc was not interposed "
           "(docs/limits.md)";
  case LifetimeState::Partly:
    return "some of its processes have no lifetimes: record all of them with "
           "'anomalloc record --mode=lifetime'";
  case LifetimeState::Seen:
    break;
  }
  for (const Process &One : R.P.Processes)
    if (One.Lifetimes && One.Lifetimes->Unwatched)
      return "of " + utostr(One.Lifetimes->Unwatched) +
             " blocks nobody knows what became of them: there was no memory "
             "to watch them";
  return "";
}

std::string Run::missing(MeasureNeed Need) const {
  if (Seen.DroppedEvents)
    return utostr(Seen.DroppedEvents) +
           " allocations were not counted, as the profile could not grow: "
           "record it where there is room";
  switch (Need) {
  case MeasureNeed::Counts:
  case MeasureNeed::Base:
    break;
  case MeasureNeed::Dark:
    if (Seen.watched() < Seen.Processes || Seen.Bypassed)
      return "dark allocations were not seen, or not all: malloc was not "
             "interposed in each process (docs/limits.md)";
    break;
  case MeasureNeed::End:
    if (Seen.EndedBefore)
      return "the profile ends at MPI_Finalize, and blocks that live then are "
             "not leaked: record with --each-rank";
    [[fallthrough]];
  case MeasureNeed::Lifetimes:
    return missingLifetimes(*this);
  }
  return "";
}

std::string Run::missingSites() const {
  return P.Sites.empty() ? "the run has no instrumented code, so nobody knows "
                           "its sites and loops: build it with 'anomalloc c++'"
                         : "";
}

InScope::InScope(const budget::Run &R, const Scope &S) : R(R), S(S) {
  const Filter &F = S.Globs;
  for (StringRef Name : R.P.Sections)
    Section.push_back(
        F.Sections.empty() ||
        matchesAny(F.Sections, Name.empty() ? StringRef(OutsideName) : Name));
  chooseSites();
  chooseDark();
  findNothing();
}

/// A site in a library has no level of the program's own: then the lines that
/// lead there stand for it.
void InScope::chooseSites() {
  const Filter &F = S.Globs;
  for (const auto &[I, Its] : enumerate(R.P.Sites)) {
    auto AnyLevel = [&, I = I, &Its = Its](auto Matches) {
      return any_of(Its.Chain, Matches) || any_of(R.Callers[I]->Lines, Matches);
    };
    SiteFile.push_back(F.Files.empty() || AnyLevel([&](const Frame &L) {
                         return matchesPath(F.Files, L.File);
                       }));
    SiteFunction.push_back(F.Functions.empty() || AnyLevel([&](const Frame &L) {
                             return matchesFunction(F.Functions, L.Function);
                           }));
    Site.push_back(
        (S.Sites.empty() || any_of(S.Sites,
                                   [&, &Its = Its](const SitePattern &P) {
                                     return P.matches(Its);
                                   })) &&
        (!S.DeeperThan || R.Depths.effectiveDepth(Its) > *S.DeeperThan));
  }
}

void InScope::chooseDark() {
  const Filter &F = S.Globs;
  for (const DarkOrigin &D : R.P.Dark) {
    DarkFile.push_back(F.Files.empty() || matchesPath(F.Files, D.Library));
    DarkFunction.push_back(F.Functions.empty() ||
                           matchesFunction(F.Functions, D.Function));
  }
}

bool InScope::hasOrigin(std::optional<SiteIndex> I,
                        std::optional<DarkIndex> D) const {
  if (I ? !Site[uint32_t(*I)] : (!S.Sites.empty() || S.DeeperThan))
    return false;
  const bool InFile = S.Globs.Files.empty() || (I && SiteFile[uint32_t(*I)]) ||
                      (D && DarkFile[uint32_t(*D)]);
  const bool InFunction = S.Globs.Functions.empty() ||
                          (I && SiteFunction[uint32_t(*I)]) ||
                          (D && DarkFunction[uint32_t(*D)]);
  return InFile && InFunction;
}

void InScope::findNothing() {
  auto HasTrue = [](const std::vector<bool> &Of) {
    return is_contained(Of, true);
  };
  if (S.DeeperThan && !R.missingSites().empty()) {
    Nothing = R.missingSites();
    return;
  }
  for (const ScopePart &Part : S.Parts) {
    const std::string Named = "'" + join(Part.Values, "', '") + "'";
    if (Part.Key == "section" && !HasTrue(Section)) {
      std::set<std::string> Names;
      for (StringRef Name : R.P.Sections)
        Names.insert(Name.empty() ? OutsideName : Name.str());
      Nothing = "no section that ran is called " + Named +
                "; there are: " + listOf(Names);
    } else if (Part.Key == "file" && !HasTrue(SiteFile) && !HasTrue(DarkFile)) {
      Nothing = "no file or library with an allocation matches " + Named +
                "; a pattern is of a whole path or of its last parts, as "
                "'src/*.cpp'";
    } else if (Part.Key == "function" && !HasTrue(SiteFunction) &&
               !HasTrue(DarkFunction)) {
      Nothing = "no function with an allocation matches " + Named +
                "; a pattern is of a whole name, as 'Mesh::get*'";
    } else if (Part.Key == "site" &&
               none_of(R.P.Sites, [&](const anomalloc::Site &Its) {
                 return any_of(S.Sites, [&](const SitePattern &P) {
                   return P.matches(Its);
                 });
               })) {
      Nothing =
          "no allocation site is " + Named + "; 'anomalloc sites' lists all";
    }
    if (!Nothing.empty())
      return;
  }
}

} // namespace anomalloc::budget
