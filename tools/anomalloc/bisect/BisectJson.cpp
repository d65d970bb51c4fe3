//===- BisectJson.cpp - a bisection for programs --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/JsonParts.h"
#include "Report/text/Names.h"
#include "Support/PrintableStream.h"
#include "bisect/BisectResult.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr int Version = 1;

class BisectJson {
public:
  BisectJson(json::OStream &J, const BisectResult &Result,
             const GrownSites &Grown)
      : J(J), Result(Result), Grown(Grown) {}

  void write();

private:
  void writeTitle(const CommitTitle &C);
  void writeCommit(StringRef Key, const CommitTitle &C) {
    J.attributeObject(Key, [&] { writeTitle(C); });
  }
  void writeCommits();
  void writeLimits();
  void writeSite(const ComparedRow &R);

  json::OStream &J;
  const BisectResult &Result;
  const GrownSites &Grown;
};

void BisectJson::writeTitle(const CommitTitle &C) {
  writeJsonString(J, "hash", C.Hash);
  writeJsonString(J, "author", C.Author);
  writeJsonString(J, "date", C.Date);
  writeJsonString(J, "subject", C.Subject);
}

void BisectJson::writeCommits() {
  J.attributeArray("commits", [&] {
    for (const BisectResult::Candidate &C : Result.Commits)
      J.object([&] {
        writeTitle(C.Its);
        writeJsonString(J, "skipped", C.Skipped);
      });
  });
}

void BisectJson::writeLimits() {
  J.attributeArray("broken", [&] {
    for (const CheckedLimit &L : Result.Broken)
      J.object([&] {
        J.attribute("line", L.Line);
        J.attribute("column", L.Column);
        writeJsonString(J, "message", L.Message);
      });
  });
}

void BisectJson::writeSite(const ComparedRow &R) {
  const Comparison &C = Grown.Its;
  J.attribute("is_new", !R.InSide.front());
  J.attributeArray("ids", [&] {
    if (R.Ids.size() == C.Sides.size())
      for (uint64_t Id : R.Ids.back())
        J.value(hexId(Id));
  });
  const std::optional<Frame> &At = R.NewPlace ? R.NewPlace : R.Place;
  if (At)
    J.attributeObject("place", [&] { writeJsonFrame(J, *At); });
  else
    J.attribute("place", nullptr);
  writeJsonString(J, "callee", R.Its ? fullFunctionName(R.Its->Callee) : "");
  writeJsonString(J, "library", R.Library);
  writeJsonString(J, "library_function", fullFunctionName(R.Function));
  for (Measure M : C.Sites.Measures)
    J.attributeObject(infoOf(M).Key, [&] {
      J.attribute("before", C.spread(R, M, 0).Most);
      J.attribute("after", C.spread(R, M, 1).Most);
    });
}

void BisectJson::write() {
  J.attribute("schema", "anomalloc-bisect");
  J.attribute("version", Version);
  J.attribute("generator", "anomalloc " ANOMALLOC_VERSION);
  writeJsonString(J, "budgets", Result.Budget);
  writeCommit("good", Result.Good);
  writeCommit("bad", Result.Bad);
  J.attribute("found", Result.found());
  writeJsonString(J, "why_not", Result.Elsewhere);
  writeCommits();
  if (Result.Commits.empty())
    J.attribute("before", nullptr);
  else
    writeCommit("before", Result.Before);
  writeLimits();
  J.attributeArray("sites", [&] {
    for (const GrownSites::Site &S : Grown.Sites)
      J.object([&] { writeSite(*S.Row); });
  });
}

} // namespace

void writeBisectJson(raw_ostream &To, const BisectResult &Result,
                     const GrownSites &Sites) {
  PrintableStream OS(To, PrintableStream::Kind::Json);
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] { BisectJson(J, Result, Sites).write(); });
  OS << '\n';
}

} // namespace anomalloc
