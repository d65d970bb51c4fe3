//===- ResolveTest.cpp - names to libraries -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/Allocators.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace llvm;

namespace {

std::string errorOf(StringRef List) {
  auto Resolved = resolveAllocators(List);
  return Resolved ? "" : toString(Resolved.takeError());
}

TEST(Resolve, ScriptsSetupInstallsEveryKnownAllocator) {
  auto Resolved =
      resolveAllocators("glibc,jemalloc,mimalloc,tcmalloc,tbbmalloc");
  ASSERT_TRUE(bool(Resolved)) << toString(Resolved.takeError());
  ASSERT_EQ(Resolved->size(), knownAllocators().size());
  for (size_t I = 0; I != Resolved->size(); ++I) {
    const Allocator &One = (*Resolved)[I];
    EXPECT_EQ(One.Name, knownAllocators()[I].Id);
    EXPECT_EQ(One.Known, &knownAllocators()[I]);
    if (I == 0) {
      EXPECT_EQ(One.Library, "");
    } else {
      EXPECT_TRUE(sys::fs::exists(One.Library)) << One.Library;
      EXPECT_TRUE(sys::path::is_absolute(One.Library));
    }
  }
  std::vector<std::string> Missing;
  EXPECT_EQ(installedAllocators(Missing).size(), knownAllocators().size());
  EXPECT_TRUE(Missing.empty());
}

TEST(Resolve, WhatComesAgainGetsANumber) {
  auto Resolved = resolveAllocators("glibc, jemalloc,glibc,glibc");
  ASSERT_TRUE(bool(Resolved));
  EXPECT_EQ((*Resolved)[0].Name, "glibc");
  EXPECT_EQ((*Resolved)[1].Name, "jemalloc");
  EXPECT_EQ((*Resolved)[2].Name, "glibc (2)");
  EXPECT_EQ((*Resolved)[3].Name, "glibc (3)");
}

TEST(Resolve, APathIsALibraryWithAMalloc) {
  auto Known = resolveAllocators("jemalloc");
  ASSERT_TRUE(bool(Known));
  auto ByPath = resolveAllocators((*Known)[0].Library);
  ASSERT_TRUE(bool(ByPath)) << toString(ByPath.takeError());
  EXPECT_EQ((*ByPath)[0].Known, nullptr);
  EXPECT_TRUE(StringRef((*ByPath)[0].Name).starts_with("libjemalloc.so"));

  EXPECT_NE(errorOf("/no/such.so").find("'/no/such.so': No such file"),
            std::string::npos);
  EXPECT_EQ(errorOf("/dev/null"), "'/dev/null' is no regular file");
  SmallString<128> Text;
  ASSERT_FALSE(sys::fs::createTemporaryFile("allocators", "so", Text));
  EXPECT_EQ(errorOf(Text), ("'" + Text + "' is no shared library").str());
  sys::fs::remove(Text);
}

TEST(Resolve, ALibraryWithoutMallocIsRefused) {
  auto Known = resolveAllocators("tbbmalloc");
  ASSERT_TRUE(bool(Known));
  // The library beside it, which stands behind the one to preload.
  SmallString<128> Path(sys::path::parent_path((*Known)[0].Library));
  sys::path::append(Path, "libtbbmalloc.so.2");
  ASSERT_TRUE(sys::fs::exists(Path));
  EXPECT_EQ(errorOf(Path), ("'" + Path +
                            "' has no malloc: preloading it would "
                            "change nothing")
                               .str());
}

TEST(Resolve, AWrongNameIsToldWithTheNearest) {
  EXPECT_EQ(errorOf("glibc,jemaloc"),
            "no allocator is called 'jemaloc'; did you mean 'jemalloc'? There "
            "are glibc, jemalloc, mimalloc, tcmalloc, tbbmalloc, and libraries "
            "by a path, as in './libmine.so'");
  EXPECT_NE(errorOf("").find("names no allocator"), std::string::npos);
  EXPECT_NE(errorOf("glibc,,jemalloc").find("names no allocator"),
            std::string::npos);
}

TEST(Resolve, LibrariesOfTheUserComeFirst) {
  SmallString<128> Folder;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("allocators", Folder));
  auto Known = resolveAllocators("mimalloc");
  ASSERT_TRUE(bool(Known));
  SmallString<128> Mine(Folder);
  sys::path::append(Mine, "libmimalloc.so.2");
  ASSERT_FALSE(sys::fs::copy_file((*Known)[0].Library, Mine));
  setenv("LD_LIBRARY_PATH", Folder.c_str(), 1);
  auto Found = resolveAllocators("mimalloc");
  unsetenv("LD_LIBRARY_PATH");
  sys::fs::remove_directories(Folder);
  ASSERT_TRUE(bool(Found));
  EXPECT_EQ((*Found)[0].Library, Mine.str());
}

} // namespace
