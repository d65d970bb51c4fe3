//===- CloneNamesTest.cpp - copies that a compiler makes ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/CloneNames.h"
#include "gtest/gtest.h"

using namespace anomalloc;

TEST(CloneNames, LoseTheSuffixesOfCopiesAndParts) {
  EXPECT_EQ(withoutCloneSuffix("f.constprop.0"), "f");
  EXPECT_EQ(withoutCloneSuffix("_ZN5TableC2Eii.constprop.0"), "_ZN5TableC2Eii");
  EXPECT_EQ(withoutCloneSuffix("f.part.1.cold"), "f");
  EXPECT_EQ(withoutCloneSuffix("f.isra.0.part.12"), "f");
  EXPECT_EQ(withoutCloneSuffix("f.cold"), "f");
  EXPECT_EQ(withoutCloneSuffix("f.lto_priv.3"), "f");
  EXPECT_EQ(withoutCloneSuffix("f.llvm.1234567890"), "f");
}

TEST(CloneNames, KeepWhatIsNoSuffix) {
  EXPECT_EQ(withoutCloneSuffix("f"), "f");
  EXPECT_EQ(withoutCloneSuffix("f2"), "f2");
  EXPECT_EQ(withoutCloneSuffix("partition"), "partition");
  EXPECT_EQ(withoutCloneSuffix("f.0"), "f.0");
  EXPECT_EQ(withoutCloneSuffix(".cold"), ".cold");
  EXPECT_EQ(withoutCloneSuffix("_ZN4core3fmt9Formatter..of"),
            "_ZN4core3fmt9Formatter..of");
  EXPECT_EQ(withoutCloneSuffix(""), "");
}
