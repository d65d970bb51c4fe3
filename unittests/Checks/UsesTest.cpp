//===- UsesTest.cpp - what is done with an object -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each row is a piece of a program and what is done there with all that is
// named `x`. All rows are parsed as one program, a namespace a row, against
// real standard libraries.
//
//===----------------------------------------------------------------------===//

#include "utils/uses/Uses.h"
#include "ParsedCode.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace clang::tidy::anomalloc;
using anomalloc_test::ParsedCode;

namespace {

struct Row {
  const char *Code;
  /// The kinds of all uses together, strongest last; a `&` behind them says
  /// that a reference is kept.
  const char *Expected;
};

/// What the rows may use.
constexpr const char *Prelude = R"(
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <functional>
#include <future>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>
using Vec = std::vector<int>;
using Str = std::string;
using Map = std::map<std::string, int>;
using Mat = std::vector<std::vector<double>>;
using UMap = std::unordered_map<std::string, Vec>;
struct Node { int value; Node *next; };
struct Rec { int n; Vec v; Str s; Node *p; };
void sink(int);
bool cond();
void look(const Vec &);
void change(Vec &);
void take(Vec);
void cstr(const char *);
void mut(char *);
const Str &pick(const Str &);
int &intOf(const Str &);
Node *nodeOf(const Str &);
inline int sumOf(const Vec &a) { int s = 0; for (int i : a) s += i; return s; }
inline void add(Vec &a) { a.push_back(1); }
inline void scale(Vec &a) { for (int &i : a) i *= 2; }
inline const Vec &same(const Vec &a) { return a; }
inline Vec &through(Vec &a) { return a; }
struct View { const Vec &v; explicit View(const Vec &v) : v(v) {} int n() const { return int(v.size()); } };
struct Keeper { explicit Keeper(const Vec &v); ~Keeper(); const Vec *kept; };
struct Unseen { explicit Unseen(const Str &s); ~Unseen(); int n; Str own; };
struct User {
  Vec v;
  int size() const { return int(v.size()); }
  const Vec &all() const { return v; }
  Vec &mine() { return v; }
  int peek() { return v.empty() ? 0 : v[0]; }
  void grow() { v.push_back(1); }
  void unseen();
  User &operator+=(const User &);
};
struct Raw { double *d; void set(int i) { d[i] = 1; } double get(int i) { return d[i]; } };
)";

constexpr Row Rows[] = {
#include "UsesTest.inc"
};

std::string describe(const UseSummary &S) {
  std::string Text;
  for (unsigned I = 0; I != NumUseKinds; ++I)
    if (S.any(UseKind(I)))
      Text += (Text.empty() ? "" : " ") + nameOf(UseKind(I)).str();
  return Text + (S.KeepsReference ? "&" : "");
}

class EachLibrary : public ::testing::TestWithParam<const char *> {};

TEST_P(EachLibrary, EveryRowHasItsKinds) {
  std::string Code = Prelude;
  unsigned Number = 0;
  for (const Row &R : Rows) {
    Code += "namespace row" + std::to_string(Number) + " {\n#line " +
            std::to_string(Number) + " \"rows\"\n" + R.Code + "\n}\n";
    ++Number;
  }
  ParsedCode Parsed(Code, GetParam());
  ASSERT_TRUE(Parsed.ok());
  ReferenceIndex Index(Parsed.context());
  Number = 0;
  for (const Row &R : Rows) {
    const ValueDecl *X = Parsed.find("row" + std::to_string(Number++), "x");
    ASSERT_TRUE(X) << R.Code;
    EXPECT_EQ(describe(summarize(Index.to(*X), Index)), R.Expected) << R.Code;
  }
}

INSTANTIATE_TEST_SUITE_P(UsesTest, EachLibrary,
                         ::testing::Values("-std=c++17", "-std=c++20",
                                           "-std=c++17 " TEST_LIBCXX));

TEST(UsesTest, AUseNamesItsStatementAndItsLambda) {
  ParsedCode Parsed(R"(namespace n {
    struct V { void add(int); int size() const; int *begin(); int *end(); };
    auto f(V &x) { return [&x] { x.size(); }; }
    void g(V &y) { auto l = [&y] { y.add(1); }; l(); }
    void h(V &z) { for (int i : z) (void)i; }
  })");
  ASSERT_TRUE(Parsed.ok());
  ReferenceIndex Index(Parsed.context());
  auto Of = [&](const char *Name) {
    return summarize(Index.to(*Parsed.find("n", Name)), Index).Uses;
  };
  auto X = Of("x"), Y = Of("y"), Z = Of("z");
  ASSERT_EQ(X.size(), 2u); // the capture, and in the body
  for (const Use &U : X) {
    EXPECT_EQ(U.Kind, UseKind::Escape);
    EXPECT_TRUE(isa_and_nonnull<LambdaExpr>(U.By));
    EXPECT_TRUE(U.Capture);
  }
  ASSERT_EQ(Y.size(), 2u);
  EXPECT_EQ(Y[0].Kind, UseKind::Read);
  EXPECT_EQ(Y[1].Kind, UseKind::Mutate);
  EXPECT_TRUE(isa_and_nonnull<CXXMemberCallExpr>(Y[1].By));
  EXPECT_EQ(Y[0].Capture, Y[1].Capture);
  ASSERT_EQ(Z.size(), 1u);
  EXPECT_TRUE(isa_and_nonnull<CXXForRangeStmt>(Z[0].By));
  EXPECT_FALSE(Z[0].Capture);
}

} // namespace
