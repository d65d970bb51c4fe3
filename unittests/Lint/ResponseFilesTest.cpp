//===- ResponseFilesTest.cpp --------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/ResponseFiles.h"
#include "SourceFolder.h"
#include "llvm/ADT/StringExtras.h"

using namespace anomalloc;
using namespace anomalloc::lint;

namespace {

/// Response files in a folder of their own.
struct Commands : test::SourceFolder {
  /// The arguments after these files were read, or why they were not.
  std::string expanded(std::vector<std::string> Arguments) {
    llvm::Error E = expandResponseFiles(Arguments, Project.Root);
    Left = llvm::join(Arguments, "|");
    return E ? llvm::toString(std::move(E)) : Left;
  }

  std::string Left; ///< The arguments, also after an error.
};

TEST(ResponseFiles, WithoutOneTheArgumentsStay) {
  Commands C;
  EXPECT_EQ(C.expanded({}), "");
  EXPECT_EQ(C.expanded({"c++", "-DA=@b", "a b", ""}), "c++|-DA=@b|a b|");
}

TEST(ResponseFiles, WordsTakeThePlaceOfTheName) {
  Commands C;
  C.write("flags", "-O2 '-DA=b c'\n-DQ=\\\"q\\\"\n");
  EXPECT_EQ(C.expanded({"c++", "@flags", "x.cpp"}),
            "c++|-O2|-DA=b c|-DQ=\"q\"|x.cpp");
  C.write("none", "");
  EXPECT_EQ(C.expanded({"c++", "@none", "@" + C.path("flags")}),
            "c++|-O2|-DA=b c|-DQ=\"q\"");
}

TEST(ResponseFiles, TheyMayNameEachOther) {
  Commands C;
  C.write("outer", "-a @inner -c");
  C.write("inner", "-b");
  EXPECT_EQ(C.expanded({"@outer", "@inner"}), "-a|-b|-c|-b");
}

TEST(ResponseFiles, OneThatIsNotThereStays) {
  Commands C;
  EXPECT_EQ(C.expanded({"c++", "@none"}), "c++|@none");
}

TEST(ResponseFiles, WhatIsNoFileIsRefused) {
  Commands C;
  C.write("folder/a", "");
  const std::string Why = C.expanded({"c++", "@folder", "x.cpp"});
  EXPECT_EQ(Why.find("the response file "), 0u) << Why;
  EXPECT_TRUE(llvm::StringRef(Why).ends_with("folder is no regular file"))
      << Why;
  EXPECT_EQ(C.Left, "c++|x.cpp");
}

TEST(ResponseFiles, ACircleIsRefused) {
  Commands C;
  C.write("one", "@two");
  C.write("two", "@one");
  const std::string Why = C.expanded({"c++", "@one", "x.cpp"});
  EXPECT_EQ(Why.find("recursive expansion of: "), 0u) << Why;
  EXPECT_EQ(C.Left, "c++|x.cpp");
}

TEST(ResponseFiles, FilesThatDoubleEachOtherAreRefused) {
  Commands C;
  for (int I = 0; I != 13; ++I) {
    const std::string Next = "@f" + std::to_string(I + 1);
    C.write("f" + std::to_string(I), Next + " " + Next);
  }
  C.write("f13", "-x");
  const std::string Why = C.expanded({"c++", "@f0"});
  EXPECT_EQ(Why.find("its response files are more than 4,096 or hold more than "
                     "64 MiB, counted each time that one is named; the last "
                     "is "),
            0u)
      << Why;
  EXPECT_EQ(C.Left, "c++");
}

} // namespace
