//===- KeysTest.cpp - what a description writes ---------------------------
//-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zoo.h"
#include "gtest/gtest.h"

using namespace anomalloc;

namespace {

std::string written(const Zoo &Its, unsigned Indent = 0) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeDocument(OS, Its, Indent);
  return Text;
}

TEST(Keys, WriteEachKindOfValue) {
  Zoo Z;
  Z.IsOpen = true;
  Z.Celsius = -3;
  Z.Gates = 4;
  Z.Price = 2.5;
  Z.Visitors = ~uint64_t(0);
  Z.Motto = "all";
  Z.Animals = {{"Ape", 7, Food::Fish}, {"Bee", 9}};
  Z.Cages = {{"a", 1}, {"b", 2}};
  Z.Id = 0xabc;
  EXPECT_EQ(
      written(Z),
      R"({"version":3,"town":"","open":true,"celsius":-3,"gates":4,"price":2.5,)"
      R"("visitors":18446744073709551615,"motto":"all","animals":[)"
      R"({"name":"Ape","hairs":7,"eats":"fish"},)"
      R"({"name":"Bee","hairs":9,"eats":"hay"}],"hairs":[7,9],)"
      R"("range":[-3,2.5],"cages":{"a":1,"b":2},)"
      R"("id":"0000000000000abc"})"
      "\n");
}

TEST(Keys, WhatIsNotKnownIsNullOrLacks) {
  const std::string Text = written(Zoo());
  EXPECT_NE(Text.find(R"("visitors":null)"), std::string::npos);
  EXPECT_EQ(Text.find("motto"), std::string::npos);
  EXPECT_EQ(Text.find("eats"), std::string::npos);
}

TEST(Keys, AnIncludedObjectHasNoBracesOfItsOwn) {
  Zoo Z;
  Z.Patron = Animal{"Cat", 1};
  const std::string Text = written(Z);
  EXPECT_EQ(Text.substr(Text.find(R"("id")")),
            R"("id":"0000000000000000","name":"Cat","hairs":1,"eats":"hay"})"
            "\n");
}

TEST(Keys, BytesThatAreNoTextAreReplaced) {
  Zoo Z;
  Z.Motto = "\xff";
  EXPECT_NE(written(Z).find("\"motto\":\"\xef\xbf\xbd\""), std::string::npos);
}

TEST(Keys, LinesAreIndentedAsAskedFor) {
  EXPECT_EQ(written(Zoo(), 1).substr(0, 28),
            "{\n \"version\": 3,\n \"town\": \"\"");
}

} // namespace
