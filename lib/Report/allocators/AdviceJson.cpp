//===- AdviceJson.cpp - which allocator, which setting, for tools ---------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document/Document.h"
#include "Report/allocators/AdviceViews.h"
#include "Report/report/JsonParts.h"

using namespace llvm;

namespace anomalloc {

template <>
inline constexpr AdviceMeasure LastOf<AdviceMeasure> =
    AdviceMeasure::MeanResident;
static StringRef nameOf(AdviceMeasure M) {
  constexpr StringLiteral Names[] = {"nanoseconds", "peak_resident",
                                     "mean_resident"};
  return Names[size_t(M)];
}

static void describe(Keys<CandidateRuns> &K) {
  K.name("runs", "each replay, in the order in which they were made; none of "
                 "one that failed");
  constexpr StringLiteral Helps[] = {
      "processor time in the allocator and in the first touches of its blocks",
      "bytes of anonymous memory of the replay: those of the allocator's "
      "library too, without what the replayer takes by itself",
      "the same, over the bytes allocated"};
  for (AdviceMeasure M : AdviceMeasures)
    K.add(nameOf(M), Helps[size_t(M)], [M](const CandidateRuns &Runs) {
      return each(Runs.Numbers[size_t(M)],
                  [](double Number) { return int64_t(Number); });
    });
}

static void describe(Keys<MeasureChange> &K) {
  K.name("measure_change");
  K.add("base", "the median of the allocator in use", &MeasureChange::Base);
  K.add("median", &MeasureChange::Median);
  K.add("p", "by Mann and Whitney's U test, exact and two-sided",
        &MeasureChange::P);
  K.add("corrected_p", "by Holm's method, over all changes",
        &MeasureChange::Corrected);
  K.add("differs", "corrected_p is below 0.05", &MeasureChange::Differs);
  K.add("worth", "it saves, and enough to change something for",
        &MeasureChange::IsWorth);
}

static void describe(Keys<Advice> &K) {
  K.add("finalist", "an index into finalists",
        [](const Advice &A) { return A.Finalist; });
  K.add("for", "what it is the best for, or the best without another allocator",
        [](const Advice &A) { return ArrayRef(A.For); });
}

static void describe(Keys<Candidate> &K) {
  using Shown = const Candidate &;
  K.add("name", "allocator and settings", [](Shown C) { return C.name(); });
  K.add("allocator", [](Shown C) { return StringRef(C.With.Name); });
  K.add("library", "to preload; empty: nothing",
        [](Shown C) { return StringRef(C.With.Library); });
  K.add("settings", "ids of docs/allocator-settings.md", [](Shown C) {
    return each(C.Settings, [](const AllocatorSetting *S) { return S->Id; });
  });
  K.add("environment", "NAME=value each",
        [](Shown C) { return environmentOf(C.Settings); });
}

namespace {

/// Runs of a candidate, and why there are none.
struct TriedRuns {
  const CandidateRuns &Its;
};
void describe(Keys<TriedRuns> &K) {
  K.add("failure", "why it was not measured; empty: it was",
        [](const TriedRuns &R) { return StringRef(R.Its.Failure); });
  K.add("runs", [](const TriedRuns &R) -> const auto & { return R.Its; });
}

struct ShownChanges {
  const Finalist &Of;
};
void describe(Keys<ShownChanges> &K) {
  for (AdviceMeasure M : AdviceMeasures)
    K.add(nameOf(M), [M](const ShownChanges &C) {
      return ifThere(C.Of.Fresh.Failure.empty(), C.Of.Changes[size_t(M)]);
    });
}

/// Fresh runs of a finalist, and what they say.
struct JudgedRuns {
  const Finalist &Of;
};
void describe(Keys<JudgedRuns> &K) {
  K.include([](const JudgedRuns &R) { return TriedRuns{R.Of.Fresh}; });
  K.add("changes", "against the base; empty where it failed",
        [](const JudgedRuns &R) { return ShownChanges{R.Of}; });
}

} // namespace

static void describe(Keys<Finalist> &K) {
  K.include(&Finalist::What);
  K.include([](const Finalist &F) { return JudgedRuns{F}; });
}

static void describe(Keys<NoArena> &K) {
  K.add("section", &NoArena::Section);
  K.add("blocks", "made in it", &NoArena::Blocks);
  K.add("escaped", "that lived on when it ended", &NoArena::Escaped);
  K.add("elsewhere", "made by a thread that had not begun it",
        &NoArena::Elsewhere);
  K.add("why", &NoArena::Why);
}

namespace {

struct ServedPlace {
  const AdviceView &V;
  const ServedCandidate::Place &Its;
};
void describe(Keys<ServedPlace> &K) {
  K.name("place");
  K.add("blocks", [](const ServedPlace &P) { return P.Its.Blocks; });
  K.include([](const ServedPlace &P) {
    return Origin{*P.V.Run.Names.Model, P.Its.Site, P.Its.Dark};
  });
}

struct ShownServed {
  const AdviceView &V;
  const ServedCandidate &Its;

