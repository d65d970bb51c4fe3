//===- Study.h - a program under several allocators -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// What was measured, and what follows from it. Plain data: who runs the
/// program fills a Study, who prints reads it.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ALLOCATORS_STUDY_H
#define ANOMALLOC_ALLOCATORS_STUDY_H

#include "Allocators/Allocators.h"
#include <map>
#include <optional>

namespace anomalloc {

enum class StudyMeasure {
#define ANOMALLOC_STUDY_MEASURE(Id, Key, Title, Unit, Judged) Id,
#include "Allocators/StudyMeasures.def"
};

enum class StudyUnit { Time, Bytes, Count, Number };

struct StudyMeasureInfo {
  StudyMeasure Measure;
  llvm::StringRef Key, Title;
  StudyUnit Unit;
  bool Judged;
};
llvm::ArrayRef<StudyMeasureInfo> studyMeasures();

/// RSS in equal steps of time: the most that was seen in each.
struct RssTrack {
  static constexpr size_t Most = 256; ///< Points; a multiple of 2.

  uint64_t Step = 2000000; ///< Nanoseconds.
  std::vector<uint64_t> Points;

  /// \p At: nanoseconds since the start, never less than before. Steps that saw
  /// nothing take the number before them.
  void add(uint64_t At, uint64_t Bytes);
};

struct StudyRun {
  /// Why it does not count: "exit code 3"; "": it does.
  std::string Failure;
  /// By StudyMeasure; none: not known of this run.
  std::map<StudyMeasure, double> Measured;
  RssTrack Rss;
  unsigned MostProcesses = 1; ///< That were seen at one time.
};

/// The runs with one allocator at one number of threads.
struct StudySeries {
  size_t Allocator;                ///< Of Study::Allocators.
  std::optional<uint64_t> Threads; ///< None: the program was not told.
  std::vector<StudyRun> Runs;

  /// Of the runs that count.
  std::vector<double> numbers(StudyMeasure M) const;
  /// The run that counts whose wall time is in the middle; null: there is none.
  const StudyRun *typicalRun() const;
};

struct Study {
  std::vector<std::string> CommandLine;
  std::vector<Allocator> Allocators;
  uint64_t Repeat = 0;
  std::string MetricName;          ///< "" : none was asked for.
  std::vector<StudySeries> Series; ///< By threads, then as Allocators.
  std::vector<std::string> Notes;  ///< Sentences.

  bool has(StudyMeasure M) const;
};

/// One allocator against the first.
struct StudyComparison {
  StudyMeasure Measure;
  const StudySeries *Base;
  const StudySeries *Other;
  double BaseMedian, Median;
  double P;         ///< By rankTest.
  double Corrected; ///< By correctByHolm over all comparisons.
  bool Differs;     ///< At StudyVerdict::Level.
};

struct StudyVerdict {
  static constexpr double Level = 0.05;

  std::vector<StudyComparison> Comparisons; ///< By measure, then as Series.
  /// The repetitions that can show a difference at all; 0: there are enough.
  uint64_t RepeatNeeded = 0;
};
/// \p S must live as long as what is returned.
StudyVerdict judge(const Study &S);

} // namespace anomalloc

#endif // ANOMALLOC_ALLOCATORS_STUDY_H
