//===- JsonFindings.cpp - findings as JSON --------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/ChangeParts.h"
#include "Report/report/JsonParts.h"
#include "Report/report/Savings.h"
#include <numeric>
#include <set>

using namespace llvm;

namespace anomalloc {
namespace {

struct EndedChains {
  uint32_t Steps;
  uint64_t Chains;
};

void describe(Keys<EndedChains> &K) {
  K.add("steps", "63: so many or more", &EndedChains::Steps);
  K.add("chains", &EndedChains::Chains);
}

Each<EndedChains> endedChains(const GrowthChains &G) {
  return {[&G](Each<EndedChains>::Taker Take) {
    for (uint32_t I = 1; I <= G.longest(); ++I)
      if (uint64_t Chains = G.endedWith(I))
        Take({I, Chains});
  }};
}

struct ShownChangeLine {
  const Profile &Model;
  const ChangeLine &Its;
};

template <typename Range>
std::vector<SiteId> siteIds(const Profile &P, const Range &Sites) {
  std::vector<SiteId> R;
  for (SiteIndex S : Sites)
    R.push_back({P.site(S).Id});
  return R;
}

void describe(Keys<ShownChangeLine> &K) {
  using Shown = const ShownChangeLine &;
  K.name("change_line");
  K.include([](Shown L) { return L.Its.line(); });
  K.include([](Shown L) { return CalledFunction{L.Its.Callee}; });
  K.add("through_pointer", [](Shown L) {
    return throughPointer(L.Its.PointerName, L.Its.IsVirtual);
  });
  K.add("counted",
        "false: one of several lines that may have made some blocks, and "
        "nobody counted which",
        [](Shown L) { return L.Its.IsCounted; });
  K.include([](Shown L) { return L.Its.Sum; });
  K.add("dark", "the part of it that no site made; stacks alone know the line",
        [](Shown L) { return L.Its.Dark; });
  K.add("effective_loop_depth", [](Shown L) { return L.Its.Depth; });
  K.add("loop_depth_is_least", "machine code did not tell all loops",
        [](Shown L) { return L.Its.DepthIsLeast; });
  K.add("made_in",
        "the program's own makers that the line calls, the outermost first",
        [](Shown L) { return ArrayRef(L.Its.Makers); });
  K.add("called_by", "the program's own levels that lead to the line",
        [](Shown L) { return ArrayRef(L.Its.Levels).drop_front(); });
  K.add("sites", [](Shown L) { return siteIds(L.Model, L.Its.Sites); });
}

Each<ShownChangeLine> linesToChange(const Analysis &A) {
  return each(A.Changes.Lines.Lines, [&A](const ChangeLine &L) {
    return ShownChangeLine{*A.Source, L};
  });
}

struct Evidence {
  const MeasuredAnomaly &Its;
  std::string Text;
  const Anomaly &kind() const { return anomaly(Its.Kind); }
};

void describe(Keys<Evidence> &K) {
  K.name("evidence");
  K.addWord("anomaly",
            {
#define ANOMALLOC_ANOMALY(Id, Name, ...) Name,
#include "anomalloc/Anomalies.def"
            },
            [](const Evidence &E) { return E.Its.Kind; });
  K.add("title", [](const Evidence &E) { return E.kind().Title; });
  K.add("evidence", &Evidence::Text);
  K.addWord("evidence_of", {"lines", "sites"},
            "whose blocks the evidence is about; sites: of all lines that "
            "share them",
            [](const Evidence &E) { return E.Its.OfSites; });
}

/// An entry of Analysis::Changes.
struct ShownFinding {
  const Analysis &A;
  uint32_t Index;
  const ChangeEntry &its() const { return A.Changes.Entries[Index]; }
  const ChangeEntry::Part &main() const { return its().Parts.front(); }
};

std::vector<SiteId> sitesOfAllParts(const ShownFinding &F) {
  std::set<SiteIndex> Sites;
  for (const ChangeEntry::Part &Part : F.its().Parts)
    Sites.insert(Part.Group->Sites.begin(), Part.Group->Sites.end());
  return siteIds(*F.A.Source, Sites);
}

std::optional<std::vector<SizeShare>> sizeSharesOf(const ShownFinding &F) {
  auto Sizes = sizesOf(F.its());
  if (!Sizes)
    return std::nullopt;
  std::vector<SizeShare> R;
  for (auto [Size, Allocations] : *Sizes)
    R.push_back({Size, Allocations});
  return R;
}

} // namespace

/// How the line's containers grew, whatever the finding is.
static void describe(Keys<GrowthChains> &K) {
  K.add("moves", "blocks that took the place of smaller ones",
        &GrowthChains::moves);
  K.add("moved_bytes", "of the smaller ones", &GrowthChains::MovedBytes);
  K.add("shrunk", "blocks that realloc made smaller", &GrowthChains::Shrunk);
  K.add("shrunk_bytes", "what that gave back", &GrowthChains::ShrunkBytes);
  K.add("chains", "by steps to the last block", endedChains);
}

/// What the change saves.
static void describe(Keys<ChangeEntry> &K) {
  using Entry = ChangeEntry;
  K.add("saved_allocations",
        "that the change would remove, at least; no allocation is in two "
        "findings",
        &Entry::Blocks);
  K.add("saved_allocations_most",
        "at most; another number than saved_allocations only where the "
        "evidence says what is not known",
        &Entry::MostBlocks);
  K.add("saved_nanoseconds", "of the allocator's time, at least",
        &Entry::SavedLeast);
  K.add("saved_nanoseconds_most",
        "with the work around an allocation: filling or copying out of line, "
        "cache misses, the kernel's pages",
        &Entry::SavedMost);
  K.add("saved_page_nanoseconds",
        "a part of saved_nanoseconds_most: for pages that went back to the "
        "kernel and were taken again",
        &Entry::SavedPages);
  K.add("saved_nanoseconds_if_kept",
        "what a pool saves at most, if the blocks stay and do not fit into the "
        "caches; 0: not known. Where lifetimes tell that they stay "
        "(pool-candidate), saved_nanoseconds and saved_nanoseconds_most are a "
        "pool's",
        &Entry::SavedIfKept);
  K.add("saved_nanoseconds_of_others",
        "what that pool saves besides, at most, for nodes of other entries "
        "that then lie in one row; several entries may tell the same time",
        &Entry::SavedOfOthers);
  K.addWord("work", {"fill", "copy"},
            "which work with the content goes away with the block",
            [](const Entry &E) { return E.Fix.Its == Work::Copy; });
  K.add("pair_nanoseconds",
        "of a malloc and its free, at least, for the cheapest of the line's "
        "sizes; what saved_nanoseconds is reckoned with",
        [](const Entry &E) { return E.Parts.front().Cost.Least; });
  K.add("work_nanoseconds",
        "of a malloc and its free with that work, a mean over the sizes; what "
        "saved_nanoseconds_most is reckoned with",
        [](const Entry &E) { return E.Parts.front().Cost.most(E.Fix.Its); });
  K.add("pair_measured",
        "whether the run's allocator was asked for that, on the machine of the "
        "report; else it is from a table",
        &Entry::CostsMeasured);
  K.add("saved_bytes", "at the peak or the end, at least", &Entry::SavedBytes);
  K.add("saved_traffic_bytes",
        "written or read for nothing in the whole run; the mode access tells",
        &Entry::SavedTraffic);
  K.add("freed_bytes",
        "of the lines' bytes, at least, as the processes never held so much at "
        "once; 0: not known",
        &Entry::FreedBytes);
  K.add("may_stay",
        "nothing tells that most of the blocks were freed: they may be what "
        "the program keeps, which nothing saves; the mode lifetime tells",
        &Entry::MayStay);
  K.add("growth", [](const Entry &E) -> const GrowthChains & {
    return E.Parts.front().Group->Growth;
  });
}

static void describe(Keys<LintFinding> &K) {
  K.name("lint_note");
  K.add("check", &LintFinding::Check);
  K.add("file", "as lint names it", &LintFinding::File);
  K.add("line", [](const LintFinding &F) { return F.At.Number; });
  K.add("column", "in bytes", &LintFinding::Column);
  K.add("message", &LintFinding::Message);
  K.add("has_fix", &LintFinding::HasFix);
}

namespace {

IfThere<Each<LintFinding>> lintFindings(const ShownFinding &F) {
  if (!F.A.Lint)
    return {};
  return each(
      F.A.LintOf[F.Index],
      [&All = *F.A.Lint](uint32_t I) -> const LintFinding & { return All[I]; });
}

void describe(Keys<ShownFinding> &K) {
  using Shown = const ShownFinding &;
  K.name("report_finding");
  K.add("rank",
        "1, 2, ... save allocations; m1, m2, ... memory; a1, a2, ... reads and "
        "writes; t1, t2, ... work for threads; d1, d2, ... are about memory of "
        "accelerators",
        [](Shown F) { return rankOf(F.A.Changes, F.Index); });
  K.addWord("gain", {"allocations", "memory", "traffic", "threads", "devices"},
            [](Shown F) { return anomaly(F.its().Kind).Gain; });
  K.include(
      [](Shown F) { return Evidence{F.main().Found, evidenceOf(F.its())}; });
  K.add("advice", [](Shown F) { return StringRef(F.its().Fix.Text); });
  K.addWord("certainty", {"measured", "likely"},
            "measured: it was seen what became of the blocks; likely: from who "
            "made them, and how often",
            [](Shown F) { return F.main().Found.Sure; });
  K.add("also", "other anomalies of the same blocks", [](Shown F) {
    return each(F.main().Also, [](const MeasuredAnomaly &Also) {
      return Evidence{Also, evidenceOf(Also)};
    });
  });
  K.include([](Shown F) { return F.its().place(); });
  K.add("callee",
        [](Shown F) { return plainFunctionName(F.its().line().Callee); });
  K.add("through_pointer", [](Shown F) {
    const ChangeLine &L = F.its().line();
    return throughPointer(L.PointerName, L.IsVirtual);
  });
  K.add("lines", "the lines to change, those with most allocations first",
        [](Shown F) {
          return each(F.its().Lines, [&P = *F.A.Source](const ChangeLine *L) {
            return ShownChangeLine{P, *L};
          });
        });
  K.add("sites", sitesOfAllParts);
  K.add("lint", "with --lint: findings of checks about the same blocks",
        lintFindings);
  K.add("effective_loop_depth", [](Shown F) { return F.its().Depth; });
  K.add("allocated", "by these lines through these callees",
        [](Shown F) { return F.its().Requested.Allocations; });
  K.add("allocated_bytes", [](Shown F) { return F.its().Requested.Bytes; });
  K.add("sizes",
        "of these blocks, most first; null: nobody knows which of their sites' "
        "sizes they have",
        sizeSharesOf);
  K.add(
      "saves",
      "what the change saves, as the text report says it; \"\": not known",
      [](Shown F) { return savedText(describeChange(F.A.Changes, F.Index)); });
  K.include(&ShownFinding::its);
}

Each<ShownFinding> findingsOf(const Analysis &A) {
  return {[&A](Each<ShownFinding>::Taker Take) {
    for (uint32_t I = 0; I != A.Changes.Entries.size(); ++I)
      Take({A, I});
  }};
}

std::string remarkOnFindings(const Analysis &A) {
  std::vector<uint32_t> Indices(A.Changes.Entries.size());
  std::iota(Indices.begin(), Indices.end(), 0);
  return Indices.empty() ? nothingToChange(A).str()
                         : remarkOnSavings(A.Changes, Indices);
}

} // namespace

void describeFindings(Keys<Analysis> &K) {
  using Shown = const Analysis &;
  K.add("findings",
        "what to change: one entry a place and a remedy; those that save "
        "allocations first, then memory, then reads and writes, then work for "
        "threads (docs/anomalies)",
        findingsOf);
  K.add("findings_of", "what the findings' shares are told of",
        [](Shown A) { return A.Changes.All; });
  K.add("findings_remark",
        "what the saved time is; without findings, why there are none",
        remarkOnFindings);
  K.addWord("findings_order", {"time", "bytes"},
            "what comes first of each gain: the most saved time, or the most "
            "bytes allocated",
            [](Shown A) { return A.Changes.Sort == SortKey::Bytes; });
  K.add("lines_to_change",
        "all of them, those with most allocations first; findings are made of "
        "these",
        linesToChange);
  K.addWord("lines_to_change_from", {"stacks", "maker_calls", "chains"},
            "what told the lines of sites in makers alone: their stacks, the "
            "counters of maker calls, or nothing but inline chains",
            [](Shown A) {
              const LinesToChange &All = A.Changes.Lines;
              return All.StacksRead ? 0 : All.CallsCounted ? 1 : 2;
            });
  K.add("lines_to_change_unknown",
        "what sites made for a line that is not known",
        [](Shown A) { return A.Changes.Lines.Unknown; });
}

} // namespace anomalloc
