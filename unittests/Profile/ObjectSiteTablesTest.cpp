//===- ObjectSiteTablesTest.cpp -------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ObjectSiteTables.h"
#include "SiteTableBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/ObjectYAML/yaml2obj.h"
#include "llvm/Support/YAMLTraits.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::test;

namespace {

/// An object file with \p Content in section .anomalloc.
llvm::SmallString<0> objectWith(const std::string &Content) {
  std::string Yaml = "--- !ELF\n"
                     "FileHeader:\n"
                     "  Class: ELFCLASS64\n"
                     "  Data: ELFDATA2LSB\n"
                     "  Type: ET_REL\n"
                     "  Machine: EM_X86_64\n"
                     "Sections:\n"
                     "  - Name: .anomalloc\n"
                     "    Type: SHT_PROGBITS\n"
                     "    Content: \"" +
                     llvm::toHex(Content) + "\"\n";
  llvm::SmallString<0> Object;
  llvm::raw_svector_ostream OS(Object);
  llvm::yaml::Input In(Yaml);
  EXPECT_TRUE(llvm::yaml::convertYAML(
      In, OS, [](const llvm::Twine &Why) { ADD_FAILURE() << Why.str(); }));
  return Object;
}

llvm::Expected<std::vector<SiteTable>> tablesIn(const std::string &Content) {
  llvm::SmallString<0> Bytes = objectWith(Content);
  auto Object = llvm::cantFail(llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef(Bytes, "test.o")));
  return readSiteTables(*Object);
}

TEST(ObjectSiteTables, AllOfAnObjectFileAreFound) {
  SiteTableBuilder A, B;
  A.site({0xa, 0, 8});
  B.site({0xb, 0, 8});
  auto Tables = tablesIn(std::string(16, '\0') + A.blob() +
                         std::string(40, '\0') + B.blob(true) + A.blob());
  ASSERT_TRUE(bool(Tables)) << llvm::toString(Tables.takeError());
  ASSERT_EQ(Tables->size(), 3u);
  auto P = makeStaticProfile(std::move(*Tables));
  ASSERT_EQ(P->Sites.size(), 2u);
  EXPECT_EQ(P->Sites[1].Id, 0xbu);
  EXPECT_EQ(P->Sites[0].userFrame().File, "/src/unit.cpp");
  EXPECT_TRUE(P->Counts.empty());
}

TEST(ObjectSiteTables, AnObjectWithoutOneIsNoError) {
  auto Tables = tablesIn("");
  ASSERT_TRUE(bool(Tables));
  EXPECT_TRUE(Tables->empty());
}

TEST(ObjectSiteTables, ErrorsTellThePlaceInTheObject) {
  auto Tables = tablesIn(SiteTableBuilder().blob() + "JUNK");
  ASSERT_FALSE(bool(Tables));
  EXPECT_NE(llvm::toString(Tables.takeError())
                .find("of section .anomalloc: not a site table"),
            std::string::npos);
}

} // namespace
