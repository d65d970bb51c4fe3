//===- LineReaderTest.cpp ------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/LineReader.h"
#include "MakersCode.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::test;

namespace {

struct Lines {
  explicit Lines(const Code &C) : Depths(C.P), Reader(C.P, Depths) {}

  const LoopDepths Depths;
  LineReader Reader;
};

TEST(LineReader, AChainOfMakersHasNoLine) {
  Code C;
  C.site({maker("make", 7)}).site({maker("make", 7), user("run", 3)});
  Lines Its(C);
  EXPECT_FALSE(Its.Reader.lineOfChain(SiteIndex(0)));
  EXPECT_EQ(shown(Its.Reader.lineOfChain(SiteIndex(1))->line()), "run:3");
}

TEST(LineReader, AStackKnowsTheCallersOfACompiledLine) {
  Code C;
  C.site({maker("make", 7), user("run", 3)});
  C.P.Sites[0].Chain[1].Use = ObjectUse::LastCopy;
  C.stack(0, 1, {maker("make", 7), user("run", 4), user("main", 9)});
  const auto Line = Lines(C).Reader.lineOfStack(C.P.StackCounts[0]);
  ASSERT_TRUE(Line);
  EXPECT_EQ(shown(Line->Levels), "run:3 main:9");
  EXPECT_EQ(Line->line().Use, ObjectUse::LastCopy);
}

TEST(LineReader, AStackOfMakersAloneHasNoLine) {
  Code C;
  C.site({maker("make", 7)}).stack(0, 1, {maker("make", 7)});
  EXPECT_FALSE(Lines(C).Reader.lineOfStack(C.P.StackCounts[0]));
}

TEST(LineReader, AVirtualCallHasTheOnlyMakerOfThatName) {
  Code C;
  C.P.Makers.insert({"_ZN4Mesh5splitEv", ""});
  C.site({maker("_ZN4Mesh5splitEv", 8)}).call({user("run", 3)}, "");
  MakerCall &Call = C.P.MakerCalls[0];
  Call.Name = "split";
  Call.IsVirtual = true;
  const ChangeLine Line = Lines(C).Reader.lineOfCall(Call);
  EXPECT_EQ(Line.PointerName, "split");
  EXPECT_EQ(shown(Line.Makers), "_ZN4Mesh5splitEv:8");
}

TEST(LineReader, AWayOutOfAMakerEndsAtALine) {
  Code C;
  C.site({library("push", 1), maker("make", 7)});
  C.call({user("run", 3)}, "make");
  const WayList::Callers Ways = Lines(C).Reader.callersOf(SiteIndex(0));
  ASSERT_EQ(Ways.size(), 1u);
  EXPECT_EQ(shown(Ways[0].second.Levels), "run:3");
  EXPECT_EQ(shown(Ways[0].second.Makers), "make:7");
  EXPECT_EQ(Ways[0].second.Callee, "make");
}

TEST(LineReader, TheNamesOfOneConstructorAreOne) {
  Code C;
  Lines Its(C);
  EXPECT_EQ(Its.Reader.oneName("_ZN4MeshC2Ev"), "_ZN4MeshC2Ev");
  EXPECT_EQ(Its.Reader.oneName("_ZN4MeshC1Ev"), "_ZN4MeshC2Ev");
  EXPECT_EQ(Its.Reader.oneName("_ZN4TreeC1Ev"), "_ZN4TreeC1Ev");
}

} // namespace
