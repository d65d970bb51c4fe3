//===- BisectJson.cpp - a bisection for programs --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document/Document.h"
#include "Report/report/JsonParts.h"
#include "bisect/BisectResult.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

static void describe(Keys<CommitTitle> &K) {
  K.name("commit");
  K.add("hash", &CommitTitle::Hash);
  K.add("author", &CommitTitle::Author);
  K.add("date", "of the author, as ISO 8601 has it", &CommitTitle::Date);
  K.add("subject", &CommitTitle::Subject);
}

static void describe(Keys<BisectResult::Candidate> &K) {
  K.include(&BisectResult::Candidate::Its);
  K.add("skipped", "why it cannot be tested; empty: it is bad",
        &BisectResult::Candidate::Skipped);
}

static void describe(Keys<CheckedLimit> &K) {
  K.add("line", &CheckedLimit::Line);
  K.add("column", &CheckedLimit::Column);
  K.add("message", &CheckedLimit::Message);
}

namespace {

/// The most of a measure.
struct BeforeAndAfter {
  uint64_t Before, After;
};
void describe(Keys<BeforeAndAfter> &K) {
  K.name("before_and_after");
  K.add("before", &BeforeAndAfter::Before);
  K.add("after", &BeforeAndAfter::After);
}

struct GrownSite {
  const Comparison &C;
  const ComparedRow &Row;

  BeforeAndAfter of(Measure M) const {
    return {C.spread(Row, M, 0).Most, C.spread(Row, M, 1).Most};
  }
};
void describe(Keys<GrownSite> &K) {
  using Shown = const GrownSite &;
  K.add("is_new", "whether the commit before had no such site",
        [](Shown S) { return !S.Row.InSide.front(); });
  K.add("ids", "at the last of the commits", [](Shown S) -> Each<SiteId> {
    return {[&S](auto Take) {
      if (S.Row.Ids.size() == S.C.Sides.size())
        for (uint64_t Id : S.Row.Ids.back())
          Take({Id});
    }};
  });
  K.add("place",
        "the first user frame at the last of the commits; null: a library "
        "without sites",
        [](Shown S) { return S.Row.NewPlace ? S.Row.NewPlace : S.Row.Place; });
  K.add("callee", [](Shown S) {
    return S.Row.Its ? fullFunctionName(S.Row.Its->Callee) : "";
  });
  K.add("library", "of a library without sites",
        [](Shown S) { return S.Row.Library; });
  K.add("library_function",
        [](Shown S) { return fullFunctionName(S.Row.Function); });
  for (Measure M : allMeasures())
    if (infoOf(M).OfLifetimes)
      K.add(infoOf(M).Key, [M](Shown S) {
        return ifThere(is_contained(S.C.Sites.Measures, M), S.of(M));
      });
    else
      K.add(infoOf(M).Key, [M](Shown S) { return S.of(M); });
}

struct BisectDocument {
  const BisectResult &Result;
  const GrownSites &Grown;
};
void describe(Keys<BisectDocument> &K) {
  using Shown = const BisectDocument &;
  K.constant("schema", "anomalloc-bisect");
  K.constant("version", 1);
  K.add("generator",
        [](Shown) { return StringRef("anomalloc " ANOMALLOC_VERSION); });
  K.add("budgets", "the file of budgets",
        [](Shown D) { return StringRef(D.Result.Budget); });
  K.add("good", [](Shown D) { return D.Result.Good; });
  K.add("bad", [](Shown D) { return D.Result.Bad; });
  K.add("found", "whether commits has just one: the first bad one",
        [](Shown D) { return D.Result.found(); });
  K.add("why_not", "why commits is empty; else empty",
        [](Shown D) { return StringRef(D.Result.Elsewhere); });
  K.add("commits",
        "the first bad commit is one of these; the last one is bad, those "
        "before it cannot be tested",
        [](Shown D) { return ArrayRef(D.Result.Commits); });
  K.add("before", "the last good commit before them; null: there are none",
        [](Shown D) {
          return orNull(!D.Result.Commits.empty(), D.Result.Before);
        });
  K.add("broken",
        "limits that the last of the commits breaks, in the order of the file",
        [](Shown D) { return ArrayRef(D.Result.Broken); });
  K.add("sites",
        "sites that make more at the last of the commits than before them, the "
        "largest change first",
        [](Shown D) {
          return each(D.Grown.Sites, [&D](const GrownSites::Site &S) {
            return GrownSite{D.Grown.Its, *S.Row};
          });
        });
}

} // namespace

void writeBisectJson(raw_ostream &To, const BisectResult &Result,
                     const GrownSites &Sites) {
  writeDocument(To, BisectDocument{Result, Sites});
}

const JsonObject &bisectObject() { return keysOf<BisectDocument>().object(); }

} // namespace anomalloc
