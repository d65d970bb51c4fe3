//===- ClimbTest.cpp - from a statement to its function -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/ast/Climb.h"
#include "ParsedCode.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace clang::tidy::anomalloc;
using anomalloc_test::ParsedCode;

namespace {

/// The statements around the last place that names x, without expressions.
std::string way(llvm::StringRef Code, AtLambda Lambda) {
  ParsedCode Parsed(("namespace n { int x; " + Code + " }").str(),
                    "-std=c++17");
  EXPECT_TRUE(Parsed.ok()) << Code.str();
  ReferenceIndex Index(Parsed.context());
  std::string Found;
  for (auto [Parent, Child] :
       parentsOf(*Index.to(*Parsed.find("n", "x")).back(), Index, Lambda))
    if (!isa<Expr>(Parent) || isa<LambdaExpr>(Parent))
      Found += Parent.getStmtClassName() + std::string(" ");
  return Found;
}

TEST(ClimbTest, AnInitialiserLeadsToTheBranchAroundItsVariable) {
  EXPECT_EQ(
      way("void f(bool b) { if (b) { int y = x; (void)y; } }", AtLambda::Stop),
      "DeclStmt CompoundStmt IfStmt CompoundStmt ");
}

TEST(ClimbTest, ALambdaIsTheEndUnlessAskedFor) {
  const char *Code = "void f() { while (true) { [] { return x; }(); } }";
  EXPECT_EQ(way(Code, AtLambda::Stop), "ReturnStmt CompoundStmt ");
  EXPECT_EQ(way(Code, AtLambda::Leave),
            "ReturnStmt CompoundStmt LambdaExpr CompoundStmt WhileStmt "
            "CompoundStmt ");
}

TEST(ClimbTest, WhatALambdaCapturesIsNotInItsBody) {
  EXPECT_EQ(way("void f() { [y = x] { return y; }(); }", AtLambda::Stop),
            "LambdaExpr CompoundStmt ");
}

TEST(ClimbTest, AMethodOfALocalClassIsTheEnd) {
  const char *Code = "void f() { struct S { int g() { return x; } }; }";
  EXPECT_EQ(way(Code, AtLambda::Stop), "ReturnStmt CompoundStmt ");
  EXPECT_EQ(way(Code, AtLambda::Leave), "ReturnStmt CompoundStmt ");
}

TEST(ClimbTest, InitialisersOfMembersAndDefaultArgumentsHaveNothingAround) {
  EXPECT_EQ(way("struct S { int y; S() : y(x) {} };", AtLambda::Leave), "");
  EXPECT_EQ(way("struct S { int y = x; };", AtLambda::Leave), "");
  EXPECT_EQ(way("void f(int y = x) {}", AtLambda::Leave), "");
}

} // namespace
