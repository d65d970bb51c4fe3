//===- ReplayTables.cpp - a trace under several allocators, for tools -----===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/allocators/ReplayViews.h"
#include "Report/csv/CsvRow.h"
#include "Report/report/JsonParts.h"
#include "Report/text/Names.h"
#include "Support/PrintableStream.h"

using namespace llvm;

namespace anomalloc {
namespace {

class StudyJson {
public:
  StudyJson(json::OStream &J, const ReplayStudy &S) : J(J), S(S) {}

  void write() {
    J.object([&] {
      writeJsonString(J, "trace", S.Path);
      summary();
      J.attributeArray("own", [&] {
        for (const auto &[Copies, Own] : S.Own)
          row(Own);
      });
      J.attributeArray("allocators", [&] {
        for (const ReplayRow &R : S.Rows)
          row(R);
      });
    });
  }

private:
  void summary() {
    const TraceSummary &T = S.Summary;
    J.attribute("events", T.Events);
    J.attribute("allocations", T.Allocations);
    J.attribute("frees", T.Frees);
    J.attribute("reallocations", T.Reallocations);
    J.attribute("zeroed", T.Zeroed);
    J.attribute("aligned", T.Aligned);
    J.attribute("cross_thread_frees", T.CrossFrees);
    J.attribute("bytes_allocated", T.AllocatedBytes);
    J.attribute("threads", T.Threads);
    J.attribute("lanes", uint64_t(T.LaneNumbers.size()));
    writeJsonString(J, "missing", T.Missing);
    J.attributeObject("peak", [&] {
      J.attribute("bytes", T.PeakBytes);
      J.attribute("blocks", T.PeakBlocks);
      J.attribute("bytes_allocated", T.PeakClock);
    });
    J.attributeArray("sizes", [&] {
      for (const auto &Each : T.AllocationsByShape)
        J.object([&] {
          shape(Each.first);
          J.attribute("allocations", Each.second);
        });
    });
  }

  void shape(const BlockShape &Its) {
    J.attribute("size", Its.Size);
    if (Its.AlignmentBits)
      J.attribute("alignment", Its.alignment());
  }
  void median(StringRef Key, const Median &M) {
    J.attributeObject(Key, [&] {
      J.attribute("median", M.Value);
      J.attribute("least", M.Least);
      J.attribute("most", M.Most);
    });
  }
  void waste(StringRef Key, const ReplayRow::Waste &W) {
    J.attributeObject(Key, [&] {
      J.attribute("requested", W.Requested);
      J.attribute("handed_out", W.HandedOut);
    });
  }

  void row(const ReplayRow &R) {
    J.object([&] {
      if (!R.Allocator.empty())
        writeJsonString(J, "allocator", R.Allocator);
      J.attribute("copies", R.Copies);
      writeJsonString(J, "failure", R.Failure);
      if (!R.Runs.empty()) {
        median("nanoseconds", R.Nanoseconds);
        median("touch_nanoseconds", R.TouchNanoseconds);
        median("wall_nanoseconds", R.WallNanoseconds);
        median("peak_resident", R.PeakResident);
        median("mean_resident", R.MeanResident);
        waste("all", R.OfAll);
        waste("at_peak", R.AtPeak);
      }
      J.attributeArray("runs", [&] {
        for (const ReplayResult &Run : R.Runs)
          run(Run);
      });
    });
  }

  void point(const ReplayPoint &P) {
    J.attribute("bytes_allocated", P.Allocated);
    J.attribute("live_bytes", P.LiveBytes);
    J.attribute("live_blocks", P.LiveBlocks);
    J.attribute("resident", P.Resident);
  }
  void pages(const PageUse &U) {
    J.attribute("lines", U.Lines);
    J.attribute("pages", U.Pages);
    J.attribute("huge_pages", U.HugePages);
    J.attribute("nearly_empty", U.NearlyEmpty);
  }
  void said(StringRef Key, const ReplayResult::Statistics &All) {
    J.attributeObject(Key, [&] {
      for (const auto &[Name, Value] : All)
        J.attribute(Name, Value);
    });
  }

