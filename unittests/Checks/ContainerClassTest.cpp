//===- ContainerClassTest.cpp - which classes are vectors and matrices ----===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each row declares `x`, in a namespace of its own.
//
//===----------------------------------------------------------------------===//

#include "utils/objects/ContainerClass.h"
#include "ParsedCode.h"
#include "gtest/gtest.h"

using namespace clang::tidy::anomalloc;
using anomalloc_test::ParsedCode;

namespace {

struct Row {
  const char *Code;
  unsigned Indices;
  bool Resizes = false;
};

constexpr const char *Prelude = R"(
#include <array>
#include <complex>
#include <string>
#include <valarray>
#include <vector>
)";

constexpr Row Rows[] = {
    {"struct V { V(int); double operator()(int) const; } x(1);", 1},
    {"struct M { M(int, int); double &operator()(int, int); } x(1, 1);", 2},
    {"struct M { M(int, int); double *operator[](int); } x(1, 1);", 2},
    {"struct M { void re_init(unsigned, bool); float at(long, long); } x;", 2,
     true},
    {"struct V { void setSize(int); std::complex<double> *data(); } x;", 1,
     true},
    // Elements stand in the base, as Eigen's do.
    {"struct B { double &operator[](int); }; struct V : B { V(int); } x(1);",
     1},
    {"template <class T> struct V { V(int); T &operator[](int); }; V<int> "
     "x(1);",
     1},
    {"std::valarray<double> x;", 1, true},
    // The checks know these for themselves, or they are text.
    {"std::vector<double> x;", 0},
    {"std::string x;", 0},
    {"struct S { S(int); char &operator[](int); } x(1);", 0},
    // No size is given at run time.
    {"struct P { double &operator[](int); double Data[3]; } x;", 0},
    {"std::array<double, 3> x;", 0},
    // No element, or not by a number.
    {"struct V { V(int); int size() const; } x(1);", 0},
    {"struct T { T(int); double operator[](const std::string &); } x(1);", 0},
    {"struct F { F(int); double operator()(double) const; } x(1);", 0},
    {"struct B { B(int); bool operator[](int) const; } x(1);", 0},
    {"struct N { N(int); std::string &operator[](int); } x(1);", 0},
    {"class V { double &operator[](int); public: V(int); } x(1);", 0},
    {"double *x;", 0},
};

TEST(ContainerClass, IsToldByTheInterface) {
  std::string Code = Prelude;
  for (size_t I = 0; I != std::size(Rows); ++I)
    Code += "namespace row" + std::to_string(I) + " { " + Rows[I].Code + " }\n";
  ParsedCode Program(Code);
  ASSERT_TRUE(Program.ok());
  for (size_t I = 0; I != std::size(Rows); ++I) {
    const auto *X = Program.find("row" + std::to_string(I), "x");
    ASSERT_TRUE(X) << Rows[I].Code;
    const ContainerClass Found = containerInterface(X->getType());
    EXPECT_EQ(Found.Indices, Rows[I].Indices) << Rows[I].Code;
    EXPECT_EQ(Found.Resize != nullptr, Rows[I].Resizes) << Rows[I].Code;
  }
}

} // namespace
