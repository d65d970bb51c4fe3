//===- NameTableTest.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/NameTable.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

TEST(NameTable, LambdasOfOneFunctionHaveOneName) {
  EXPECT_EQ(stableName("_ZZ4mainENK3$_0clEv"),
            stableName("_ZZ4mainENK4$_10clEv"));
  EXPECT_EQ(stableName("_ZZ1fvENKUlvE_clEv"),
            stableName("_ZZ1fvENKUlvE0_clEv"));
  EXPECT_NE(stableName("_ZZ1fvENKUlvE_clEv"), stableName("_ZZ1gvENKUlvE_clEv"));
  EXPECT_EQ(stableName("_ZN1fUt_E"), stableName("_ZN1fUt0_E"));
}

TEST(NameTable, ClonesHaveTheirFunctionsName) {
  EXPECT_EQ(stableName("work.specialized.3"), "work");
  EXPECT_EQ(stableName("main.omp_outlined.7"), "main.omp_outlined");
  EXPECT_EQ(stableName("_ZL4work.__uniq.1234"), "_ZL4work");
  EXPECT_EQ(stableName("_GLOBAL__sub_I_a.cpp"),
            stableName("_GLOBAL__sub_I_b.cpp"));
}

TEST(NameTable, ConstructorsHaveOneName) {
  EXPECT_EQ(stableName("_ZN4MeshC2Ei"), stableName("_ZN4MeshC1Ei"));
  EXPECT_EQ(stableName("_ZN4MeshD0Ev"), stableName("_ZN4MeshD1Ev"));
}

TEST(NameTable, OtherNamesStayAsTheyAre) {
  for (const char *Name : {"", "malloc", "main", "_Z3fooi", "a.b",
                           ".omp_outlined.", "_ZN2ns3fooIiLi3EEEvT_", "_Z"})
    EXPECT_EQ(stableName(Name), Name);
}

TEST(NameTable, OnlyExternalNamesOfCxxAreSure) {
  EXPECT_TRUE(isExternalName("_Z3fooi"));
  EXPECT_TRUE(isExternalName("_ZN4Mesh3getEv"));
  EXPECT_FALSE(isExternalName("_ZL3fooi"));
  EXPECT_FALSE(isExternalName("_ZN2nsL3fooEi"));
  EXPECT_FALSE(isExternalName("_ZN12_GLOBAL__N_13fooEv"));
  EXPECT_FALSE(isExternalName("_ZZ4mainENK3$_0clEv"));
  EXPECT_FALSE(isExternalName("foo")); // C: static, perhaps.
}

TEST(NameTable, NumbersAreThoseOfStableNames) {
  NameTable Names;
  EXPECT_EQ(Names.of(""), NameTable::None);
  uint32_t First = Names.of("_ZZ4mainENK3$_0clEv");
  EXPECT_EQ(Names.of("_ZZ4mainENK3$_1clEv"), First);
  EXPECT_NE(Names.of("main"), First);
}

} // namespace
