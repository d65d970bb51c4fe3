//===- JsonBudget.cpp - what became of budgets, for programs --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Words.h"
#include "Report/budget/BudgetViews.h"
#include "Report/report/JsonParts.h"
#include "Report/text/Names.h"
#include "Support/PrintableStream.h"

using namespace llvm;
using namespace anomalloc::budget;

namespace anomalloc {
namespace {

constexpr int Version = 1;

class JsonBudgetWriter {
public:
  JsonBudgetWriter(json::OStream &J, const BudgetPage &Page)
      : J(J), Page(Page) {}

  void write();

private:
  void writeVerdict(const Verdict &V);
  void writeScope(const Scope &S);
  void writeValue(StringRef Key, const std::optional<Value> &V);
  void writeCulprit(const Verdict &V, const Culprit &C);
  void writeFrame(const Frame &F);
  void writeFrames(StringRef Key, ArrayRef<Frame> Frames);
  void writeTexts(StringRef Key, ArrayRef<std::string> Texts);

  json::OStream &J;
  const BudgetPage &Page;
};

void JsonBudgetWriter::writeTexts(StringRef Key, ArrayRef<std::string> Texts) {
  J.attributeArray(Key, [&] {
    for (StringRef Text : Texts)
      J.value(json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text));
  });
}

void JsonBudgetWriter::writeFrame(const Frame &F) {
  writeJsonString(J, "function", fullFunctionName(F.Function));
  writeJsonString(J, "linkage_name", F.Function);
  writeJsonString(J, "file", Page.relative(F.File));
  J.attribute("line", F.Line);
  J.attribute("column", F.Column);
}

void JsonBudgetWriter::writeFrames(StringRef Key, ArrayRef<Frame> Frames) {
  J.attributeArray(Key, [&] {
    for (const Frame &F : Frames)
      J.object([&] { writeFrame(F); });
  });
}

/// A number, or of a rate how many in how many.
void JsonBudgetWriter::writeValue(StringRef Key,
                                  const std::optional<Value> &V) {
  if (!V) {
    J.attribute(Key, nullptr);
    return;
  }
  J.attributeObject(Key, [&] {
    J.attribute("number", V->Number);
    J.attribute("per", V->Per);
  });
}

void JsonBudgetWriter::writeScope(const Scope &S) {
  J.attributeArray("scope", [&] {
    for (const ScopePart &Part : S.Parts)
      J.object([&] {
        J.attribute("key", Part.Key);
        writeTexts("values", Part.Values);
      });
  });
}

void JsonBudgetWriter::writeCulprit(const Verdict &V, const Culprit &C) {
  const bool IsRated = !C.IsUnrated;
  writeValue("value", IsRated ? std::optional(C.Its) : std::nullopt);
  writeValue("base", C.Was);
  J.attribute("allocations", C.Allocations);
  J.attribute("depth", C.Depth);
  J.attribute("other_lines", C.Others);
  writeJsonString(J, "callee", fullFunctionName(C.Callee));
  writeJsonString(J, "library", C.Library);
  writeJsonString(J, "library_function", fullFunctionName(C.Function));
  J.attributeArray("sites", [&] {
    const Profile &P = *Page.Profiles[V.DecidedBy];
    for (SiteIndex I : C.Sites)
      J.value(hexId(P.site(I).Id));
  });
  writeFrames("levels", C.Levels);
  writeFrames("stack", C.Stack);
}

void JsonBudgetWriter::writeVerdict(const Verdict &V) {
  const bool IsKnown = V.Why.empty();
  writeJsonString(J, "budget", V.Of->title());
  J.attribute("number", V.Of->Number);
  writeScope(V.Of->Scope);
  J.attribute("measure", rowOf(V.Its->What).Key);
  writeJsonString(J, "limit", V.Its->AtMost.Text);
  J.attribute("line", V.Its->At.Line);
  J.attribute("column", V.Its->At.Column);
  J.attribute("outcome", budget::nameOf(V.Outcome));
  writeJsonString(J, "message", sentenceOf(V));
  writeJsonString(J, "why", V.Why);
  writeValue("found", IsKnown ? std::optional(V.Found) : std::nullopt);
  writeValue("allowed", IsKnown ? std::optional(V.Most) : std::nullopt);
  J.attribute("reference",
              V.Reference ? json::Value(*V.Reference) : json::Value(nullptr));
  J.attribute("run", IsKnown ? json::Value(V.DecidedBy) : json::Value(nullptr));
  J.attributeArray("lines", [&] {
    for (const Culprit &C : V.Lines)
      J.object([&] { writeCulprit(V, C); });
  });
  J.attribute("more_lines", V.OtherLines);
}

void JsonBudgetWriter::write() {
  Tally T = countOutcomes(Page.Verdicts);
  J.attribute("schema", "anomalloc-check");
  J.attribute("version", Version);
  J.attribute("generator", "anomalloc " ANOMALLOC_VERSION);
  writeJsonString(J, "budgets", Page.File.Path);
  writeTexts("runs", Page.Runs);
  writeTexts("base", Page.Base);
  writeJsonString(J, "root", Page.Root);
  J.attribute("limits", T.All);
  J.attribute("holding", T.Holds);
  J.attribute("broken", T.Broken);
  J.attribute("unanswered", T.Unanswered);
  J.attribute("skipped", T.Skipped);
  J.attributeArray("verdicts", [&] {
    for (const Verdict &V : Page.Verdicts)
      J.object([&] { writeVerdict(V); });
  });
}

} // namespace

void writeBudgetJson(raw_ostream &To, const BudgetPage &Page) {
  PrintableStream OS(To, PrintableStream::Kind::Json);
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] { JsonBudgetWriter(J, Page).write(); });
  OS << '\n';
}

} // namespace anomalloc
