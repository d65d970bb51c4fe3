//===- GitLabWriterTest.cpp ---------------------------------------------===//
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

TEST(GitLabWriter, WithoutFindingsItIsAnEmptyList) {
  EXPECT_EQ(ReviewOf().written(writeGitLab), "[]\n");
}

TEST(GitLabWriter, AFindingHasItsFields) {
  ReviewOf R;
  R.source("src/a.cpp", "one\ntwo\n");
  R.warning("src/a.cpp", "say \"less\"\n", "two").Worth = Severity::High;
  EXPECT_EQ(R.written(writeGitLab), R"([
 {
  "description": "say \"less\"\n",
  "check_name": "c",
  "fingerprint": "f",
  "severity": "major",
  "location": {
   "path": "src/a.cpp",
   "lines": {
    "begin": 2
   }
  }
 }
]
)");
}

TEST(GitLabWriter, GradesHaveItsWordsAndTheOrderStays) {
  ReviewOf R;
  R.warning("b.cpp", "first");
  R.warning("a.cpp", "second").Loud = Level::Hint;
  R.warning("a.cpp", "third").Worth = Severity::High;
  llvm::Expected<llvm::json::Value> All =
      llvm::json::parse(R.written(writeGitLab));
  ASSERT_TRUE(bool(All)) << llvm::toString(All.takeError());
  std::string Text;
  for (const llvm::json::Value &Row : *All->getAsArray())
    Text += Row.getAsObject()->getString("description")->str() + " " +
            Row.getAsObject()->getString("severity")->str() + "; ";
  EXPECT_EQ(Text, "first minor; second info; third major; ");
}

TEST(GitLabWriter, WhatIsNoUtf8IsReplaced) {
  ReviewOf R;
  R.warning("na\xEFve.cpp", "\xFFmessage");
  const std::string Text = R.written(writeGitLab);
  EXPECT_TRUE(llvm::json::isUTF8(Text));
  EXPECT_NE(Text.find("\"\xEF\xBF\xBDmessage\""), std::string::npos) << Text;
  EXPECT_NE(Text.find("\"na\xEF\xBF\xBDve.cpp\""), std::string::npos) << Text;
}

} // namespace
