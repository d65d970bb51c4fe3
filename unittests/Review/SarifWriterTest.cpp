//===- SarifWriterTest.cpp ----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReviewOf.h"
#include "llvm/ADT/StringExtras.h"

using namespace anomalloc;
using namespace anomalloc::lint;
using anomalloc::test::ReviewOf;

namespace {

/// What stands at \p Path of the document's only run, as JSON. "results/0" is
/// the first result. "": nothing stands there.
std::string part(const ReviewOf &R, llvm::StringRef Path) {
  llvm::Expected<llvm::json::Value> All =
      llvm::json::parse(R.written(writeSarif));
  if (!All) {
    ADD_FAILURE() << llvm::toString(All.takeError());
    return "";
  }
  const llvm::json::Value *At = &*All;
  const std::string Steps = ("runs/0/" + Path).str();
  for (llvm::StringRef Step : llvm::split(Steps, '/')) {
    size_t Index;
    if (const llvm::json::Array *List = At->getAsArray())
      At = !Step.getAsInteger(10, Index) && Index < List->size()
               ? &(*List)[Index]
               : nullptr;
    else
      At = At->getAsObject() ? At->getAsObject()->get(Step) : nullptr;
    if (!At)
      return "";
  }
  std::string Text;
  llvm::raw_string_ostream(Text) << *At;
  return Text;
}

TEST(SarifWriter, WithoutFindingsTheRunWasSuccessful) {
  const ReviewOf R;
  EXPECT_EQ(part(R, "results"), "[]");
  EXPECT_EQ(part(R, "invocations"), R"([{"executionSuccessful":true}])");
  EXPECT_EQ(part(R, "tool"),
            R"({"driver":{"name":"anomalloc","rules":[],"version":"1.2.3"}})");
  EXPECT_EQ(part(R, "columnKind"), R"("unicodeCodePoints")");
  const std::string Text = R.written(writeSarif);
  EXPECT_NE(Text.find("\"version\": \"2.1.0\",\n"), std::string::npos);
  EXPECT_EQ(Text.back(), '\n');
}

TEST(SarifWriter, AResultHasItsRuleLevelPlaceAndFingerprint) {
  ReviewOf R;
  R.All.Rules = {{"a", "", "", {}}, {"c", "", "", {}}};
  R.source("src/a.cpp", "one\n two\n");
  R.warning("src/a.cpp", "say \"less\"", "two").Worth = Severity::High;
  EXPECT_EQ(part(R, "results/0/ruleId"), R"("c")");
  EXPECT_EQ(part(R, "results/0/ruleIndex"), "1");
  EXPECT_EQ(part(R, "results/0/level"), R"("error")");
  EXPECT_EQ(part(R, "results/0/message"), R"({"text":"say \"less\""})");
  EXPECT_EQ(part(R, "results/0/partialFingerprints"), R"({"test/v1":"f"})");
  EXPECT_EQ(
      part(R, "results/0/locations/0/physicalLocation"),
      R"({"artifactLocation":{"uri":"src/a.cpp","uriBaseId":"SRCROOT"},"region":{"endColumn":5,"endLine":2,"snippet":{"text":"two"},"startColumn":2,"startLine":2}})");
  EXPECT_EQ(part(R, "results/0/fixes"), "");
  EXPECT_EQ(part(R, "results/0/relatedLocations"), "");
}

TEST(SarifWriter, FindingsKeepTheirOrder) {
  ReviewOf R;
  R.warning("b.cpp", "first");
  R.warning("a.cpp", "second").Loud = Level::Hint;
  EXPECT_EQ(part(R, "results/0/message/text"), R"("first")");
  EXPECT_EQ(part(R, "results/0/level"), R"("warning")");
  EXPECT_EQ(part(R, "results/1/message/text"), R"("second")");
  EXPECT_EQ(part(R, "results/1/level"), R"("note")");
}

TEST(SarifWriter, ColumnsAreCharactersAndNotBytes) {
  ReviewOf R;
  R.source("a.cpp", "na\xC3\xAFve \xF0\x9F\x98\x80 x\n");
  R.warning("a.cpp", "m", "x");
  const std::string Region =
      part(R, "results/0/locations/0/physicalLocation/region");
  EXPECT_EQ(
      Region,
      R"({"endColumn":10,"endLine":1,"snippet":{"text":"x"},"startColumn":9,"startLine":1})");
}

TEST(SarifWriter, PathsAreEscapedForUris) {
  ReviewOf R;
  R.warning("a b%#?na\xC3\xAFve+.cpp", "m");
  EXPECT_EQ(
      part(R, "results/0/locations/0/physicalLocation/artifactLocation/uri"),
      R"("a%20b%25%23%3Fna%C3%AFve%2B.cpp")");
}

