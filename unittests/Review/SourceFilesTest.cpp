//===- SourceFilesTest.cpp ----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Review/SourceFiles.h"
#include "SourceFolder.h"

using namespace anomalloc;

namespace {

lint::SourceText textOf(llvm::StringRef Text) {
  return lint::SourceText(llvm::MemoryBuffer::getMemBufferCopy(Text));
}

TEST(SourceFiles, LinesAndColumnsCountFromOne) {
  const lint::SourceText Text = textOf("ab\n\ncd");
  EXPECT_EQ(Text.lines(), 3u);
  EXPECT_EQ(Text.lineOf(0), 1u);
  EXPECT_EQ(Text.columnOf(0), 1u);
  EXPECT_EQ(Text.lineOf(2), 1u); // the end of the line
  EXPECT_EQ(Text.columnOf(2), 3u);
  EXPECT_EQ(Text.lineOf(3), 2u);
  EXPECT_EQ(Text.lineOf(5), 3u);
  EXPECT_EQ(Text.columnOf(5), 2u);
  EXPECT_EQ(Text.startOfLine(3), 4u);
}

TEST(SourceFiles, ALineIsWithoutItsEnd) {
  const lint::SourceText Text = textOf("ab\r\n\ncd");
  EXPECT_EQ(Text.line(1), "ab");
  EXPECT_EQ(Text.line(2), "");
  EXPECT_EQ(Text.line(3), "cd");
  EXPECT_EQ(Text.line(0), "");
  EXPECT_EQ(Text.line(4), "");
}

TEST(SourceFiles, AnEmptyFileHasOneLine) {
  const lint::SourceText Text = textOf("");
  EXPECT_EQ(Text.lines(), 1u);
  EXPECT_EQ(Text.line(1), "");
  EXPECT_EQ(Text.lineOf(0), 1u);
}

TEST(SourceFiles, AFileStaysAsItWasFirstRead) {
  test::SourceFolder Folder;
  const std::string Path = Folder.write("a.cpp", "old\n");
  EXPECT_EQ(Folder.Files.known(Path), nullptr);
  const lint::SourceText *Text = Folder.Files.get(Path);
  ASSERT_NE(Text, nullptr);
  EXPECT_EQ(Text->text(), "old\n");
  Folder.write("a.cpp", "longer than before\n");
  EXPECT_EQ(Folder.Files.get(Path), Text);
  EXPECT_EQ(Folder.Files.known(Path), Text);
  EXPECT_EQ(Text->text(), "old\n");
}

TEST(SourceFiles, AFileThatCannotBeReadIsNull) {
  test::SourceFolder Folder;
  EXPECT_EQ(Folder.Files.get(Folder.path("none.cpp")), nullptr);
  EXPECT_EQ(Folder.Files.known(Folder.path("none.cpp")), nullptr);
}

} // namespace
