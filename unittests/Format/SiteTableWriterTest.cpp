//===- SiteTableWriterTest.cpp --------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/SiteTableWriter.h"
#include "Format/SiteTable.h"
#include "Format/SiteTableReader.h"
#include "SiteTableBuilder.h"
#include "gtest/gtest.h"

using namespace anomalloc;
using namespace anomalloc::test;

namespace {

/// One row of each kind; no field has the value that it begins with.
SiteTable wholeTable() {
  SiteTable T;
  T.SourceFile = "unit.cpp";
  T.Directory = "/src";
  T.Triple = "x86_64-pc-linux-gnu";
  T.Functions = {{"main", "unit.cpp", 1, ""}, {"f", "f.h", 7, "unit.cpp"}};
  T.Frames = {{std::nullopt, 0, "unit.cpp", 10, 3, ObjectUse::LocalCopy},
              {0, 1, "f.h", 8, 5, ObjectUse::LastGiven}};
  SiteTable::Loop Outer, Inner;
  Outer.Id = 0x10;
  Outer.File = "unit.cpp";
  Outer.Line = 9;
  Outer.Column = 2;
  Outer.EntriesSlot = 4;
  Outer.OncePerCall = true;
  Inner = Outer;
  Inner.Id = ~uint64_t(0);
  Inner.Parent = 0;
  Inner.Function = 1;
  Inner.TripCount = uint64_t(1) << 40;
  Inner.IterationsSlot = 5;
  T.Loops = {Outer, Inner};
  SiteTable::Site S;
  S.Id = 0x30;
  S.Family = SiteFamily::Pool;
  S.Callee = "_Znwm";
  S.UserFrame = 1;
  S.Type = "Node";
  S.ConstantSize = uint64_t(1) << 35;
  S.OncePerCall = true;
  S.Function = 1;
  S.InnermostFrame = 1;
  S.InnermostLoop = 1;
  S.Slot = 6;
  S.KeptAround = 0;
  S.Proved.emplace();
  S.Proved->Life = BlockLife::Iteration;
  S.Proved->CanBeKept = true;
  S.Proved->SizeBound = 48;
  S.Proved->Obstacle = VerdictObstacle::Thrown;
  S.Proved->Name = "g";
  S.Proved->File = "f.h";
  S.Proved->Line = 11;
  S.Proved->Column = 3;
  T.Sites = {S};
  T.Edges = {{1, 2, 3, 1}, {9, 2, 0, {}}, {1, 4, 1, 0}};
  SiteTable::Call C, Pointer;
  C.Callee = 2;
  C.UserFrame = 1;
  C.IsUserFrame = true;
  C.LoopDepth = 2;
  C.InnermostFrame = 1;
  C.Slot = 7;
  Pointer.Name = "Hook";
  Pointer.IsVirtual = true;
  T.Calls = {C, Pointer};
  T.Telling = {1};
  T.SystemPaths = {"/opt/"};
  T.Makers = {0, 1};
  T.UnknownCallerSlot = 9;
  T.Classes = {{"Mesh", ClassRefill::Yes}};
  return T;
}

std::string bytesOf(const SiteTable &T) {
  llvm::SmallVector<char, 0> Bytes = writeSiteTable(T);
  return std::string(Bytes.begin(), Bytes.end());
}

TEST(SiteTableWriter, WhatIsWrittenIsRead) {
  auto T = readSiteTable(bytesOf(wholeTable()));
  ASSERT_TRUE(bool(T)) << llvm::toString(T.takeError());
  EXPECT_EQ(T->SourceFile, "unit.cpp");
  EXPECT_EQ(T->Directory, "/src");
  EXPECT_EQ(T->Triple, "x86_64-pc-linux-gnu");
  ASSERT_EQ(T->Functions.size(), 2u);
  EXPECT_EQ(T->Functions[1].Name, "f");
  EXPECT_EQ(T->Functions[1].File, "f.h");
  EXPECT_EQ(T->Functions[1].Line, 7u);
  EXPECT_EQ(T->Functions[1].Unit, "unit.cpp");
  ASSERT_EQ(T->Frames.size(), 2u);
  EXPECT_EQ(T->Frames[0].Caller, std::nullopt);
  EXPECT_EQ(T->Frames[1].Caller, 0u);
  EXPECT_EQ(T->Frames[1].Function, 1u);
  EXPECT_EQ(T->Frames[1].File, "f.h");
  EXPECT_EQ(T->Frames[1].Line, 8u);
  EXPECT_EQ(T->Frames[1].Column, 5u);
  EXPECT_EQ(T->Frames[1].Use, ObjectUse::LastGiven);
  EXPECT_EQ(T->Frames[1].Depth, 2u);
  ASSERT_EQ(T->Loops.size(), 2u);
  const SiteTable::Loop &L = T->Loops[1];
  EXPECT_EQ(L.Id, ~uint64_t(0));
  EXPECT_EQ(L.Parent, 0u);
  EXPECT_EQ(L.Depth, 2u);
  EXPECT_EQ(L.Function, 1u);
  EXPECT_EQ(L.File, "unit.cpp");
  EXPECT_EQ(L.Line, 9u);
  EXPECT_EQ(L.Column, 2u);
  EXPECT_EQ(L.TripCount, uint64_t(1) << 40);
  EXPECT_EQ(L.EntriesSlot, 4u);
  EXPECT_EQ(L.IterationsSlot, 5u);
  EXPECT_TRUE(L.OncePerCall);
  EXPECT_EQ(T->Loops[0].IterationsSlot, std::nullopt);
  ASSERT_EQ(T->Sites.size(), 1u);
  const SiteTable::Site &S = T->Sites[0];
  EXPECT_EQ(S.Id, 0x30u);
  EXPECT_EQ(S.Family, SiteFamily::Pool);
  EXPECT_EQ(S.Callee, "_Znwm");
  EXPECT_EQ(S.Function, 1u);
  EXPECT_EQ(S.InnermostFrame, 1u);
  EXPECT_EQ(S.UserFrame, 1u);
  EXPECT_EQ(S.InnermostLoop, 1u);
  EXPECT_EQ(S.Type, "Node");
  EXPECT_EQ(S.ConstantSize, uint64_t(1) << 35);
  EXPECT_EQ(S.Slot, 6u);
  EXPECT_EQ(S.KeptAround, 0u);
  ASSERT_TRUE(S.Proved);
  EXPECT_EQ(S.Proved->Life, BlockLife::Iteration);
  EXPECT_TRUE(S.Proved->CanBeKept);
  EXPECT_FALSE(S.Proved->FitsStack);
  EXPECT_EQ(S.Proved->SizeBound, 48u);
  EXPECT_EQ(S.Proved->Obstacle, VerdictObstacle::Thrown);
  EXPECT_EQ(S.Proved->Name, "g");
  EXPECT_EQ(S.Proved->File, "f.h");
  EXPECT_EQ(S.Proved->Line, 11u);
  EXPECT_EQ(S.Proved->Column, 3u);
  EXPECT_TRUE(S.OncePerCall);
  EXPECT_EQ(T->Telling, std::set<uint32_t>{1});
  EXPECT_EQ(T->SystemPaths, std::vector<llvm::StringRef>{"/opt/"});
  EXPECT_EQ(T->Makers, (std::set<uint32_t>{0, 1}));
  EXPECT_EQ(T->UnknownCallerSlot, 9u);
  EXPECT_EQ(T->Classes["Mesh"], ClassRefill::Yes);
}

TEST(SiteTableWriter, EdgesAndCallsStandBesideThoseWithTheSameKey) {
  auto T = readSiteTable(bytesOf(wholeTable()));
  ASSERT_TRUE(bool(T)) << llvm::toString(T.takeError());
  ASSERT_EQ(T->Edges.size(), 3u);
  EXPECT_EQ(T->Edges[1].Caller, 1u);
  EXPECT_EQ(T->Edges[1].Callee, 4u);
  EXPECT_EQ(T->Edges[1].LoopDepth, 1u);
  EXPECT_EQ(T->Edges[1].Loop, 0u);
  EXPECT_EQ(T->Edges[2].Caller, 9u);
  EXPECT_EQ(T->Edges[2].Loop, std::nullopt);
  ASSERT_EQ(T->Calls.size(), 2u);
  EXPECT_EQ(T->Calls[0].Callee, 2u);
  EXPECT_EQ(T->Calls[0].InnermostFrame, 1u);
  EXPECT_EQ(T->Calls[0].UserFrame, 1u);
  EXPECT_TRUE(T->Calls[0].IsUserFrame);
  EXPECT_EQ(T->Calls[0].LoopDepth, 2u);
  EXPECT_EQ(T->Calls[0].Slot, 7u);
  EXPECT_EQ(T->Calls[0].Name, "");
  EXPECT_EQ(T->Calls[1].Callee, 0u);
  EXPECT_EQ(T->Calls[1].Name, "Hook");
  EXPECT_TRUE(T->Calls[1].IsVirtual);
}

/// Its rows are shorter than those of calls through pointers.
TEST(SiteTableWriter, SeveralCallsOfOneFunctionMayBeTheLast) {
  SiteTable T;
  T.Functions = {{"main", "", 0, ""}};
  T.Frames = {{}};
  SiteTable::Call C;
  C.Callee = 2;
  T.Calls = {C, C, C, C};
  auto Read = readSiteTable(bytesOf(T));
  ASSERT_TRUE(bool(Read)) << llvm::toString(Read.takeError());
  EXPECT_EQ(Read->Calls.size(), 4u);
}

/// The builder of tests writes by hand what the writer writes by the shape.
TEST(SiteTableWriter, WritesWhatThePictureDraws) {
  SiteTable T;
  T.SourceFile = "unit.cpp";
  T.Directory = "/src";
  T.Triple = "x86_64-pc-linux-gnu";
  T.Functions = {{"main", "unit.cpp", 1, ""}};
  T.Frames = {{std::nullopt, 0, "unit.cpp", 10, 3}};
  SiteTable::Site S;
  S.Id = 1;
  S.Callee = "malloc";
  S.ConstantSize = 8;
  T.Sites = {S};
  T.Edges = {{1, 2, 3, {}}};
  SiteTableBuilder B;
  B.site({1, 0, 8});
  B.edge(1, 2, 3);
  auto Drawn = readSiteTable(B.blob()), Written = readSiteTable(bytesOf(T));
  ASSERT_TRUE(bool(Drawn)) << llvm::toString(Drawn.takeError());
  ASSERT_TRUE(bool(Written)) << llvm::toString(Written.takeError());
  EXPECT_EQ(Drawn->Payload->size(), Written->Payload->size());
  EXPECT_EQ(Drawn->Sites[0].Callee, Written->Sites[0].Callee);
}

} // namespace
