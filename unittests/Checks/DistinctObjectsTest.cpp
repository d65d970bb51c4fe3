//===- DistinctObjectsTest.cpp - can two expressions overlap --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/DistinctObjects.h"
#include "ParsedCode.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace clang::tidy::anomalloc;
using anomalloc_test::ParsedCode;

namespace {

/// The arguments of the last call of `pair` in \p S.
const CallExpr *lastPair(const Stmt *S) {
  const CallExpr *Found = nullptr;
  if (!S)
    return Found;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *F = Call->getDirectCallee();
        F && F->getDeclName().isIdentifier() && F->getName() == "pair")
      Found = Call;
  for (const Stmt *Child : S->children())
    if (const CallExpr *Inner = lastPair(Child))
      Found = Inner;
  return Found;
}

/// Whether the two arguments of `pair` in the body of f() are distinct.
bool distinct(llvm::StringRef Function) {
  ParsedCode Parsed(("#include <memory>\n#include <vector>\nnamespace n { "
                     "struct T { std::vector<int> a, b; }; "
                     "void pair(const std::vector<int> &, "
                     "          const std::vector<int> &); "
                     "std::vector<int> &pick(T &); " +
                     Function + " }")
                        .str());
  EXPECT_TRUE(Parsed.ok()) << Function.str();
  const auto *F = dyn_cast_or_null<FunctionDecl>(Parsed.find("n", "f"));
  const CallExpr *Call = F ? lastPair(F->getBody()) : nullptr;
  EXPECT_TRUE(Call) << Function.str();
  return Call && areDistinct(*Call->getArg(0), *Call->getArg(1));
}

TEST(DistinctObjectsTest, VariablesAndMembers) {
  EXPECT_TRUE(distinct("void f() { T x, y; pair(x.a, y.a); }"));
  EXPECT_TRUE(distinct("void f(T &x) { pair(x.a, x.b); }"));
  EXPECT_TRUE(distinct("void f(T &x) { T y; pair(x.a, y.a); }"));
  EXPECT_FALSE(distinct("void f(T &x, T &y) { pair(x.a, y.a); }"));
  EXPECT_FALSE(distinct("void f(T &x) { pair(x.a, x.a); }"));
}

TEST(DistinctObjectsTest, ElementsOfOneContainerMayBeTheSame) {
  EXPECT_FALSE(distinct("void f(std::vector<T> &v, int i, int j) "
                        "{ pair(v[i].a, v[j].b); }"));
  EXPECT_TRUE(distinct("void f() { std::vector<T> v, w; "
                       "pair(v[0].a, w.front().a); }"));
}

TEST(DistinctObjectsTest, ReferencesAreWhatTheyWereBoundTo) {
  EXPECT_TRUE(distinct("void f() { T x, y; auto &r = x.a; pair(r, y.a); }"));
  EXPECT_FALSE(distinct("void f() { T x; auto &r = x.a; pair(r, x.a); }"));
  // An iterator that never moves, and the hidden one of a range-for.
  EXPECT_TRUE(distinct("void f(T &x) { std::vector<T> v; "
                       "for (auto &e : v) pair(e.a, x.a); }"));
  EXPECT_TRUE(distinct("void f() { T x, y; T *const p = &x; "
                       "pair(p->a, y.a); }"));
}

TEST(DistinctObjectsTest, WhatIsNotKnownMayBeTheSame) {
  EXPECT_FALSE(distinct("void f(T *p) { T x; p = &x; pair(p->a, x.a); }"));
  EXPECT_FALSE(distinct("void f() { T x, *p = nullptr; p = &x; "
                        "pair(p->a, x.a); }"));
  EXPECT_FALSE(distinct("void f() { T x; pair(pick(x), x.a); }"));
  EXPECT_FALSE(distinct("void f(std::shared_ptr<T> p, std::shared_ptr<T> q) "
                        "{ pair(p->a, q->a); }"));
}

} // namespace