TEST(SarifWriter, TheRootEndsWithOneSlash) {
  ReviewOf R;
  R.Project.Root = "/";
  EXPECT_EQ(part(R, "originalUriBaseIds"), R"({"SRCROOT":{"uri":"file:///"}})");
  R.Project.Root = "/home/user";
  EXPECT_EQ(part(R, "originalUriBaseIds"),
            R"({"SRCROOT":{"uri":"file:///home/user/"}})");
}

TEST(SarifWriter, AFileOutsideOfTheRootIsAbsolute) {
  ReviewOf R;
  R.warning("a.cpp", "m").At.File = "/usr/include/v ector";
  EXPECT_EQ(part(R, "results/0/locations/0/physicalLocation/artifactLocation"),
            R"({"uri":"file:///usr/include/v%20ector"})");
}

TEST(SarifWriter, AFileThatNobodyReadHasItsPlaceAlone) {
  ReviewOf R;
  Finding &F = R.warning("a.cpp", "m");
  F.At.Line = 7;
  F.At.Column = 3;
  F.Notes = {{{R.path("b.h"), 0, 9, 1}, "there"}};
  // Columns of an unknown line are not known in characters.
  EXPECT_EQ(part(R, "results/0/locations/0/physicalLocation/region"),
            R"({"endColumn":1,"endLine":7,"startColumn":1,"startLine":7})");
  EXPECT_EQ(part(R, "results/0/relatedLocations/0/message"),
            R"({"text":"there"})");
  EXPECT_EQ(
      part(R, "results/0/relatedLocations/0/physicalLocation/region/startLine"),
      "9");
}

TEST(SarifWriter, AFixInAFileThatNobodyReadIsLeftOut) {
  ReviewOf R;
  const std::string A = R.source("a.cpp", "one\n");
  R.warning("a.cpp", "m", "one").Fix = {{A, 0, 3, "1"},
                                        {R.path("b.h"), 0, 5, "3"}};
  EXPECT_EQ(part(R, "results/0/fixes"), "");
  EXPECT_EQ(part(R, "results/0/message/text"), R"("m")");
}

TEST(SarifWriter, EditsOfAFixAreJoinedByFile) {
  ReviewOf R;
  const std::string A = R.source("a.cpp", "one\ntwo\n");
  const std::string B = R.source("b.h", "three\n");
  R.warning("a.cpp", "m", "one").Fix = {
      {B, 0, 5, "3"}, {A, 4, 3, "2"}, {A, 0, 3, "1"}};
  EXPECT_EQ(part(R, "results/0/fixes/0/artifactChanges/0/artifactLocation/uri"),
            R"("a.cpp")");
  EXPECT_EQ(
      part(R, "results/0/fixes/0/artifactChanges/0/replacements"),
      R"([{"deletedRegion":{"endColumn":4,"endLine":2,"startColumn":1,"startLine":2},"insertedContent":{"text":"2"}},)"
      R"({"deletedRegion":{"endColumn":4,"endLine":1,"startColumn":1,"startLine":1},"insertedContent":{"text":"1"}}])");
  EXPECT_EQ(part(R, "results/0/fixes/0/artifactChanges/1/artifactLocation/uri"),
            R"("b.h")");
  EXPECT_EQ(part(R, "results/0/fixes/0/artifactChanges/2"), "");
}

TEST(SarifWriter, ARuleHasANameInCamelCaseAndAUsualLevel) {
  ReviewOf R;
  R.All.Rules = {{"missing-reserve", "Finds.", "", Grade::Info}};
  EXPECT_EQ(
      part(R, "tool/driver/rules/0"),
      R"({"defaultConfiguration":{"level":"note"},"id":"missing-reserve","name":"MissingReserve","shortDescription":{"text":"Finds."}})");
}

TEST(SarifWriter, AUnitThatWasNotCheckedIsTold) {
  ReviewOf R;
  R.All.Failures = {{R.path("a.cpp"), "no such header"}};
  EXPECT_EQ(part(R, "invocations/0/executionSuccessful"), "false");
  EXPECT_EQ(
      part(R, "invocations/0/toolExecutionNotifications/0"),
      R"({"level":"error","locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.cpp","uriBaseId":"SRCROOT"}}}],"message":{"text":"not checked: no such header"}})");
}

TEST(SarifWriter, WhatIsNoUtf8IsReplaced) {
  ReviewOf R;
  R.source("a.cpp", "\xFF");
  R.warning("a.cpp", "\xFFmessage", "\xFF");
  EXPECT_EQ(part(R, "results/0/message/text"), "\"\xEF\xBF\xBDmessage\"");
  EXPECT_EQ(
      part(R, "results/0/locations/0/physicalLocation/region/snippet/text"),
      "\"\xEF\xBF\xBD\"");
}

TEST(SarifWriter, PropertiesHaveWhatIsKnown) {
  ReviewOf R;
  R.warning("a.cpp", "m");
  EXPECT_EQ(part(R, "results/0/properties"), "{}");
  EXPECT_EQ(part(R, "results/0/rank"), "50");
  Finding &F = R.warning("a.cpp", "m");
  F.Sure = Certainty::Proved;
  F.Heavy = Weight::NestedLoops;
  F.Recorded.emplace();
  F.Recorded->Sum.Allocations = 12;
  F.Recorded->Sites = {0xabc};
  EXPECT_EQ(part(R, "results/1/properties/certainty"), R"("proved")");
  EXPECT_EQ(part(R, "results/1/properties/weight"), R"("nested loops")");
  EXPECT_EQ(part(R, "results/1/properties/allocations"), "12");
  EXPECT_EQ(part(R, "results/1/properties/measured/sites"),
            R"(["0000000000000abc"])");
  EXPECT_EQ(part(R, "results/1/properties/measured/share"), "null");
}

} // namespace
