//===- BaselineTest.cpp -------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Baseline.h"
#include "SourceFolder.h"

using namespace anomalloc;
using namespace anomalloc::lint;

namespace {

/// A folder that baselines are read from and written to.
struct Baselines : test::SourceFolder {
  Baselines() : Path(write("baseline.json", "")) {}

  /// Why \p Text is none, without the path; "": it is one.
  std::string refusal(llvm::StringRef Text) {
    write("baseline.json", Text);
    llvm::Expected<Baseline> Read = readBaseline(Path);
    if (Read)
      return "";
    std::string Why = llvm::toString(Read.takeError());
    EXPECT_EQ(Why.find(Path + " is no baseline ("), 0u) << Why;
    return Why.substr(Path.size() + 1);
  }

  /// A finding of the line, with that fingerprint.
  Finding finding(llvm::StringRef Fingerprint, llvm::StringRef File,
                  unsigned Line, Level Loud = Level::Warning) {
    Finding F;
    F.Check = "anomalloc-x";
    F.Fingerprint = Fingerprint.str();
    F.At.File = path(File);
    F.At.Line = Line;
    F.Loud = Loud;
    return F;
  }

  std::string text() {
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }

  std::string Path;
};

TEST(Baseline, WhatIsWrittenIsSortedAndHasNoLineNumbers) {
  Baselines B;
  B.source("a.cpp", "f();\n  g( 1 );\n");
  ASSERT_FALSE(bool(writeBaseline(B.Path,
                                  {B.finding("f2", "b.cpp", 1),
                                   B.finding("f1", "a.cpp", 2, Level::Hint),
                                   B.finding("f3", "a.cpp", 1)},
                                  B.Project, B.Files)));
  EXPECT_EQ(B.text(), R"({
 "format": "anomalloc-lint-baseline",
 "version": 1,
 "findings": [
  {
   "file": "a.cpp",
   "check": "anomalloc-x",
   "code": "f();",
   "fingerprint": "f3"
  },
  {
   "file": "a.cpp",
   "check": "anomalloc-x",
   "code": "g( 1 );",
   "fingerprint": "f1",
   "level": "hint"
  },
  {
   "file": "b.cpp",
   "check": "anomalloc-x",
   "code": "",
   "fingerprint": "f2"
  }
 ]
}
)");
}

TEST(Baseline, WhatWasWrittenIsRead) {
  Baselines B;
  B.source("a.cpp", "g( 1 );\n");
  ASSERT_FALSE(bool(writeBaseline(
      B.Path, {B.finding("f1", "a.cpp", 1, Level::Hint)}, B.Project, B.Files)));
  llvm::Expected<Baseline> Read = readBaseline(B.Path);
  ASSERT_TRUE(bool(Read)) << llvm::toString(Read.takeError());
  ASSERT_EQ(Read->size(), 1u);
  const BaselineEntry &E = Read->at("f1");
  EXPECT_EQ(E.Check, "anomalloc-x");
  EXPECT_EQ(E.File, "a.cpp");
  EXPECT_EQ(E.Code, "g( 1 );");
  EXPECT_EQ(E.Loud, Level::Hint);
}

TEST(Baseline, WithoutFindingsItIsOne) {
  Baselines B;
  ASSERT_FALSE(bool(writeBaseline(B.Path, {}, B.Project, B.Files)));
  EXPECT_EQ(B.refusal(B.text()), "");
}

TEST(Baseline, WithoutALevelItIsAWarning) {
  Baselines B;
  B.write("baseline.json",
          R"({"format": "anomalloc-lint-baseline", "version": 1, "findings":
              [{"file": "a", "check": "b", "code": "c", "fingerprint": "d"}]})");
  llvm::Expected<Baseline> Read = readBaseline(B.Path);
  ASSERT_TRUE(bool(Read)) << llvm::toString(Read.takeError());
  EXPECT_EQ(Read->at("d").Loud, Level::Warning);
}

TEST(Baseline, AnotherFileIsRefused) {
  Baselines B;
  EXPECT_EQ(B.refusal("[]"),
            "is no baseline (no \"format\": \"anomalloc-lint-baseline\"); "
            "--write-baseline=FILE writes one");
  EXPECT_EQ(B.refusal(R"({"format": "other"})"), B.refusal("[]"));
  EXPECT_EQ(B.refusal(R"({"format": "anomalloc-lint-baseline", "version": 2})"),
            "is no baseline (of another version); --write-baseline=FILE writes "
            "one");
  EXPECT_EQ(B.refusal(R"({"format": "anomalloc-lint-baseline", "version": 1})"),
            "is no baseline (no \"findings\"); --write-baseline=FILE writes "
            "one");
  EXPECT_NE(B.refusal(""), "");
  EXPECT_NE(B.refusal("{"), "");
}

TEST(Baseline, AFindingThatLacksAPartIsRefused) {
  Baselines B;
  const std::string Why = "is no baseline (a finding lacks fingerprint, check, "
                          "file or code); --write-baseline=FILE writes one";
  for (const char *Row :
       {"5", "{}", R"({"file": "a", "check": "b", "code": "c"})",
        R"({"file": "a", "check": "b", "code": 1, "fingerprint": "d"})"})
    EXPECT_EQ(B.refusal(R"({"format": "anomalloc-lint-baseline", "version": 1,
                            "findings": [)" +
                        std::string(Row) + "]}"),
              Why)
        << Row;
}

TEST(Baseline, AFileThatIsNotThereIsNamed) {
  Baselines B;
  llvm::Expected<Baseline> Read = readBaseline(B.path("none.json"));
  ASSERT_FALSE(bool(Read));
  EXPECT_EQ(llvm::toString(Read.takeError()),
            "cannot read the baseline " + B.path("none.json") +
                ": No such file or directory");
}

} // namespace
