//===- ThreadsJson.cpp - threads and processes as JSON --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/ThreadsJson.h"
#include "Report/report/JsonParts.h"
#include "Support/PrintableStream.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

void writeAmount(json::OStream &J, const Amount &A) {
  J.attribute("allocations", A.Allocations);
  J.attribute("bytes", A.Bytes);
}

void writeRow(json::OStream &J, const ThreadTable::Row &Row, const Profile &P) {
  writeAmount(J, Row.Heap);
  J.attributeArray("sections", [&] {
    for (const SectionAmount &S : Row.Sections)
      J.object([&] {
        writeJsonString(J, "section", P.section(S.Section));
        writeAmount(J, S.Heap);
      });
  });
}

void writeSpread(json::OStream &J, StringRef Key,
                 const ThreadTable::Spread &S) {
  J.attributeObject(Key, [&] {
    J.attribute("number", S.Number);
    J.attribute("most", S.Most);
    J.attribute("mean", S.mean());
    J.attribute("imbalance_percent", S.imbalance());
  });
}

/// In columns: there may be a row for each site and thread.
void writeSites(json::OStream &J, ArrayRef<ThreadTable::SiteShare> Sites,
                const Profile &P) {
  auto IsFirst = [&](const ThreadTable::SiteShare &S) {
    return &S == Sites.begin() || (&S - 1)->Site != S.Site;
  };
  J.attributeObject("sites", [&] {
    J.attributeArray("ids", [&] {
      for (const ThreadTable::SiteShare &S : Sites)
        if (IsFirst(S))
          J.value(hexId(P.site(S.Site).Id));
    });
    auto WriteColumn = [&](StringRef Key, auto Value) {
      J.attributeArray(Key, [&] {
        for (const ThreadTable::SiteShare &S : Sites)
          J.value(Value(S));
      });
    };
    uint32_t Site = 0;
    WriteColumn("site", [&](const ThreadTable::SiteShare &S) {
      Site += IsFirst(S);
      return Site - 1;
    });
    WriteColumn("thread", [](const ThreadTable::SiteShare &S) {
      return uint32_t(S.Lane);
    });
    WriteColumn("allocations", [](const ThreadTable::SiteShare &S) {
      return S.Sum.Allocations;
    });
    WriteColumn("bytes",
                [](const ThreadTable::SiteShare &S) { return S.Sum.Bytes; });
  });
}

void writeProcess(json::OStream &J, const Process &Its) {
  writeJsonString(J, "profile", Its.File);
  for (const char *Key : {"program", "command", "host", "pid", "rank"})
    if (std::optional<StringRef> Value = Its.info(Key))
      writeJsonString(J, Key, *Value);
  J.attribute("nanoseconds", numberOrNull(Its.runTime(), Its.runTime()));
  J.attribute("peak_bytes",
              numberOrNull(Its.Lifetimes.has_value(),
                           Its.Lifetimes ? Its.Lifetimes->PeakBytes : 0));
}

} // namespace

void writeJsonThreads(raw_ostream &To, const ThreadTable &T, const Profile &P) {
  PrintableStream OS(To, PrintableStream::Kind::Json);
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("schema", "anomalloc-threads");
    J.attribute("version", 1);
    J.attributeArray("processes", [&] {
      for (const auto &[Its, Row] : zip(P.Processes, T.Processes))
        J.object([&, &Its = Its, &Row = Row] {
          writeProcess(J, Its);
          writeRow(J, Row, P);
        });
    });
    J.attributeArray("threads", [&] {
      for (const auto &[Its, Row] : zip(P.Lanes, T.Lanes))
        J.object([&, &Its = Its, &Row = Row] {
          J.attribute("process", Its.Process);
          J.attribute("number", Its.Number);
          J.attribute("tid", Its.Tid);
          J.attribute("threads", Its.Threads);
          writeJsonString(J, "name", Its.Name);
          writeRow(J, Row, P);
        });
    });
    J.attributeArray("sections", [&] {
      for (const ThreadTable::Section &S : T.Sections)
        J.object([&] {
          if (S.Its)
            writeJsonString(J, "section", P.section(*S.Its));
          else
            J.attribute("section", nullptr);
          writeAmount(J, S.Heap);
          writeSpread(J, "by_process", S.ByProcess);
          writeSpread(J, "by_thread", S.ByLane);
        });
    });
    if (!T.Sites.empty())
      writeSites(J, T.Sites, P);
  });
  OS << '\n';
}

} // namespace anomalloc