  const Candidate &what() const { return Its.Its.What; }
};
void describe(Keys<ShownServed> &K) {
  using Shown = const ShownServed &;
  K.add("name", "allocator, pools, arenas",
        [](Shown S) { return S.what().name(); });
  K.add("pools", "the size of the blocks of each pool",
        [](Shown S) { return ArrayRef(S.what().PoolSizes); });
  K.add("arenas", "sections whose blocks come from an arena",
        [](Shown S) { return ArrayRef(S.what().ArenaSections); });
  K.add("blocks", "that come from there", [](Shown S) { return S.Its.Blocks; });
  K.add("shared", "threads free blocks of each other",
        [](Shown S) { return S.Its.IsShared; });
  K.add("for",
        "what it is worth the change for: of pools the best, of arenas each",
        [](Shown S) { return ArrayRef(S.Its.For); });
  K.include([](Shown S) { return JudgedRuns{S.Its.Its}; });
  K.add("places",
        "who asks for these blocks, the most first; empty: nothing has names",
        [](Shown S) {
          return each(S.Its.Places,
                      [&V = S.V](const ServedCandidate::Place &P) {
                        return ServedPlace{V, P};
                      });
        });
}

constexpr char RepeatNeededHelp[] =
    "that many can show a difference, these cannot; null: these can";

struct PoolsAndArenas {
  const AdviceView &V;
};
void describe(Keys<PoolsAndArenas> &K) {
  using Shown = const PoolsAndArenas &;
  K.add("base_runs", [](Shown P) -> const auto & { return P.V.Served.Base; });
  K.add("repeat_needed", RepeatNeededHelp, [](Shown P) {
    return orNull(P.V.Served.RepeatNeeded, P.V.Served.RepeatNeeded);
  });
  K.add("candidates", "that were measured, all in turn with the base",
        [](Shown P) {
          return each(P.V.Served.Candidates,
                      [&V = P.V](const ServedCandidate &C) {
                        return ShownServed{V, C};
                      });
        });
  K.add("impossible", "sections of many blocks that cannot have an arena",
        [](Shown P) { return ArrayRef(P.V.Served.Impossible); });
}

struct TriedCandidate {
  const std::pair<Candidate, CandidateRuns> &Its;
};
void describe(Keys<TriedCandidate> &K) {
  using Shown = const TriedCandidate &;
  K.include([](Shown C) -> const Candidate & { return C.Its.first; });
  K.include([](Shown C) { return TriedRuns{C.Its.second}; });
}

} // namespace

static void describe(Keys<TracedRun> &K) {
  using R = TracedRun;
  K.add("trace", &R::Path);
  K.add("events", "allocations and frees", &R::Events);
  K.add("threads", &R::Threads);
  K.add("peak_live_bytes", "that were asked for and lived at once",
        &R::PeakBytes);
  K.add("missing", "what the trace does not tell", &R::Missing);
  K.add("command", "of the run, as words of a shell; empty: not known",
        &R::Command);
  K.add("run_nanoseconds", "wall time of the traced run; null: not known",
        [](const R &Run) { return orNull(Run.Nanoseconds, Run.Nanoseconds); });
}

static void describe(Keys<AdviceView> &K) {
  using Shown = const AdviceView &;
  K.constant("schema", "anomalloc-advise-allocator");
  K.constant("version", 1, "Raised when a key goes or changes its meaning.");
  K.include([](Shown V) -> const TracedRun & { return V.Run; });
  K.add("base", "the allocator in use",
        [](Shown V) { return StringRef(V.Request.Allocators.front().Name); });
  K.add("repeat", "replays of each finalist",
        [](Shown V) { return V.Request.Repeat; });
  K.add("repeat_needed", RepeatNeededHelp, [](Shown V) {
    return orNull(V.Found.RepeatNeeded, V.Found.RepeatNeeded);
  });
  K.add("advice", "what is worth a change, the largest saving first",
        [](Shown V) { return ArrayRef(V.Found.Best); });
  K.add("finalists", "the best of those tried, measured again",
        [](Shown V) { return ArrayRef(V.Found.Finalists); });
  K.add("base_runs", [](Shown V) -> const auto & { return V.Found.Base; });
  K.add("tried", "what chose the finalists; the first is the base",
        [](Shown V) {
          return each(V.Found.Tried,
                      [](const auto &Each) { return TriedCandidate{Each}; });
        });
  K.add("pools_and_arenas",
        "a pool for some sizes, or an arena for a section, in place of the "
        "allocator in use",
        [](Shown V) { return PoolsAndArenas{V}; });
}

const JsonObject &adviseAllocatorObject() {
  return keysOf<AdviceView>().object();
}

void writeJsonAdvice(raw_ostream &To, const AdviceView &V) {
  writeDocument(To, V);
}

} // namespace anomalloc
