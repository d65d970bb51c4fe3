//===- UsesOfLinesTest.cpp -----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/UsesOfLines.h"
#include "MakersCode.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::test;

namespace {

Frame used(uint32_t Line, ObjectUse Use) {
  Frame F = user("run", Line);
  F.Use = Use;
  return F;
}

TEST(UsesOfLines, ALineHasTheUseThatTheCompilerKnew) {
  Code C;
  C.site({used(3, ObjectUse::Temporary)});
  C.call({maker("make", 7), used(4, ObjectUse::LastCopy)}, "build");
  const UsesOfLines Uses(C.P);
  EXPECT_EQ(Uses.at(user("run", 3)), ObjectUse::Temporary);
  EXPECT_EQ(Uses.at(user("run", 4)), ObjectUse::LastCopy);
  EXPECT_EQ(Uses.at(user("run", 5)), ObjectUse::Unknown);
  EXPECT_EQ(Uses.at(maker("make", 7)), ObjectUse::Unknown);
}

TEST(UsesOfLines, OfObjectsThatDifferNothingIsTold) {
  Code C;
  C.site({used(3, ObjectUse::Temporary)});
  C.site({used(3, ObjectUse::LastCopy)});
  EXPECT_EQ(UsesOfLines(C.P).at(user("run", 3)), ObjectUse::Unknown);
}

} // namespace
