//===- SamplingTest.cpp - rates of samples, and who may be added up -------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "anomalloc/Sampling.h"
#include "ModelOf.h"
#include "Profile/Merge.h"
#include "Profile/ProfileReader.h"
#include "ProfileBuilder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::test;

namespace {

/// The name of what \p Text says; "none" if it says nothing.
std::string nameOfText(const char *Text) {
  Sampling S;
  return readSampling(S, Text) ? nameOf(S).Text : "none";
}

TEST(Samplings, AreReadAsPeopleAndProfilesWriteThem) {
  EXPECT_EQ(nameOfText("512KiB"), "bytes:524288");
  EXPECT_EQ(nameOfText("524288"), "bytes:524288");
  EXPECT_EQ(nameOfText("7B"), "bytes:7");
  EXPECT_EQ(nameOfText("2MiB"), "bytes:2097152");
  EXPECT_EQ(nameOfText("1GiB"), "bytes:1073741824");
  EXPECT_EQ(nameOfText("1024GiB"), "bytes:1099511627776");
  EXPECT_EQ(nameOfText("bytes:10"), "bytes:10");
  EXPECT_EQ(nameOfText("1/1000"), "count:1000");
  EXPECT_EQ(nameOfText("1/1"), "count:1");
  EXPECT_EQ(nameOfText("count:99"), "count:99");
  EXPECT_EQ(nameOfText("auto"), "auto:65536");
  EXPECT_EQ(nameOfText("auto:65536"), "auto:65536");
  EXPECT_EQ(nameOfText("auto:1KiB"), "auto:1024");
}

TEST(Samplings, ThatMakeNoSenseAreRefused) {
  for (const char *Text :
       {"", "0", "1/0", "KiB", "-1", "1/-1", "2/3", "1/1000x", "512kb", "1KiBs",
        "1/4KiB", "count:", "bytes:", "99999999999999999999", "1025GiB",
        "1048577MiB", "autos", "auto:", "auto:0", "auto:1/2", "1e3", " 1"})
    EXPECT_EQ(nameOfText(Text), "none") << Text;
}

TEST(Samplings, HaveNoNameWhereThereIsNone) {
  EXPECT_STREQ(nameOf(Sampling()).Text, "");
}

std::string profile(const char *Mode, const char *Sample) {
  ProfileBuilder File;
  File.info("mode", Mode).thread(0);
  if (*Sample)
    File.info("sample", Sample);
  return File.bytes();
}

TEST(Samplings, StandInTheModelAndSurviveMerging) {
  auto P = modelOf(profile("stacks", "bytes:524288"));
  EXPECT_EQ(P->sampling().Of, Sampling::Bytes);
  EXPECT_EQ(P->sampling().Mean, 524288u);
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  llvm::cantFail(writeMerged(*P, OS));
  EXPECT_EQ(modelOf(Bytes)->sampling(), P->sampling());
  EXPECT_FALSE(modelOf(profile("stacks", ""))->sampling());
}

/// A profile of blocks that were drawn at the rates that \p Doublings says.
std::string grown(std::vector<uint32_t> Doublings) {
  ProfileBuilder File;
  File.info("mode", "lifetime").info("sample", "auto:65536").thread(0);
  File.section(7, "solve");
  std::vector<format::SizeEntry> Rows;
  for (uint32_t Times : Doublings)
    for (uint32_t Section : {0, 7})
      Rows.push_back({0, 0, 0, Section | Times << 16, 0, 24, 10 + Times});
  return File.sizeTable(0, Rows).bytes();
}

TEST(Samplings, ThatGrowHaveSectionsForEachRate) {
  const std::vector<std::string> Names = {"", "solve", "", "solve"};
  const std::map<uint32_t, uint32_t> Doublings = {{2, 3}, {3, 3}};
  auto P = modelOf(grown({0, 3}));
  EXPECT_EQ(P->Sections, Names);
  EXPECT_EQ(P->Doublings, Doublings);
  EXPECT_EQ(describeCounts(*P), "10 x 24 site - dark 0 section 0 lane 0\n"
                                "10 x 24 site - dark 0 section 1 lane 0\n"
                                "13 x 24 site - dark 0 section 2 lane 0\n"
                                "13 x 24 site - dark 0 section 3 lane 0\n");
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  llvm::cantFail(writeMerged(*P, OS));
  auto Again = modelOf(Bytes);
  EXPECT_EQ(Again->Sections, Names);
  EXPECT_EQ(Again->Doublings, Doublings);
  EXPECT_EQ(describeCounts(*Again), describeCounts(*P));

  std::vector<std::unique_ptr<Profile>> Two;
  Two.push_back(std::move(Again));
  Two.push_back(modelOf(grown({1, 3})));
  P = merge(std::move(Two), {/*KeepLanes=*/false});
  EXPECT_EQ(P->Sections,
            (std::vector<std::string>{"", "solve", "", "solve", "", "solve"}));
  EXPECT_EQ(P->Doublings,
            (std::map<uint32_t, uint32_t>{{2, 3}, {3, 3}, {4, 1}, {5, 1}}));
  EXPECT_EQ(describeCounts(*P).substr(0, 2), "10");
  EXPECT_NE(describeCounts(*P).find("26 x 24 site - dark 0 section 2"),
            std::string::npos);
}

TEST(Samplings, ThatGrowBeyondAllBoundsAreRefused) {
  EXPECT_EQ(errorOf(grown({Sampling::MaxDoublings})), "");
  EXPECT_NE(errorOf(grown({Sampling::MaxDoublings + 1})).find("doubled 16"),
            std::string::npos);
}

/// Reads the \p Files into one model. Returns what is wrong; "" if nothing is.
std::string errorOf(std::vector<std::string> Files) {
  llvm::SmallString<128> Folder;
  llvm::sys::fs::createUniqueDirectory("samplings", Folder);
  std::vector<std::string> Paths;
  for (const std::string &Bytes : Files) {
    Paths.push_back((Folder + "/" + std::to_string(Paths.size())).str());
    std::error_code EC;
    llvm::raw_fd_ostream(Paths.back(), EC) << Bytes;
  }
  auto P = readProfiles(Paths);
  llvm::sys::fs::remove_directories(Folder);
  if (P)
    return "";
  std::string Message = llvm::toString(P.takeError());
  return Message.substr(Folder.size() + 1);
}

TEST(Samplings, OfOneRateAreAddedUp) {
  EXPECT_EQ(errorOf({profile("stacks", "bytes:10"),
                     profile("stacks", "bytes:10"), profile("count", "")}),
            "");
}

TEST(Samplings, OfDifferentRatesAreNotAddedUp) {
  EXPECT_EQ(
      errorOf({profile("stacks", "bytes:10"), profile("stacks", "count:10")}),
      "1: the profile has stacks or lifetimes of one block in 10, those "
      "before it of one block in 10 B: they cannot be added up; read them one "
      "by one");
  EXPECT_EQ(errorOf({profile("lifetime", ""), profile("count", ""),
                     profile("lifetime", "bytes:10")}),
            "2: the profile has stacks or lifetimes of one block in 10 B, those "
            "before it of all blocks: they cannot be added up; read them one by "
            "one");
  EXPECT_EQ(errorOf({grown({0}), profile("lifetime", "bytes:65536")}),
            "1: the profile has stacks or lifetimes of one block in 64.00 KiB, "
            "those before it of one block in 64.00 KiB or more: they cannot be "
            "added up; read them one by one");
  EXPECT_EQ(errorOf({grown({0}), grown({0, 5})}), "");
}

} // namespace
