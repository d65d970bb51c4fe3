//===- AllocatorsJson.cpp - a study of allocators, for tools --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/RankTest.h"
#include "Document/Document.h"
#include "Report/allocators/AllocatorsViews.h"
#include "Report/csv/CsvRow.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace anomalloc {

/// The judged ones.
template <>
inline constexpr StudyMeasure LastOf<StudyMeasure> = StudyMeasure::PeakRss;
static StringRef nameOf(StudyMeasure M) {
  return studyMeasures()[size_t(M)].Key;
}

static void describe(Keys<Allocator> &K) {
  K.add("name", &Allocator::Name);
  K.add("library", "what was preloaded; empty: nothing", &Allocator::Library);
}

static void describe(Keys<RssTrack> &K) {
  K.add("step_nanoseconds", &RssTrack::Step);
  K.add("bytes", "the most in each step, of all processes", &RssTrack::Points);
}

/// The value of \p M in a run; whole ones without a point.
template <typename T> static auto measured(StudyMeasure M) {
  return [M](const StudyRun &Run) -> IfThere<T> {
    auto It = Run.Measured.find(M);
    return It == Run.Measured.end() ? IfThere<T>() : T(It->second);
  };
}

static void describe(Keys<StudyRun> &K) {
  K.name("study_run");
  K.add("counts", "false: it failed, and is not in medians and verdict",
        [](const StudyRun &Run) { return Run.Failure.empty(); });
  K.add("failure", [](const StudyRun &Run) {
    return ifThere(!Run.Failure.empty(), StringRef(Run.Failure));
  });
  for (const StudyMeasureInfo &Info : studyMeasures())
    if (Info.Unit == StudyUnit::Number)
      K.add(Info.Key, measured<double>(Info.Measure));
    else
      K.add(Info.Key,
            Info.Measure == StudyMeasure::Cpu
                ? "user and system, of the program and the children that it "
                  "waited for"
                : "",
            measured<int64_t>(Info.Measure));
  K.add("processes", "the most that were seen at a time",
        &StudyRun::MostProcesses);
  K.add("rss", &StudyRun::Rss);
}

namespace {

struct SeriesMedians {
  const StudySeries &Of;
};
void describe(Keys<SeriesMedians> &K) {
  K.name("medians");
  for (const StudyMeasureInfo &Info : studyMeasures())
    K.add(Info.Key, [M = Info.Measure](const SeriesMedians &Medians) {
      const std::vector<double> Numbers = Medians.Of.numbers(M);
      return Numbers.empty() ? IfThere<double>() : medianOf(Numbers);
    });
}

struct NamedSeries {
  const Study &S;
  const StudySeries &Its;
};
/// What tells a series from the others.
void describe(Keys<NamedSeries> &K) {
  K.add("allocator", [](const NamedSeries &N) {
    return StringRef(N.S.Allocators[N.Its.Allocator].Name);
  });
  K.add("threads", "null: the program was not told a number",
        [](const NamedSeries &N) { return N.Its.Threads; });
}

struct MeasuredSeries {
  NamedSeries Series;
};
void describe(Keys<MeasuredSeries> &K) {
  using Shown = const MeasuredSeries &;
  K.include(&MeasuredSeries::Series);
  K.add("medians", [](Shown M) { return SeriesMedians{M.Series.Its}; });
  K.add("runs", [](Shown M) { return ArrayRef(M.Series.Its.Runs); });
}

struct AllocatorsDocument {
  const Study &S;
  const StudyVerdict &V;
};

struct ComparedSeries {
  const Study &S;
  const StudyComparison &Its;
};
void describe(Keys<ComparedSeries> &K) {
  using Shown = const ComparedSeries &;
  K.name("comparison", "with the first allocator");
  K.add("measure", [](Shown C) { return C.Its.Measure; });
  K.include([](Shown C) { return NamedSeries{C.S, *C.Its.Other}; });
  K.add("median", [](Shown C) { return C.Its.Median; });
  K.add("base_median", [](Shown C) { return C.Its.BaseMedian; });
  K.add("p", [](Shown C) { return C.Its.P; });
  K.add("p_corrected", [](Shown C) { return C.Its.Corrected; });
  K.add("differs", [](Shown C) { return C.Its.Differs; });
}

struct ShownVerdict {
  AllocatorsDocument In;
};
void describe(Keys<ShownVerdict> &K) {
  using Shown = const ShownVerdict &;
  K.constant("test", "mann-whitney-u, exact, two-sided");
  K.constant("correction", "holm");
  K.add("level", [](Shown) { return StudyVerdict::Level; });
  K.add("repeat_needed",
        "with fewer repetitions no difference can be told; 0: there are "
        "enough",
        [](Shown V) { return V.In.V.RepeatNeeded; });
  K.add("comparisons", [](Shown V) {
    return each(V.In.V.Comparisons, [&S = V.In.S](const StudyComparison &C) {
      return ComparedSeries{S, C};
    });
  });
}

void describe(Keys<AllocatorsDocument> &K) {
  using Shown = const AllocatorsDocument &;
  K.constant("schema", "anomalloc-allocators");
  K.constant("version", 1);
  K.add("command", "the program and its arguments",
        [](Shown D) { return ArrayRef(D.S.CommandLine); });
  K.add("metric", "the regular expression of --metric", [](Shown D) {
    return ifThere(!D.S.MetricName.empty(), StringRef(D.S.MetricName));
  });
  K.add("repeat", [](Shown D) { return D.S.Repeat; });
  K.add("allocators", [](Shown D) { return ArrayRef(D.S.Allocators); });
  K.add("series", "the runs with one allocator at one number of threads",
        [](Shown D) {
          return each(D.S.Series, [&S = D.S](const StudySeries &Its) {
            return MeasuredSeries{{S, Its}};
          });
        });
  K.add("verdict", [](Shown D) { return ShownVerdict{D}; });
  K.add("notes", [](Shown D) { return ArrayRef(D.S.Notes); });
}

} // namespace

const JsonObject &allocatorsObject() {
  return keysOf<AllocatorsDocument>().object();
}

void writeJsonAllocators(raw_ostream &To, const Study &S,
                         const StudyVerdict &V) {
  writeDocument(To, AllocatorsDocument{S, V});
}

void writeCsvAllocators(raw_ostream &OS, const Study &S) {
  auto WriteRow = [&](const StudySeries &Its, size_t Number,
                      const StudyRun &Run, CsvForm Form) {
    CsvRow Row(OS, Form);
    Row.add("allocator", S.Allocators[Its.Allocator].Name)
        .add("threads", Its.Threads)
        .add("run", uint64_t(Number))
        .add("failure", Run.Failure);
    for (const StudyMeasureInfo &Info : studyMeasures()) {
      auto It = Run.Measured.find(Info.Measure);
      if (It == Run.Measured.end() && Form == CsvForm::Values) {
        Row.none(Info.Key);
        continue;
      }
      std::string Text;
      if (Form == CsvForm::Values)
        raw_string_ostream(Text) << llvm::format("%.15g", It->second);
      Row.addPlain(Info.Key, Text);
    }
    Row.add("processes", uint64_t(Run.MostProcesses));
  };
  WriteRow(S.Series.front(), 0, {}, CsvForm::Names);
  for (const StudySeries &Its : S.Series)
    for (size_t I = 0; I != Its.Runs.size(); ++I)
      WriteRow(Its, I + 1, Its.Runs[I], CsvForm::Values);
}

} // namespace anomalloc
