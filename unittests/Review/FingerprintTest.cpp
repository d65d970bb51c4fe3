//===- FingerprintTest.cpp ----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Review/Fingerprint.h"
#include "SourceFolder.h"

using namespace anomalloc;
using namespace anomalloc::lint;

namespace {

Finding findingAt(llvm::StringRef File, unsigned Line,
                  llvm::StringRef Check = "anomalloc-x") {
  Finding F;
  F.Check = Check.str();
  F.At.File = File.str();
  F.At.Line = Line;
  return F;
}

/// The fingerprints of a check on these lines of the text.
std::vector<std::string> fingerprints(llvm::StringRef Text,
                                      std::vector<unsigned> Lines,
                                      llvm::StringRef Name = "src/a.cpp",
                                      llvm::StringRef Check = "anomalloc-x") {
  test::SourceFolder Folder;
  const std::string File = Folder.source(Name, Text);
  std::vector<Finding> Findings;
  for (unsigned Line : Lines)
    Findings.push_back(findingAt(File, Line, Check));
  setFingerprints(Findings, Folder.Project, Folder.Files);
  std::vector<std::string> All;
  for (const Finding &F : Findings)
    All.push_back(F.Fingerprint);
  return All;
}

TEST(Fingerprint, ItIsThatOfTheBaselinesThatPeopleHave) {
  // printf 'anomalloc-x\0src/a.cpp\0int *P = new int;\0000\0' | md5sum
  const char *First = "721784f969781ca07202e258d5d95397";
  const char *Second = "901fb17c2d59cb0f9f2ebacbca3da3d1";
  EXPECT_EQ(fingerprints("int *P = new int;\n", {1}),
            (std::vector<std::string>{First}));
  EXPECT_EQ(fingerprints("int *P = new int;\nint *P = new int;\n", {1, 2}),
            (std::vector<std::string>{First, Second}));
}

TEST(Fingerprint, ALineMayMoveAndBeIndented) {
  const auto Before = fingerprints("f();\n", {1});
  EXPECT_EQ(fingerprints("// new\n\n\t  f();  \r\n", {3}), Before);
  EXPECT_EQ(fingerprints("f();", {1}), Before);
  EXPECT_EQ(fingerprints("a  b\n", {1}), fingerprints("a\tb\n", {1}));
}

TEST(Fingerprint, AnotherCheckFileOrLineIsAnother) {
  const auto Before = fingerprints("f();\n", {1});
  EXPECT_NE(fingerprints("g();\n", {1}), Before);
  EXPECT_NE(fingerprints("f( );\n", {1}), Before);
  EXPECT_NE(fingerprints("f();\n", {1}, "src/b.cpp"), Before);
  EXPECT_NE(fingerprints("f();\n", {1}, "src/a.cpp", "anomalloc-y"), Before);
  // The parts are kept apart.
  EXPECT_NE(fingerprints("f();\n", {1}, "xa.cpp", "c"),
            fingerprints("f();\n", {1}, "a.cpp", "cx"));
}

TEST(Fingerprint, EqualLinesOfOneFileAreNumbered) {
  const auto Two = fingerprints("f();\ng();\nf();\n", {1, 2, 3});
  EXPECT_NE(Two[0], Two[2]);
  EXPECT_EQ(fingerprints("f();\n", {1})[0], Two[0]);
  test::SourceFolder Folder;
  const std::string A = Folder.source("a.cpp", "f();\n");
  const std::string B = Folder.source("b.cpp", "f();\n");
  std::vector<Finding> Findings{findingAt(A, 1), findingAt(B, 1)};
  setFingerprints(Findings, Folder.Project, Folder.Files);
  std::vector<Finding> Alone{findingAt(B, 1)};
  setFingerprints(Alone, Folder.Project, Folder.Files);
  EXPECT_EQ(Findings[1].Fingerprint, Alone[0].Fingerprint);
}

TEST(Fingerprint, ALineIsNormalized) {
  test::SourceFolder Folder;
  const std::string File =
      Folder.source("a.cpp", " \tint   *P =\v new int;\f\r\n\n");
  EXPECT_EQ(normalizedLine(findingAt(File, 1), Folder.Files),
            "int *P = new int;");
  EXPECT_EQ(normalizedLine(findingAt(File, 2), Folder.Files), "");
  EXPECT_EQ(normalizedLine(findingAt(File, 9), Folder.Files), "");
  EXPECT_EQ(normalizedLine(findingAt("unknown.cpp", 1), Folder.Files), "");
}

} // namespace
