//===- SiteTableReaderTest.cpp --------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/SiteTableReader.h"
#include "SiteTableBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::test;

namespace {

std::string errorOf(const std::string &Blob) {
  auto Table = readSiteTable(Blob);
  return Table ? "" : llvm::toString(Table.takeError());
}

#define EXPECT_REFUSED(BLOB, WORDS)                                            \
  EXPECT_NE(errorOf(BLOB).find(WORDS), std::string::npos) << errorOf(BLOB)

TEST(SiteTable, SaysAllThatThePassKnows) {
  SiteTableBuilder B("caller");
  uint32_t Inlined = B.function("inlined", "lib.h", 30);
  uint32_t Inner = B.frame(0, Inlined, 31, "lib.h", 9);
  uint32_t Outer = B.loop({0x10, std::nullopt, 4});
  uint32_t Loop = B.loop({0x20, Outer, std::nullopt, 5, 8});
  B.site({0x30, 0, 16, SiteFamily::Heap, "_Znwm", 0, Inner, 1, Loop, "Node"});
  B.edge(1, 2, 3, Loop);
  B.call(4, Inner, true, 5);
  auto T = readSiteTable(B.blob());
  ASSERT_TRUE(bool(T)) << llvm::toString(T.takeError());
  EXPECT_EQ(T->SourceFile, "unit.cpp");
  EXPECT_EQ(T->Directory, "/src");
  ASSERT_EQ(T->Sites.size(), 1u);
  const SiteTable::Site &S = T->Sites[0];
  EXPECT_EQ(S.Id, 0x30u);
  EXPECT_EQ(S.Callee, "_Znwm");
  EXPECT_EQ(S.Type, "Node");
  EXPECT_EQ(S.ConstantSize, 16u);
  EXPECT_EQ(S.UserFrame, 1u);
  EXPECT_EQ(T->Frames[S.InnermostFrame].Caller, 0u);
  EXPECT_EQ(T->Functions[T->Frames[S.InnermostFrame].Function].Name, "inlined");
  EXPECT_EQ(T->Loops[*S.InnermostLoop].Depth, 2u);
  EXPECT_EQ(T->Loops[*S.InnermostLoop].IterationsSlot, 5u);
  EXPECT_EQ(T->Loops[*S.InnermostLoop].TripCount, 8u);
  EXPECT_EQ(T->Edges[0].LoopDepth, 3u);
  EXPECT_EQ(T->Edges[0].Loop, Loop);
  ASSERT_EQ(T->Calls.size(), 1u);
  EXPECT_EQ(T->Calls[0].Callee, 4u);
  EXPECT_EQ(T->Calls[0].InnermostFrame, Inner);
  EXPECT_TRUE(T->Calls[0].IsUserFrame);
  EXPECT_EQ(T->Calls[0].LoopDepth, 5u);
}

TEST(SiteTable, SpacesStandAtTheEnd) {
  SiteTableBuilder B;
  B.site({0x30, 0, 16, SiteFamily::Pool, "cudaMalloc"});
  B.site({0x31, 1, 16, SiteFamily::Pool, "take"});
  auto SpacesOf = [](const std::string &Payload) {
    auto T = readSiteTable(siteTableBlob(Payload));
    EXPECT_TRUE(bool(T)) << llvm::toString(T.takeError());
    return T ? std::vector{T->Sites[0].Space, T->Sites[1].Space}
             : std::vector<MemorySpace>();
  };
  const std::vector OfHost = {MemorySpace::Host, MemorySpace::Host};
  const std::vector OfDevice = {MemorySpace::Device, MemorySpace::Host};
  EXPECT_EQ(SpacesOf(B.payload()), OfHost); // As in older tables.
  const std::string Spaces = uleb(1) + uleb(0) + uleb(1);
  EXPECT_EQ(SpacesOf(B.payload() + Spaces), OfDevice);
  EXPECT_EQ(SpacesOf(B.payload() + Spaces + "a newer part"), OfDevice);
  EXPECT_REFUSED(siteTableBlob(B.payload() + uleb(1) + uleb(0) + uleb(6)),
                 "space 6, but the limit is 6");
  EXPECT_REFUSED(siteTableBlob(B.payload() + uleb(1) + uleb(2) + uleb(1)),
                 "spaces 2, but the limit is 2");
}

TEST(SiteTable, OfTheRuntimeHasNoChecksum) {
  SiteTableBuilder B;
  B.site({0x30, 0});
  std::string Blob = siteTableBlob(B.payload());
  EXPECT_FALSE(llvm::cantFail(readSiteTable(Blob)).isOfRuntime());
  Blob.replace(16, 8, 8, '\0');
  EXPECT_TRUE(llvm::cantFail(readSiteTable(Blob)).isOfRuntime());
}

TEST(SiteTable, CallsThroughPointersHaveNames) {
  SiteTableBuilder B;
  B.call(0, 0, true, 0);
  B.pointerCall(0, B.string("split"), 1);
  B.pointerCall(0, B.string("Hook"), 0);
  auto T = readSiteTable(B.blob());
  ASSERT_TRUE(bool(T)) << llvm::toString(T.takeError());
  ASSERT_EQ(T->Calls.size(), 3u);
  EXPECT_EQ(T->Calls[0].Name, "");
  EXPECT_EQ(T->Calls[1].Name, "split");
  EXPECT_TRUE(T->Calls[1].IsVirtual);
  EXPECT_EQ(T->Calls[2].Name, "Hook");
  EXPECT_FALSE(T->Calls[2].IsVirtual);

  SiteTableBuilder NoString = B, NoKind = B;
  NoString.pointerCall(0, 99, 0);
  EXPECT_REFUSED(NoString.blob(), "string 99");
  NoKind.pointerCall(0, 0, 2);
  EXPECT_REFUSED(NoKind.blob(), "kind of function 2");
}

TEST(SiteTable, FramesAndClassesTellOfObjects) {
  SiteTableBuilder B;
  uint32_t Kept = B.frame(0, 0, 11, "unit.cpp", 3, 6);
  B.classRefill(B.string("Mesh"), 1);
  B.classRefill(B.string("Row"), 0);
  auto T = readSiteTable(B.blob());
  ASSERT_TRUE(bool(T)) << llvm::toString(T.takeError());
  EXPECT_EQ(T->Frames[0].Use, ObjectUse::Unknown);
  EXPECT_EQ(T->Frames[Kept].Use, ObjectUse::KeptCopy);
  EXPECT_EQ(T->Classes.size(), 2u);
  EXPECT_EQ(T->Classes["Mesh"], ClassRefill::Yes);
  EXPECT_EQ(T->Classes["Row"], ClassRefill::No);

  SiteTableBuilder NoUse = B, NoKind = B, NoString = B;
  NoUse.frame(0, 0, 11, "unit.cpp", 3, 10);
  EXPECT_REFUSED(NoUse.blob(), "use of an object 10");
  NoKind.classRefill(0, 2);
  EXPECT_REFUSED(NoKind.blob(), "kind of class 2");
  NoString.classRefill(99, 0);
  EXPECT_REFUSED(NoString.blob(), "string 99");
}

TEST(SiteTable, FunctionsThatTellAreTheLastPart) {
  SiteTableBuilder B;
  B.site({1, 0, 8});
  auto Without = readSiteTable(B.blob());
  ASSERT_TRUE(bool(Without)) << llvm::toString(Without.takeError());
  EXPECT_TRUE(Without->Telling.empty());
  uint32_t Second = B.function("second");
  B.telling(Second);
  auto T = readSiteTable(B.blob());
  ASSERT_TRUE(bool(T)) << llvm::toString(T.takeError());
  EXPECT_EQ(T->Telling, std::set<uint32_t>{Second});
  B.telling(7);
  EXPECT_REFUSED(B.blob(), "function 7, but the limit is 2");
}

TEST(SiteTable, MayBeCompressed) {
  SiteTableBuilder B;
  for (uint32_t I = 0; I != 1000; ++I)
    B.site({I + 1, I, 8});
  std::string Blob = B.blob(/*Compressed=*/true);
  EXPECT_LT(Blob.size(), B.blob().size() / 2);
  auto T = readSiteTable(Blob);
  ASSERT_TRUE(bool(T)) << llvm::toString(T.takeError());
  EXPECT_EQ(T->Sites.size(), 1000u);
}

TEST(SiteTable, EveryCutIsNoticed) {
  SiteTableBuilder B;
  B.site({1, 0, 8});
  B.edge(1, 2, 0);
  B.call(2, 0, true, 0);
  std::string Payload = B.payload();
  for (size_t Size = 0; Size != Payload.size(); ++Size)
    EXPECT_NE(errorOf(siteTableBlob(Payload.substr(0, Size))), "") << Size;
  std::string Blob = B.blob();
  for (size_t Size = 0; Size < 24 + Payload.size(); ++Size)
    EXPECT_NE(errorOf(Blob.substr(0, Size)), "") << Size;
}

TEST(SiteTable, RefusesNewerAndForeignOnes) {
  std::string Blob = SiteTableBuilder().blob();
  std::string Newer = Blob;
  Newer[4] = 99;
  EXPECT_REFUSED(Newer, "newer Anomalloc (version 99, this one reads ");
  std::string Older = Blob;
  Older[4] = 1;
  EXPECT_REFUSED(Older, "older Anomalloc (version 1, this one reads " +
                            std::to_string(SiteTableVersion) +
                            "): build the program again");
  EXPECT_REFUSED("ELF", "not a site table");
  std::string Changed = Blob;
  Changed[30] ^= 1;
  EXPECT_REFUSED(Changed, "wrong checksum");
  std::string Packed = Blob;
  Packed[6] = 2;
  EXPECT_REFUSED(Packed, "compression 2 is not known here");
}

TEST(SiteTable, RefusesIndicesOutOfRange) {
  SiteTableBuilder Frame;
  Frame.site({1, 0, 8, SiteFamily::Heap, "malloc", 0, 99});
  EXPECT_REFUSED(Frame.blob(), "frame 99, but the limit is 1");
  SiteTableBuilder User;
  User.site({1, 0, 8, SiteFamily::Heap, "malloc", 0, 0, 1});
  EXPECT_REFUSED(User.blob(), "user frame 1, but the limit is 1");
  SiteTableBuilder Loop;
  Loop.site({1, 0, 8, SiteFamily::Heap, "malloc", 0, 0, 0, 0});
  EXPECT_REFUSED(Loop.blob(), "loop 1, but the limit is 1");
  SiteTableBuilder Parent;
  Parent.loop({1, 0});
  EXPECT_REFUSED(Parent.blob(), "parent loop 1, but the limit is 1");
  SiteTableBuilder Caller;
  Caller.frame(7, 0, 1);
  EXPECT_REFUSED(Caller.blob(), "caller frame 8, but the limit is 2");
  SiteTableBuilder Call;
  Call.call(1, 5, true, 0);
  EXPECT_REFUSED(Call.blob(), "frame 5, but the limit is 1");
  SiteTableBuilder Family;
  Family.site({1, 0, 8, SiteFamily(3)});
  EXPECT_REFUSED(Family.blob(), "site family 3");
}

TEST(SiteTable, RefusesNumbersOfMoreThan64Bits) {
  std::string Tenth = std::string(9, '\xff'); // 63 bits, and then:
  EXPECT_REFUSED(siteTableBlob(Tenth + "\x01"), "do not fit");
  EXPECT_REFUSED(siteTableBlob(Tenth + "\x02"), "more than 64 bits");
  EXPECT_REFUSED(siteTableBlob(std::string(11, '\x80') + '\0'),
                 "more than 64 bits");
  EXPECT_REFUSED(siteTableBlob(std::string(4, '\x80')), "without an end");
}

TEST(SiteTable, RefusesBombs) {
  EXPECT_REFUSED(siteTableBlob(uleb(uint64_t(1) << 60)), "do not fit");
  std::string Zeros = siteTableBlob(std::string(1 << 20, '\0'), true);
  Zeros[15] = 0x0f; // 250 MB out of 1 KB
  EXPECT_REFUSED(Zeros, "unpack to");
  Zeros[15] = 0x7f;
  EXPECT_REFUSED(Zeros, "over the limit");

  SiteTableBuilder Deep;
  for (uint32_t I = 0; I != MaxChainLength; ++I)
    Deep.frame(I, 0, 1);
  EXPECT_REFUSED(Deep.blob(), "inline chain of more than 1024 levels");

  SiteTableBuilder Wide;
  for (uint32_t I = 0; I != MaxChainLength - 1; ++I)
    Wide.frame(I, 0, 1);
  for (uint32_t I = 0; I != 1000; ++I)
    Wide.site({I, I, 8, SiteFamily::Heap, "", 0, MaxChainLength - 1});
  EXPECT_REFUSED(Wide.blob(), "inline chains longer than any program's");
}

} // namespace