  void run(const ReplayResult &R) {
    J.object([&] {
      J.attribute("operations", R.Operations);
      J.attribute("nanoseconds", R.Nanoseconds);
      J.attribute("touch_nanoseconds", R.TouchNanoseconds);
      J.attribute("wall_nanoseconds", R.WallNanoseconds);
      J.attribute("user_nanoseconds", R.UserNanoseconds);
      J.attribute("system_nanoseconds", R.SystemNanoseconds);
      J.attribute("driver_nanoseconds", R.DriverNanoseconds);
      J.attribute("page_faults", R.PageFaults);
      J.attribute("waits", R.Waits);
      J.attribute("peak_resident", R.PeakResident);
      J.attribute("mean_resident", R.MeanResident);
      J.attributeArray("points", [&] {
        for (const ReplayPoint &P : R.Points)
          J.object([&] { point(P); });
      });
      J.attributeObject("at_peak", [&] {
        point(R.AtPeak);
        pages(R.PagesAtPeak);
      });
      J.attributeObject("sparsest", [&] {
        point(R.Sparsest);
        pages(R.PagesAtSparsest);
        J.attributeArray("kept", [&] {
          for (size_t I = 0; I != R.KeptAtSparsest.size(); ++I)
            if (R.KeptAtSparsest[I].Blocks)
              kept(I, R.KeptAtSparsest[I]);
        });
      });
      said("said_at_peak", R.SaidAtPeak);
      said("said_at_end", R.SaidAtEnd);
      J.attributeArray("usable", [&] {
        for (const auto &Each : R.Usable)
          J.object([&] {
            shape(Each.first);
            J.attribute("handed_out", Each.second);
          });
      });
    });
  }

  void kept(size_t Group, const GroupPages &G) {
    J.object([&] {
      J.attribute("blocks", G.Blocks);
      J.attribute("bytes", G.Bytes);
      J.attribute("pages", G.Pages);
      J.attribute("nearly_empty", G.NearlyEmpty);
      J.attribute("alone", G.Alone);
      if (!S.Model) {
        J.attribute("size", S.Summary.Keys[Group].Size);
        return;
      }
      const ReplayStudy::Owner &O = S.Owners[Group];
      writeJsonOrigin(J, *S.Model, O.Site, O.Dark);
    });
  }

  json::OStream &J;
  const ReplayStudy &S;
};

void writeCsvRow(raw_ostream &OS, CsvForm Form, const ReplayStudy &S,
                 const ReplayRow &Row, uint64_t Number, const ReplayResult &R) {
  CsvRow(OS, Form)
      .add("trace", S.Path)
      .add("allocator", Row.Allocator)
      .add("copies", Row.Copies)
      .add("run", Number)
      .add("events", S.Summary.Events * Row.Copies)
      .add("threads", S.Summary.Threads * Row.Copies)
      .add("peak_live_bytes", S.Summary.PeakBytes * Row.Copies)
      .add("nanoseconds", R.Nanoseconds)
      .add("touch_nanoseconds", R.TouchNanoseconds)
      .add("wall_nanoseconds", R.WallNanoseconds)
      .add("page_faults", R.PageFaults)
      .add("waits", R.Waits)
      .add("peak_resident", R.PeakResident)
      .add("mean_resident", R.MeanResident)
      .add("pages_at_peak", R.PagesAtPeak.Pages)
      .add("huge_pages_at_peak", R.PagesAtPeak.HugePages)
      .add("lines_at_peak", R.PagesAtPeak.Lines)
      .add("failure", R.Failure);
}

} // namespace

void writeJsonReplays(raw_ostream &To, ArrayRef<ReplayStudy> Studies) {
  PrintableStream OS(To, PrintableStream::Kind::Json);
  json::OStream J(OS, 2);
  J.object([&] {
    J.attribute("schema", "anomalloc-replay");
    J.attribute("version", 1);
    J.attributeArray("traces", [&] {
      for (const ReplayStudy &S : Studies)
        StudyJson(J, S).write();
    });
  });
  OS << '\n';
}

void writeCsvReplays(raw_ostream &OS, ArrayRef<ReplayStudy> Studies) {
  writeCsvRow(OS, CsvForm::Names, {}, {}, 0, {});
  for (const ReplayStudy &S : Studies) {
    auto Write = [&](const ReplayRow &Row) {
      for (size_t I = 0; I != Row.Runs.size(); ++I)
        writeCsvRow(OS, CsvForm::Values, S, Row, I + 1, Row.Runs[I]);
      if (!Row.Failure.empty()) {
        ReplayResult Failed;
        Failed.Failure = Row.Failure;
        writeCsvRow(OS, CsvForm::Values, S, Row, Row.Runs.size() + 1, Failed);
      }
    };
    for (ReplayRow Own : make_second_range(S.Own)) {
      Own.Allocator = "null";
      Write(Own);
    }
    for (const ReplayRow &Row : S.Rows)
      Write(Row);
  }
}

} // namespace anomalloc
