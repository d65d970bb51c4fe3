//===- JsonReport.cpp - a report for programs -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/JsonReport.h"
#include "Report/JsonParts.h"
#include "Report/Names.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

void writeJsonString(json::OStream &J, StringRef Key, StringRef Text) {
  J.attribute(Key, json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text));
}

std::string hexId(uint64_t Id) {
  std::string Digits = utohexstr(Id, /*LowerCase=*/true);
  return std::string(16 - Digits.size(), '0') + Digits;
}

namespace {

void writeAmount(json::OStream &J, StringRef Key, const Amount &A) {
  J.attributeObject(Key, [&] {
    J.attribute("allocations", A.Allocations);
    J.attribute("bytes", A.Bytes);
  });
}

void writeTotals(json::OStream &J, const HeapTotals &T) {
  J.attributeObject("totals", [&] {
    J.attribute("allocations", T.All.Allocations);
    J.attribute("requested_bytes", T.All.Bytes);
    J.attribute("site_allocations", T.AtSites.Allocations);
    J.attribute("site_bytes", T.AtSites.Bytes);
    J.attribute("leading_allocations", T.Leading.Allocations);
    J.attribute("leading_bytes", T.Leading.Bytes);
    J.attribute("dark_allocations", T.Dark.Allocations);
    J.attribute("dark_bytes", T.Dark.Bytes);
    J.attribute("pool_allocations", T.Pool.Allocations);
    J.attribute("pool_bytes", T.Pool.Bytes);
  });
}

void writeCoverage(json::OStream &J, const Coverage &C) {
  J.attributeObject("coverage", [&] {
    J.attribute("processes", C.Processes);
    J.attribute("processes_ended", C.Ended);
    J.attribute("processes_interposed", C.Interposed);
    J.attribute("processes_bypassed", C.Bypassed);
    J.attribute("processes_instrumented", C.Instrumented);
    J.attribute("units", C.Units);
    J.attribute("threads", C.Threads);
    J.attribute("sites_known", C.Sites);
    J.attribute("sites_run", C.SitesHit);
    J.attribute("dropped_events", C.DroppedEvents);
    J.attribute("dropped_bytes", C.DroppedBytes);
    J.attribute("nanoseconds", C.Nanoseconds);
    J.attributeArray("allocators", [&] {
      for (const std::string &Path : C.Allocators)
        J.value(json::fixUTF8(Path));
    });
  });
}

void writeProcesses(json::OStream &J, const Profile &P) {
  J.attributeArray("processes", [&] {
    for (const Process &One : P.Processes)
      J.object([&] {
        writeJsonString(J, "profile", One.File);
        for (const char *Key :
             {"program", "command", "directory", "host", "pid", "rank"})
          if (auto It = One.Info.find(Key); It != One.Info.end())
            writeJsonString(J, Key, It->second);
        J.attribute("ended", One.Exited);
        J.attribute("interposed", One.Interposed);
        J.attribute("bypassed", One.Bypassed);
        J.attribute("units", One.Units);
        J.attribute("dropped_events", One.DroppedEvents);
      });
  });
}

void writeSections(json::OStream &J, const Analysis &A) {
  J.attributeArray("sections", [&] {
    for (const SectionAmount &S : A.Sections)
      J.object([&] {
        writeJsonString(J, "name", A.Source->section(S.Section));
        J.attribute("allocations", S.Heap.Allocations);
        J.attribute("bytes", S.Heap.Bytes);
      });
  });
}

void writeSizes(json::OStream &J, const Analysis &A) {
  J.attributeArray("sizes", [&] {
    for (const SizeSectionTable::Row &R : A.Sizes.Rows)
      for (size_t I = 0; I != R.Allocations.size(); ++I)
        if (R.Allocations[I])
          J.object([&] {
            J.attribute("size", R.Size);
            writeJsonString(J, "section",
                            A.Source->section(A.Sizes.Columns[I]));
            J.attribute("allocations", R.Allocations[I]);
          });
  });
}

void writeGroups(json::OStream &J, const Analysis &A) {
  J.attributeObject("groups", [&] {
    J.attribute("small_limit", A.Groups.Limits.Small);
    J.attribute("large_limit", A.Groups.Limits.Large);
    J.attributeArray("sections", [&] {
      for (const GroupTable::Row &R : A.Groups.Rows)
        J.object([&] {
          writeJsonString(J, "section", A.Source->section(R.Section));
          writeAmount(J, "small", R.Small);
          writeAmount(J, "mid", R.Mid);
          writeAmount(J, "large", R.Large);
        });
    });
  });
}

void writeHistogram(json::OStream &J, const Histogram &H) {
  J.attributeArray("histogram", [&] {
    for (const Histogram::Bucket &B : H.Buckets)
      J.object([&] {
        J.attribute("first", B.First);
        J.attribute("last", B.Last);
        J.attribute("allocations", B.Sum.Allocations);
        J.attribute("bytes", B.Sum.Bytes);
      });
  });
}

void writeDark(json::OStream &J, const DarkTable &T) {
  J.attributeArray("dark", [&] {
    for (const DarkTable::Row &R : T.Rows)
      J.object([&] {
        writeJsonString(J, "library", R.Library);
        writeJsonString(J, "function", fullFunctionName(R.Function));
        writeJsonString(J, "linkage_name", R.Function);
        J.attribute("allocations", R.Sum.Allocations);
        J.attribute("bytes", R.Sum.Bytes);
      });
  });
}

} // namespace

void writeJsonReport(raw_ostream &OS, const Analysis &A) {
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("schema", "anomalloc-report");
    J.attribute("version", JsonReportVersion);
    J.attribute("generator", "anomalloc " ANOMALLOC_VERSION);
    J.attribute("filtered", A.Filtered);
    writeTotals(J, A.Totals);
    writeCoverage(J, A.Coverage);
    writeProcesses(J, *A.Source);
    writeSections(J, A);
    writeSizes(J, A);
    writeGroups(J, A);
    writeJsonSites(J, A);
    writeJsonLoops(J, A);
    writeJsonUsable(J, A.Usable);
    writeHistogram(J, A.Histogram);
    writeDark(J, A.Dark);
    writeJsonLifetimes(J, A);
    writeJsonFindings(J, A);
  });
  OS << '\n';
}

} // namespace anomalloc
