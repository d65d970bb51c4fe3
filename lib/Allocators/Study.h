//===- Study.h - a program under several allocators -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// The numbers of a study of allocators, and the verdict on them. This is plain
/// data: the code that runs the program fills a Study, and the code that prints
/// reads it.
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

  /// Adds \p Bytes, seen \p At nanoseconds after the start. \p At is never less
  /// than in the call before. Steps without a call take the number of the step
  /// before.
  void add(uint64_t At, uint64_t Bytes);
};

struct StudyRun {
  /// Why the run does not count: "exit code 3"; "": it counts.
  std::string Failure;
  /// Measures that are not known for this run are left out.
  std::map<StudyMeasure, double> Measured;
  RssTrack Rss;
  unsigned MostProcesses = 1; ///< Most processes seen at one time.
};

/// The runs with one allocator at one number of threads.
struct StudySeries {
  size_t Allocator;                ///< Index of Study::Allocators.
  std::optional<uint64_t> Threads; ///< None: the program gets no number.
  std::vector<StudyRun> Runs;

  /// The values of \p M, of the runs that count.
  std::vector<double> numbers(StudyMeasure M) const;
  /// Of the runs that count, the one with the median wall time. Null if no run
  /// counts.
  const StudyRun *typicalRun() const;
};

struct Study {
  std::vector<std::string> CommandLine;
  std::vector<Allocator> Allocators;
  uint64_t Repeat = 0;
  std::string MetricName;          ///< "": no metric was asked for.
  std::vector<StudySeries> Series; ///< By Threads, then by Allocator.
  std::vector<std::string> Notes;  ///< Sentences.

  bool has(StudyMeasure M) const;
};

/// One measure of one allocator, compared with the first allocator.
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
  /// How many runs each series needs so that a difference can be told from
  /// chance; 0: Study::Repeat is enough.
  uint64_t RepeatNeeded = 0;
};
/// Compares the allocators of \p S. \p S must outlive the verdict.
StudyVerdict judge(const Study &S);

} // namespace anomalloc

#endif // ANOMALLOC_ALLOCATORS_STUDY_H
