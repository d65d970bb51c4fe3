//===- AllocatorsJson.cpp - a study of allocators, for tools --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/RankTest.h"
#include "Report/allocators/AllocatorsViews.h"
#include "Report/csv/CsvRow.h"
#include "Report/report/JsonParts.h"
#include "Support/PrintableStream.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace anomalloc {
namespace {

void writeText(json::OStream &J, StringRef Text) {
  J.value(json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text));
}

/// A number of a measure; whole ones without a point.
json::Value numberOf(const StudyMeasureInfo &Info, double Number) {
  if (Info.Unit == StudyUnit::Number)
    return Number;
  return int64_t(Number);
}

void writeThreads(json::OStream &J, const StudySeries &Its) {
  J.attribute("threads", Its.Threads ? json::Value(int64_t(*Its.Threads))
                                     : json::Value(nullptr));
}

void writeRun(json::OStream &J, const StudyRun &Run) {
  J.object([&] {
    J.attribute("counts", Run.Failure.empty());
    if (!Run.Failure.empty())
      writeJsonString(J, "failure", Run.Failure);
    for (const StudyMeasureInfo &Info : studyMeasures())
      if (auto It = Run.Measured.find(Info.Measure); It != Run.Measured.end())
        J.attribute(Info.Key, numberOf(Info, It->second));
    J.attribute("processes", int64_t(Run.MostProcesses));
    J.attributeObject("rss", [&] {
      J.attribute("step_nanoseconds", int64_t(Run.Rss.Step));
      J.attributeArray("bytes", [&] {
        for (uint64_t Bytes : Run.Rss.Points)
          J.value(int64_t(Bytes));
      });
    });
  });
}

void writeSeries(json::OStream &J, const Study &S, const StudySeries &Its) {
  J.object([&] {
    writeJsonString(J, "allocator", S.Allocators[Its.Allocator].Name);
    writeThreads(J, Its);
    J.attributeObject("medians", [&] {
      for (const StudyMeasureInfo &Info : studyMeasures())
        if (std::vector<double> Numbers = Its.numbers(Info.Measure);
            !Numbers.empty())
          J.attribute(Info.Key, medianOf(Numbers));
    });
    J.attributeArray("runs", [&] {
      for (const StudyRun &Run : Its.Runs)
        writeRun(J, Run);
    });
  });
}

void writeComparison(json::OStream &J, const Study &S,
                     const StudyComparison &C) {
  J.object([&] {
    J.attribute("measure", studyMeasures()[size_t(C.Measure)].Key);
    writeJsonString(J, "allocator", S.Allocators[C.Other->Allocator].Name);
    writeThreads(J, *C.Other);
    J.attribute("median", C.Median);
    J.attribute("base_median", C.BaseMedian);
    J.attribute("p", C.P);
    J.attribute("p_corrected", C.Corrected);
    J.attribute("differs", C.Differs);
  });
}

} // namespace

void writeJsonAllocators(raw_ostream &To, const Study &S,
                         const StudyVerdict &V) {
  PrintableStream OS(To, PrintableStream::Kind::Json);
  json::OStream J(OS, 2);
  J.object([&] {
    J.attribute("schema", "anomalloc-allocators");
    J.attribute("version", 1);
    J.attributeArray("command", [&] {
      for (StringRef Word : S.CommandLine)
        writeText(J, Word);
    });
    if (!S.MetricName.empty())
      writeJsonString(J, "metric", S.MetricName);
    J.attribute("repeat", int64_t(S.Repeat));
    J.attributeArray("allocators", [&] {
      for (const Allocator &One : S.Allocators)
        J.object([&] {
          writeJsonString(J, "name", One.Name);
          writeJsonString(J, "library", One.Library);
        });
    });
    J.attributeArray("series", [&] {
      for (const StudySeries &Its : S.Series)
        writeSeries(J, S, Its);
    });
    J.attributeObject("verdict", [&] {
      J.attribute("test", "mann-whitney-u, exact, two-sided");
      J.attribute("correction", "holm");
      J.attribute("level", StudyVerdict::Level);
      J.attribute("repeat_needed", int64_t(V.RepeatNeeded));
      J.attributeArray("comparisons", [&] {
        for (const StudyComparison &C : V.Comparisons)
          writeComparison(J, S, C);
      });
    });
    J.attributeArray("notes", [&] {
      for (StringRef Note : S.Notes)
        writeText(J, Note);
    });
  });
  OS << '\n';
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
