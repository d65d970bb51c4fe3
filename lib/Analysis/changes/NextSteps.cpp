//===- NextSteps.cpp - what would tell more about this program ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/NextSteps.h"
#include "Analysis/changes/FortranRemedies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;

namespace anomalloc {

/// That of the first process that has one.
static std::string firstOf(const Profile &P, const char *Key) {
  for (const Process &One : P.Processes)
    if (StringRef Its = One.info(Key).value_or(""); !Its.empty())
      return Its.str();
  return "";
}

/// "12,24": the most frequent sizes of the entry with the most allocations.
static std::string sizesOf(const ChangeList &Changes) {
  constexpr size_t Most = 3;
  if (Changes.Entries.empty())
    return "";
  std::vector<std::pair<uint64_t, uint64_t>> Frequent;
  for (auto [Size, Allocations] :
       Changes.Entries.front().Parts.front().Group->Sizes)
    Frequent.push_back({~Allocations, Size});
  llvm::sort(Frequent);
  Frequent.resize(std::min(Frequent.size(), Most));
  std::vector<std::string> Sizes;
  for (auto [Rank, Size] : Frequent)
    Sizes.push_back(utostr(Size));
  return join(Sizes, ",");
}

/// Whether there are stacks of the entry with the most allocations: of a
/// program that is instrumented in part there may be none of its sites.
static bool hasStacksOfFirst(const Profile &P, const ChangeList &Changes) {
  if (Changes.Entries.empty())
    return !P.StackCounts.empty();
  std::set<SiteIndex> Sites;
  for (const ChangeEntry::Part &Part : Changes.Entries.front().Parts)
    Sites.insert(Part.Group->Sites.begin(), Part.Group->Sites.end());
  return any_of(P.StackCounts, [&](const StackCount &C) {
    return C.Site ? Sites.count(*C.Site) != 0 : Sites.empty();
  });
}

/// "anomalloc record", with as many ranks of MPI as there were. Where only
/// some of them are here, "RANKS" stands for their number.
static std::string recordCommand(const Profile &P) {
  std::set<uint32_t> Ranks;
  for (const Process &One : P.Processes)
    if (One.rank())
      Ranks.insert(*One.rank());
  if (Ranks.empty())
    return "anomalloc record";
  const bool AreAll = Ranks.size() > 1 && *Ranks.rbegin() + 1 == Ranks.size();
  return "mpirun -n " + (AreAll ? utostr(Ranks.size()) : "RANKS") +
         " anomalloc record";
}

/// What builds the program with the pass.
static const char *buildCommand(const ChangeList &Changes) {
  return !Changes.Entries.empty() &&
                 isFortranLine(Changes.Entries.front().line())
             ? "FC='anomalloc fc' ./configure"
             : "CC='anomalloc cc' CXX='anomalloc c++' ./configure";
}

std::vector<NextStep> nextSteps(const Profile &P, const ChangeList &Changes,
                                const HeapTotals &Totals,
                                const anomalloc::Coverage &Coverage) {
  std::vector<NextStep> Steps;
  std::string Command = firstOf(P, "command");
  if (Command.empty())
    Command = "PROGRAM";
  const std::string Record = recordCommand(P);
  std::string File = P.Processes.empty() ? "" : P.Processes.front().File;
  if (!P.Processes.empty() && P.Processes.front().rank())
    File = P.ReadFrom; // Files of ranks are gone once they were put together.
  if (File.empty())
    File = "PROFILE";
  std::string Sizes = sizesOf(Changes);
  std::string Chosen = Sizes.empty() ? "" : " --size=" + Sizes;

  const uint64_t NoLine =
      SaturatingAdd(Totals.Dark.Allocations,
                    Coverage.Recovered ? Changes.Lines.Unknown.Allocations : 0);

  if (Coverage.Instrumented < Coverage.Processes)
    Steps.push_back({buildCommand(Changes),
                     Coverage.Recovered
                         ? "built so, the counts cost nothing, and loops tell "
                           "their iterations"
                         : "built so, the program's own sites have lines, "
                           "loops and types"});
  if (!Changes.HasLifetimes)
    Steps.push_back({Record + " --mode=lifetime " + Command,
                     "which of these blocks are temporary, kept or leaked, and "
                     "what the heap's peak is made of"});
  if (hasStacksOfFirst(P, Changes))
    Steps.push_back({"anomalloc stacks" + Chosen + " " + File,
                     "who calls these lines, all the way up"});
  else if (const double Part = percent(NoLine, Totals.All.Allocations);
           Part >= 5)
    Steps.push_back(
        {Record + " --mode=stacks " + Command,
         "which lines lead to the " + utostr(uint64_t(Part)) + " % " +
             (NoLine == Totals.Dark.Allocations ? "that no site made"
                                                : "whose line is not known") +
             "; then 'anomalloc stacks'"});
  else
    Steps.push_back({Record + " --mode=stacks" + Chosen + " " + Command,
                     "who calls these lines, all the way up; then 'anomalloc "
                     "stacks'"});
  if (Coverage.Instrumented)
    Steps.push_back({"anomalloc lint -p BUILD --profile=" + File,
                     "what the checks say of these lines, and their fixes"});
  if (Steps.size() > 3)
    Steps.resize(3);
  return Steps;
}

} // namespace anomalloc
