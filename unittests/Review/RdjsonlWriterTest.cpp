//===- RdjsonlWriterTest.cpp --------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReviewOf.h"

using namespace anomalloc;
using namespace anomalloc::lint;
using anomalloc::test::ReviewOf;

namespace {

TEST(RdjsonlWriter, WithoutFindingsThereAreNoLines) {
  EXPECT_EQ(ReviewOf().written(writeRdjsonl), "");
}

TEST(RdjsonlWriter, AFindingIsALine) {
  ReviewOf R;
  R.source("src/a.cpp", "one\n two\n");
  R.warning("src/a.cpp", "first", "one");
  R.warning("src/a.cpp", "say\n\"less\"", "two").Loud = Level::Hint;
  EXPECT_EQ(
      R.written(writeRdjsonl),
      R"({"code":{"value":"c"},"location":{"path":"src/a.cpp","range":{"end":{"column":4,"line":1},"start":{"column":1,"line":1}}},"message":"first","severity":"WARNING","source":{"name":"anomalloc"}})"
      "\n"
      R"({"code":{"value":"c"},"location":{"path":"src/a.cpp","range":{"end":{"column":5,"line":2},"start":{"column":2,"line":2}}},"message":"say\n\"less\"","severity":"INFO","source":{"name":"anomalloc"}})"
      "\n");
}

/// What stands in the only line.
llvm::json::Object lineOf(const ReviewOf &R) {
  llvm::Expected<llvm::json::Value> Line =
      llvm::json::parse(R.written(writeRdjsonl));
  if (!Line) {
    ADD_FAILURE() << llvm::toString(Line.takeError());
    return {};
  }
  return std::move(*Line->getAsObject());
}

TEST(RdjsonlWriter, NotesBecomePartOfTheMessage) {
  ReviewOf R;
  Finding &F = R.warning("src/a.cpp", "look here");
  F.Worth = Severity::High;
  F.Notes = {{{R.path("src/b.h"), 0, 7, 2}, "and there"}};
  const llvm::json::Object Line = lineOf(R);
  EXPECT_EQ(Line.getString("message"), "look here\nsrc/b.h:7: note: and there");
  EXPECT_EQ(Line.getString("severity"), "ERROR");
}

TEST(RdjsonlWriter, AFixOfOneFileIsSuggested) {
  ReviewOf R;
  const std::string File = R.source("a.cpp", "one\ntwo\n");
  R.warning("a.cpp", "m", "one").Fix = {{File, 4, 3, "2"}, {File, 0, 0, "// "}};
  const llvm::json::Object Line = lineOf(R);
  const llvm::json::Value *Suggestions = Line.get("suggestions");
  ASSERT_NE(Suggestions, nullptr);
  std::string Text;
  llvm::raw_string_ostream(Text) << *Suggestions;
  EXPECT_EQ(
      Text,
      R"([{"range":{"end":{"column":4,"line":2},"start":{"column":1,"line":2}},"text":"2"},)"
      R"({"range":{"end":{"column":1,"line":1},"start":{"column":1,"line":1}},"text":"// "}])");
}

TEST(RdjsonlWriter, HalfAFixIsNoSuggestion) {
  ReviewOf R;
  const std::string File = R.source("a.cpp", "one\n");
  R.warning("a.cpp", "m", "one").Fix = {{File, 0, 3, "1"},
                                        {R.path("b.h"), 0, 0, "x"}};
  EXPECT_EQ(lineOf(R).getArray("suggestions"), nullptr);
}

TEST(RdjsonlWriter, WhatIsNoUtf8IsReplaced) {
  ReviewOf R;
  R.warning("a.cpp", "\xFFmessage");
  EXPECT_EQ(lineOf(R).getString("message"), "\xEF\xBF\xBDmessage");
}

} // namespace
