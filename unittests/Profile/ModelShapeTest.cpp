//===- ModelShapeTest.cpp - the payload of a merged profile ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ModelCodec.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

std::string payload(std::vector<unsigned char> Bytes) {
  return {Bytes.begin(), Bytes.end()};
}

std::string encoded(const Profile &P) {
  auto Payload = encodeModel(P);
  return {Payload.begin(), Payload.end()};
}

std::string errorOf(const std::string &Payload) {
  auto P = decodeModel(Payload, 0, Payload.size());
  return P ? "" : llvm::toString(P.takeError());
}

#define EXPECT_REFUSED(Payload, Text)                                          \
  EXPECT_NE(errorOf(Payload).find(Text), std::string::npos) << errorOf(Payload)

/// A thread of a process asked 5 times for 300 bytes.
void fill(Profile &P) {
  Process Proc;
  Proc.File = "p";
  Proc.Interposed = true;
  Proc.Lifetimes.emplace().Timeline.push_back({300, 1, 304});
  P.Processes.push_back(Proc);
  P.Lanes.push_back({0, 0, 7, 1, "main"});
  DarkOrigin Dark;
  Dark.Library = "l";
  Dark.Offset = 0x10;
  P.Dark.push_back(Dark);
  Count C;
  C.Dark = DarkIndex(0);
  C.Size = 300;
  C.Allocations = 5;
  P.Counts.push_back(C);
}

/// Changes on purpose come with a new FileVersion.
TEST(ModelShape, BytesAreThese) {
  Profile P;
  fill(P);
  EXPECT_EQ(encoded(P),
            payload({
                4, 0,   1,  'p', 4,   'm', 'a', 'i', 'n', 1, 'l', // strings
                1, 0,                                             // sections
                1, 1,   18, 0,   0,   0,   0,   0,   0,           // processes
                0, 0,   0,  0,   0,   0,   0,   0,   0, // ... lifetimes
                1, 172, 2,  1,   176, 2,                // ... points
                1, 0,   0,  7,   1,   2,                // lanes
                0, 0,   0,  0,   0,   0,   0,           // modules to names
                1, 3,   0,  16,  0,                     // dark
                1, 0,   1,  0,   0,   172, 2,   5,      // counts
                0, 0,   0,  0,                          // usable to stacks
                1, 0,                                   // lost stacks
                0, 0,   0,  0,   0,   0,   0,   0,   0,   0, 0,
            }));
}

TEST(ModelShape, WhatIsReadIsWrittenTheSame) {
  Profile P;
  fill(P);
  std::string Payload = encoded(P);
  auto Again = llvm::cantFail(decodeModel(Payload, 0, Payload.size()));
  EXPECT_EQ(encoded(*Again), Payload);
  EXPECT_EQ(Again->Lanes[0].Name, "main");
  EXPECT_EQ(Again->Processes[0].Lifetimes->Timeline[0].UsableBytes, 304u);
}

TEST(ModelShape, EveryCutIsRefused) {
  Profile P;
  fill(P);
  std::string Payload = encoded(P);
  // But where version 7 ended: before the loops of edges, of which there are 0.
  EXPECT_EQ(errorOf(Payload.substr(0, Payload.size() - 1)), "");
  for (size_t Size = 0; Size != Payload.size() - 1; ++Size)
    EXPECT_NE(errorOf(Payload.substr(0, Size)), "") << Size;
}

/// No memory is taken for rows that the file cannot hold.
TEST(ModelShape, MoreRowsThanFitAreRefused) {
  std::string Rest(40, '\0');
  EXPECT_REFUSED(payload({0, 0, 6}) + Rest, "6 processes do not fit 40 bytes");
  // A site has 24 bytes at least.
  EXPECT_REFUSED(payload({0, 0, 0, 0, 0, 0, 0, 2}) + Rest,
                 "2 sites do not fit 40 bytes");
}

TEST(ModelShape, WhatCannotBeIsRefused) {
  // A process, a lane, a dark origin: as above, with one number changed.
  Profile P;
  fill(P);
  std::string Good = encoded(P);
  auto With = [&](llvm::StringRef From, llvm::StringRef To) {
    std::string Payload = Good;
    size_t At = Payload.find(From.str());
    EXPECT_NE(At, std::string::npos);
    return Payload.replace(At, From.size(), To.str());
  };
  // Bits: 32 means nothing.
  EXPECT_REFUSED(With("\1\1\22", "\1\1\62"), "bits 50, but the limit is 32");
  // The lane's process.
  EXPECT_REFUSED(With(llvm::StringRef("\1\0\0\7", 4), "\1\1\1\7"),
                 "process 1, but the limit is 1");
  // The name of the lane.
  EXPECT_REFUSED(With("\7\1\2", "\7\1\4"), "string 4, but the limit is 4");
  // The count's origin.
  EXPECT_REFUSED(With(llvm::StringRef("\1\0\1\0\0\254", 6),
                      llvm::StringRef("\1\0\0\0\0\254", 6)),
                 "a count of no site and no origin");
  EXPECT_REFUSED(With(llvm::StringRef("\1\0\1\0\0\254", 6),
                      llvm::StringRef("\1\0\2\0\0\254", 6)),
                 "dark origin 2, but the limit is 2");
  // The lost stacks of a second process.
  EXPECT_REFUSED(With(llvm::StringRef("\5\0\0\0\0\1\0", 7),
                      llvm::StringRef("\5\0\0\0\0\2\0\0", 8)),
                 "lost stacks of 2 rows, but there are 1");
}

TEST(ModelShape, ChainsMayBeLongButNotWithoutAnEnd) {
  Profile P;
  P.Sites.emplace_back().Chain.resize(MaxChainLength);
  std::string Payload = encoded(P);
  EXPECT_EQ(errorOf(Payload), "");
  // One frame more, below the others: 1024 frames become 1025.
  std::string Frames("\200\10\0", 3), More("\201\10\0", 3);
  size_t At = Payload.find(Frames);
  ASSERT_NE(At, std::string::npos);
  Payload.replace(At, 3, More);
  size_t Last = Payload.find(std::string("\377\7\0\0\0\0\0", 7));
  ASSERT_NE(Last, std::string::npos);
  Payload.insert(Last + 7, std::string("\200\10\0\0\0\0\0", 7));
  EXPECT_REFUSED(Payload, "an inline chain of more than 1024 levels");
}

} // namespace
