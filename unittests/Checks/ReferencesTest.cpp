//===- ReferencesTest.cpp - where a declaration is named ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/ast/References.h"
#include "ParsedCode.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace clang::tidy::anomalloc;
using anomalloc_test::ParsedCode;

namespace {

/// How often \p Name is named in \p Code.
size_t count(llvm::StringRef Code, llvm::StringRef Name = "x",
             llvm::StringRef Flags = "-std=c++20") {
  ParsedCode Parsed(("namespace n { " + Code + " }").str(), Flags);
  EXPECT_TRUE(Parsed.ok()) << Code.str();
  const ValueDecl *D = Parsed.find("n", Name);
  EXPECT_TRUE(D) << Code.str();
  return D ? ReferenceIndex(Parsed.context()).to(*D).size() : ~size_t(0);
}

TEST(ReferencesTest, EachPlaceCountsOnce) {
  EXPECT_EQ(count("int f(int x) { return x + x; }"), 2u);
  EXPECT_EQ(count("struct S { int x; int f() { return x + this->x; } };"), 2u);
  EXPECT_EQ(count("struct P { int a, b; }; P f(int x) { return {x, x}; }"), 2u);
  EXPECT_EQ(count("void x(); void f() { x(); } void x() {}"), 1u);
  EXPECT_EQ(count("struct S { int m; S(int x) : m(x) {} };"), 1u);
  EXPECT_EQ(count("void f(int (&x)[2]) { for (int i : x) (void)i; }"), 1u);
  EXPECT_EQ(count("void f(int (&v)[2]) { auto [x, y] = v; (void)x; }"), 1u);
}

TEST(ReferencesTest, UnevaluatedOperandsAreLeftOut) {
  EXPECT_EQ(count("int f(int x) { return sizeof(x) + noexcept(x); }"), 0u);
  EXPECT_EQ(count("void f(int x) { decltype(x) y = 1; (void)y; }"), 0u);
  EXPECT_EQ(count("bool f(int x) { return requires { x + 1; }; }"), 0u);
}

TEST(ReferencesTest, CapturesByReferenceAndTheirUsesCount) {
  EXPECT_EQ(count("void f(int x) { auto g = [&] { return x; }; g(); }"), 2u);
  EXPECT_EQ(count("void f(int x) { auto g = [&y = x] { return y; }; g(); }"),
            1u);
}

TEST(ReferencesTest, ACopyingLambdaHasItsOwnVariable) {
  ParsedCode Parsed(
      "namespace n { void f(int x) { auto g = [=] { return x + x; }; g(); } }");
  ReferenceIndex Index(Parsed.context());
  const ValueDecl *X = Parsed.find("n", "x");
  ASSERT_TRUE(X);
  ASSERT_EQ(Index.to(*X).size(), 1u); // the capture
  const Stmt *Parent = Index.to(*X)[0];
  while (!isa<LambdaExpr>(Parent))
    Parent = Index.parentOf(*Parent).get<Stmt>();
  EXPECT_EQ(Index.inCopy(*cast<LambdaExpr>(Parent), *X).size(), 2u);
}

TEST(ReferencesTest, InstantiationsCountAndReplaceThePattern) {
  EXPECT_EQ(count("int x; template <class T> T f() { return T(x); } "
                  "int g() { return f<int>() + int(f<long>()); }"),
            2u);
  EXPECT_EQ(count("int x; template <class T> T f() { return T(x); }"), 1u);
  EXPECT_EQ(count("void f(int x) { auto g = [&](auto i) { return x + i; }; "
                  "g(1); g(2L); }"),
            3u);
}

TEST(ReferencesTest, MembersOfUninstantiatedMethodsCountForTheInstance) {
  EXPECT_EQ(count("template <class T> struct S { T x; T f() { return x; } }; "
                  "S<int> s;"),
            1u);
}

TEST(ReferencesTest, PatternsMayHoldClassesWithMorePatterns) {
  std::string Code = "int x;";
  for (char C = 'a'; C != 'u'; ++C)
    Code += std::string("template <class T> void f") + C +
            "() { struct S { int g() { return x; } int h() { return x; } }; }";
  EXPECT_EQ(count(Code), 40u);
}

TEST(ReferencesTest, OpenMPRegionsAreWalkedOnce) {
  EXPECT_EQ(count("void f(int *x) {\n#pragma omp parallel for\n"
                  "for (int i = 0; i < 9; ++i) x[i] = x[i + 1]; }",
                  "x", "-fopenmp"),
            2u);
}

TEST(ReferencesTest, ParentsLeadToTheFunction) {
  ParsedCode Parsed("namespace n { int f(int x) { if (x) return 1; return 0; } "
                    "struct S { S(int y) : m(y) {} int m; }; }");
  ReferenceIndex Index(Parsed.context());
  const ValueDecl *F = Parsed.find("n", "f"), *X = Parsed.find("n", "x");
  EXPECT_EQ(Index.functionOf(*Index.to(*X)[0]), F);
  EXPECT_TRUE(Index.sawBody(*cast<FunctionDecl>(F)));
  const ValueDecl *Y = Parsed.find("n", "y"), *M = Parsed.find("n", "m");
  EXPECT_TRUE(
      isa_and_nonnull<CXXConstructorDecl>(Index.functionOf(*Index.to(*Y)[0])));
  EXPECT_EQ(Index.initializers(*cast<FieldDecl>(M)).size(), 1u);
}

TEST(ReferencesTest, JumpsAreKnownOfAllThatIsAroundThem) {
  ParsedCode Parsed("namespace n { int f(int x) {"
                    " for (;;) { if (x) continue; while (x) break; }"
                    " { auto g = [] { return 1; }; g(); }"
                    " goto end; end: return x; } }");
  ReferenceIndex Index(Parsed.context());
  const auto *F = cast<FunctionDecl>(Parsed.find("n", "f"));
  const auto *Body = cast<CompoundStmt>(F->getBody());
  auto JumpsOf = [&](unsigned I) {
    return Index.jumpsIn(*Body->body_begin()[I]);
  };
  EXPECT_EQ(JumpsOf(0), Jumps::Break | Jumps::Continue);
  // A lambda's own are its own.
  EXPECT_EQ(JumpsOf(1), Jumps::None);
  EXPECT_EQ(JumpsOf(2), Jumps::Goto);
  EXPECT_EQ(JumpsOf(3), Jumps::Return);
  EXPECT_EQ(Index.jumpsIn(*Body),
            Jumps::Break | Jumps::Continue | Jumps::Goto | Jumps::Return);
}

TEST(ReferencesTest, DeclarationsHaveParentsThoughTheyNameNothing) {
  ParsedCode Parsed("namespace n { void f() { { int y, z = 0; } } }");
  ReferenceIndex Index(Parsed.context());
  for (const char *Name : {"y", "z"}) {
    const auto *Group = Index.parentOf(*Parsed.find("n", Name)).get<DeclStmt>();
    ASSERT_TRUE(Group) << Name;
    EXPECT_TRUE(Index.parentOf(*Group).get<CompoundStmt>()) << Name;
  }
}

TEST(ReferencesTest, SystemHeadersAreLeftOut) {
  // 3 in a line marker: what follows is of a system header.
  EXPECT_EQ(count("int x; int f() { return x; }\n# 1 \"header.h\" 3\n"
                  "int g() { return x; }\n# 3 \"input.cpp\"\n"),
            1u);
}

} // namespace
