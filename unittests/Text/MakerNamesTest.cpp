//===- MakerNamesTest.cpp -------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/MakerNames.h"
#include "gtest/gtest.h"

using namespace anomalloc;

namespace {

TEST(MakerNames, ConstructorsAndOperatorsThatComputeAValue) {
  for (const char *Name : {
           "_ZN6VectorC1Em",
           "_ZN6VectorC2ERKS_",
           "_ZN6VectoraSERKS_",
           "_ZN6VectorpLERKS_",
           "_ZplRK6VectorS1_",
           "_ZN6VectorixEm",
           "_ZN1AcvSsEv",        // operator std::string
           "_ZmlRK6VectorS1_",   // Vector * Vector
           "_ZN6MatrixmlERKS_",  // the same, a member
           "_ZN6VectornwEm",     // operator new
           "_ZN3BoxIiEC2ERKS0_", // of a template
           "_ZmiI1AET_S1_S1_",   // a template
           "_D5words__T4PairTdZQi6__ctorMFmZv",
           "_D5words4Pair10__postblitMFZv",
           "__shapes_MOD___copy_shapes_Square",
           "__final_program_Square.1", // gfortran's, of a type in no module
           // In source form.
           "a::(anonymous namespace)::Table::Table",
           "a::Table<int>::Table",
           "a::Table::operator[]",
           "a::operator+<int>",
           "a::Table::operator std::string",
       })
    EXPECT_TRUE(isMakerName(Name)) << Name;
  for (const char *Name : {
           "_ZN6VectorD1Ev",
           "_ZN6VectorclEv",
           "_ZlsRSoRK6Vector",
           "_ZN4IterdeEv", // operator*() of an iterator
           "_ZN4IterptEv",
           "_ZeqRK6VectorS1_",
           "_ZN6VectorppEv",
           "_ZZN6VectorC1EmENKUlvE_clEv", // a lambda in a constructor
           "_ZN6Vector9operatorsEv",
           "_ZN6VectordlEPv",
           "_D5words4Pair4fillMFZv",
           "__copy_words",
           "main",
           "",
           "_Z1f",
           "operator+",
           "a::Table::~Table",
           "a::Table::operator*",
           "a::Table::operator<",
           "a::Table::fill",
           "a::(anonymous namespace)::fill<a::Table>",
           "Table",
       })
    EXPECT_FALSE(isMakerName(Name)) << Name;
}

TEST(MakerNames, RustsCopiesAreMadeForTheCaller) {
  // <words::Word as core::clone::Clone>::clone, in both schemes.
  for (const char *Name :
       {"_ZN50_$LT$words..Word$u20$as$u20$core..clone..Clone$GT$5clone"
        "17h0123456789abcdefE",
        "_RNvXCs1234_5wordsNtB2_4WordNtNtCs1234_4core5clone5Clone5clone"}) {
    EXPECT_TRUE(isMakerName(Name)) << Name;
    EXPECT_TRUE(isCopyName(Name)) << Name;
  }
  EXPECT_TRUE(
      isMakerName("_ZN54_$LT$words..Word$u20$as$u20$core..default..Default$GT$"
                  "7default17h0123456789abcdefE"));
  // words::clone; <words::Word as words::Clone>::clone.
  EXPECT_FALSE(isMakerName("_ZN5words5clone17h0123456789abcdefE"));
  EXPECT_FALSE(isMakerName("_ZN44_$LT$words..Word$u20$as$u20$words..Clone$GT$"
                           "5clone17h0123456789abcdefE"));
}

TEST(MakerNames, FactoriesSaySoInTheirFirstOrLastWord) {
  for (const char *Name :
       {"make_node", "makeNode", "xmalloc", "strdup", "str_dup", "node_new",
        "NodeCreate", "createNode", "_ZN4Node4makeEi", "av_mallocz",
        "_ZNK5Shape5cloneEv", "copy", "a::makeNode<b::c>"})
    EXPECT_TRUE(isFactoryName(Name)) << Name;
  for (const char *Name : {"node_get", "deallocate", "renew", "maker", "newest",
                           "_ZN4Node4nextEv", "", "_Z", "remake"})
    EXPECT_FALSE(isFactoryName(Name)) << Name;
}

TEST(MakerNames, TheLibrarysNamespaces) {
  EXPECT_TRUE(isLibraryName("_ZNSt6vectorIiSaIiEE9push_backERKi"));
  EXPECT_TRUE(isLibraryName("_ZN9__gnu_cxx13new_allocatorIiE8allocateEmPKv"));
  EXPECT_TRUE(isLibraryName("_ZNSolsEi"));        // std::ostream
  EXPECT_TRUE(isLibraryName("_ZNKSs4findEPKcm")); // std::string
  EXPECT_TRUE(isLibraryName("_ZNSaIcEC1ERKS_"));  // std::allocator
  EXPECT_TRUE(isLibraryName("std::vector<int>::push_back"));
  // alloc::vec::from_elem; <alloc::vec::Vec<T> as ...>::clone.
  EXPECT_TRUE(isLibraryName("_ZN5alloc3vec9from_elem17h0123456789abcdefE"));
  EXPECT_TRUE(isLibraryName("_RNvNtC5alloc3vec9from_elem"));
  EXPECT_TRUE(isLibraryName("__rust_alloc_zeroed"));
  EXPECT_TRUE(isLibraryName("_D3std5array__T8appenderTAaZQoFZv"));
  EXPECT_TRUE(isLibraryName("_d_run_main"));
  EXPECT_TRUE(isLibraryName("_start"));
  EXPECT_FALSE(isLibraryName("_D5words4mainFZv"));
  EXPECT_FALSE(isLibraryName("_started"));
  EXPECT_TRUE(isLibraryName("PyMem_Malloc"));
  EXPECT_TRUE(isLibraryName("_PyObject_New"));
  EXPECT_FALSE(isLibraryName("PyInit_extension"));
  EXPECT_FALSE(isLibraryName("Pyramid_new"));
  EXPECT_FALSE(isLibraryName("_ZN5alloc3vec9from_elemEv"));
  EXPECT_FALSE(isLibraryName("_ZN3std4pushEv"));
  EXPECT_FALSE(isLibraryName("strdup"));
}

} // namespace
