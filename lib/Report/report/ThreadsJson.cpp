//===- ThreadsJson.cpp - threads and processes as JSON --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/ThreadsJson.h"
#include "Document/Document.h"
#include "Report/report/JsonParts.h"

using namespace llvm;

namespace anomalloc {

static void describe(Keys<ThreadTable::Spread> &K) {
  using Spread = ThreadTable::Spread;
  K.name("thread_spread");
  K.add("number", "of processes, or of threads", &Spread::Number);
  K.add("most", "allocations of the one with the most", &Spread::Most);
  K.add("mean", &Spread::mean);
  K.add("imbalance_percent",
        "what the one with the most has beyond the mean, in per cent of it",
        &Spread::imbalance);
}

namespace {

struct ThreadSums {
  const ThreadTable::Row &Its;
  const Profile &P;
};
void describe(Keys<ThreadSums> &K) {
  K.name("thread_sums");
  K.include([](const ThreadSums &S) { return S.Its.Heap; });
  K.add("sections", "with at least one allocation", [](const ThreadSums &S) {
    return each(S.Its.Sections, [&P = S.P](const SectionAmount &A) {
      return SectionSum{P.section(A.Section), A.Heap};
    });
  });
}

struct ProcessSums {
  const Process &Its;
  ThreadSums Sums;
};
void describe(Keys<ProcessSums> &K) {
  using Shown = const ProcessSums &;
  K.add("profile", [](Shown P) { return StringRef(P.Its.File); });
  K.include([](Shown P) { return ProgramFacts{P.Its}; });
  K.add("nanoseconds", "null: it did not end in order",
        [](Shown P) { return orNull(P.Its.runTime(), P.Its.runTime()); });
  K.add("peak_bytes", "the most live bytes; null: lifetimes were not recorded",
        [](Shown P) -> std::optional<uint64_t> {
          if (!P.Its.Lifetimes)
            return std::nullopt;
          return P.Its.Lifetimes->PeakBytes;
        });
  K.include(&ProcessSums::Sums);
}

struct LaneSums {
  const Lane &Its;
  ThreadSums Sums;
};
void describe(Keys<LaneSums> &K) {
  using Shown = const LaneSums &;
  K.add("process", "index of processes", [](Shown L) { return L.Its.Process; });
  K.add("number", "in its process; 0 is the first thread",
        [](Shown L) { return L.Its.Number; });
  K.add("tid", [](Shown L) { return L.Its.Tid; });
  K.add("threads",
        "how many threads it stands for, one after the other; tid and name are "
        "those of the first one",
        [](Shown L) { return L.Its.Threads; });
  K.add("name", [](Shown L) { return StringRef(L.Its.Name); });
  K.include(&LaneSums::Sums);
}

struct SpreadSection {
  const ThreadTable::Section &Its;
  const Profile &P;
};
void describe(Keys<SpreadSection> &K) {
  using Shown = const SpreadSection &;
  K.add("section", "null: the whole run; empty: outside of every section",
        [](Shown S) -> std::optional<StringRef> {
          if (!S.Its.Its)
            return std::nullopt;
          return S.P.section(*S.Its.Its);
        });
  K.include([](Shown S) { return S.Its.Heap; });
  K.add("by_process", [](Shown S) { return S.Its.ByProcess; });
  K.add("by_thread", [](Shown S) { return S.Its.ByLane; });
}

/// In columns: there may be a row for each site and thread.
struct SiteColumns {
  using Row = ThreadTable::SiteShare;
  ArrayRef<Row> Rows;
  const Profile &P;

  bool isFirst(const Row &S) const {
    return &S == Rows.begin() || (&S - 1)->Site != S.Site;
  }
};
void describe(Keys<SiteColumns> &K) {
  using Shown = const SiteColumns &;
  using Row = SiteColumns::Row;
  K.add("ids", "of the sites, as in a report; each once",
        [](Shown C) -> Each<SiteId> {
          return {[&C](auto Take) {
            for (const Row &S : C.Rows)
              if (C.isFirst(S))
                Take({C.P.site(S.Site).Id});
          }};
        });
  K.add("site", "index of ids", [](Shown C) -> Each<uint32_t> {
    return {[&C](auto Take) {
      uint32_t Seen = 0;
      for (const Row &S : C.Rows)
        Take((Seen += C.isFirst(S)) - 1);
    }};
  });
  K.add("thread", "index of threads", [](Shown C) {
    return each(C.Rows, [](const Row &S) { return uint32_t(S.Lane); });
  });
  K.add("allocations", [](Shown C) {
    return each(C.Rows, [](const Row &S) { return S.Sum.Allocations; });
  });
  K.add("bytes", [](Shown C) {
    return each(C.Rows, [](const Row &S) { return S.Sum.Bytes; });
  });
}

struct ThreadsDocument {
  const ThreadTable &T;
  const Profile &P;
};
void describe(Keys<ThreadsDocument> &K) {
  using Shown = const ThreadsDocument &;
  K.constant("schema", "anomalloc-threads");
  K.constant("version", 1);
  K.add("processes",
        "in the order of the profiles; of a parallel program, its ranks",
        [](Shown D) {
          return each(D.T.Processes, [&D](const ThreadTable::Row &R) {
            return ProcessSums{D.P.Processes[&R - D.T.Processes.data()],
                               {R, D.P}};
          });
        });
  K.add("threads", [](Shown D) {
    return each(D.T.Lanes, [&D](const ThreadTable::Row &R) {
      return LaneSums{D.P.Lanes[&R - D.T.Lanes.data()], {R, D.P}};
    });
  });
  K.add("sections",
        "how evenly allocations are spread; the whole run comes first",
        [](Shown D) {
          return each(D.T.Sections, [&D](const ThreadTable::Section &S) {
            return SpreadSection{S, D.P};
          });
        });
  K.add("sites",
        "what each thread made at each site, of pools too: one row for each "
        "pair with an allocation, by site, in columns; only of several "
        "threads",
        [](Shown D) {
          return ifThere(!D.T.Sites.empty(), SiteColumns{D.T.Sites, D.P});
        });
}

} // namespace

void writeJsonThreads(raw_ostream &To, const ThreadTable &T, const Profile &P) {
  writeDocument(To, ThreadsDocument{T, P});
}

const JsonObject &threadsObject() { return keysOf<ThreadsDocument>().object(); }

} // namespace anomalloc
