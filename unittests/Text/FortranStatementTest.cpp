//===- FortranStatementTest.cpp -------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/FortranStatement.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

/// What is read of a source of one statement: the work, the piece, and "?" if
/// that is in doubt.
std::string told(llvm::StringRef Text, bool IsFixed = false,
                 uint32_t Line = 1) {
  static const char *const Names[] = {
#define ANOMALLOC_FORTRAN(Id, ...) #Id,
#include "anomalloc/FortranStatements.def"
  };
  const FortranStatement Its = statementAt(FortranSource(Text, IsFixed), Line);
  return std::string(Names[size_t(Its.Work)]) +
         (Its.Piece.empty() ? "" : " " + Its.Piece) + (Its.InDoubt ? "?" : "");
}

TEST(FortranStatement, AllocationsHaveTheirObjects) {
  EXPECT_EQ(told("  allocate(A(n), b%rows (m), stat = error)"),
            "Allocate A(n), b%rows(m)");
  EXPECT_EQ(told("10 if (n > 0) allocate (real(8) :: x(2*n))"),
            "Allocate x(2*n)");
  EXPECT_EQ(told("deallocate(a)"), "Unknown");
}

TEST(FortranStatement, FunctionsMakeTheirResults) {
  constexpr llvm::StringLiteral Text = "function Get(n) &\n"
                                       "  result(E)\n"
                                       "allocate(e%nodes(n))\n"
                                       "contains\n"
                                       "subroutine s\n"
                                       "end subroutine\n"
                                       "pure function f(x)\n"
                                       "allocate(f(x))\n"
                                       "end function\n"
                                       "subroutine t(e)\n"
                                       "allocate(e%nodes(1))\n"
                                       "allocate(a%rows(i)%x(4))\n"
                                       "end subroutine t\n"
                                       "allocate(e%last)\n";
  EXPECT_EQ(told(Text, false, 3), "ReturnedObject get");
  EXPECT_EQ(told(Text, false, 8), "ReturnedObject f");
  EXPECT_EQ(told(Text, false, 11), "Allocate e%nodes(1)");
  EXPECT_EQ(told(Text, false, 12), "Row a%rows(i)%x(4)");
  EXPECT_EQ(told(Text, false, 14), "ReturnedObject get");
}

TEST(FortranStatement, DeclarationsMakeAutomaticArrays) {
  EXPECT_EQ(told("real(8) :: w(n), three(3), s"), "Automatic w(n)");
  EXPECT_EQ(told("real(8), dimension(n) :: u, v"), "Automatic u, v");
  EXPECT_EQ(told("real*8 w(n,m)"), "Automatic w(n,m)");
  EXPECT_EQ(told("character(len=n) :: line"), "Automatic line");
  EXPECT_EQ(told("real(8), allocatable :: a(:)"), "Unknown");
  EXPECT_EQ(told("real(8) function f(x)"), "Unknown");
}

TEST(FortranStatement, SectionsWhoseElementsLieApartAreCopied) {
  EXPECT_EQ(told("call use_it(a(i,:), m, s)"), "Section a(i,:)");
  EXPECT_EQ(told("call use_it(a(1:9:2), b(2, 1:n), n+1)"),
            "Section a(1:9:2), b(2,1:n)");
  EXPECT_EQ(told("call mesh%use(p(:)%x)"), "Section p(:)%x");
  EXPECT_EQ(told("call use_it(a(i,:), c(:,1) + d(:,1))"), "Section a(i,:)?");
  EXPECT_EQ(told("call use_it(a(:,i), m)"), "Argument a(:,i)");
  EXPECT_EQ(told("call use_it(a(2:5), m)"), "Argument a(2:5)");
  EXPECT_EQ(told("call use_it(a)"), "Argument a");
  EXPECT_EQ(told("call use_it(a, n)"), "Argument");
  EXPECT_EQ(told("call use_it(a(indices), n)"), "Argument?");
  EXPECT_EQ(told("call use_it(3, 'a(i,:)')"), "Unknown");
}

TEST(FortranStatement, SectionsInFunctionsAreInDoubtUnlessTheFunctionIsKnown) {
  EXPECT_EQ(told("s(i) = energy(x(i,:), n)"), "Section x(i,:)?");
  EXPECT_EQ(told("s(i) = energy(x(i,:), n)\nend\nreal function Energy(x)"),
            "Section x(i,:)");
  EXPECT_EQ(told("s(i) = sum(x(i,:))"), "Temporary sum(x(i,:))");
}

TEST(FortranStatement, ExpressionsMakeTemporaries) {
  EXPECT_EQ(told("call use_it(a(:,1) + a(:,2), n)"), "Temporary a(:,1)+a(:,2)");
  EXPECT_EQ(told("call use_it([1, 2, n])"), "Temporary [1,2,n]");
  EXPECT_EQ(told("call use_it(a * 2)"), "Temporary a*2?");
  EXPECT_EQ(told("call use_it(transpose(a))"), "Temporary transpose(a)");
  EXPECT_EQ(told("a(2:n) = a(1:n-1) + b"), "Temporary a(1:n-1)+b");
  EXPECT_EQ(told("if (any(f(x) > 0)) then"), "Temporary");
}

TEST(FortranStatement, WholeVariablesMayBeAllocated) {
  constexpr llvm::StringLiteral Text = "real, allocatable :: c(:), d\n"
                                       "real :: cc, s, z; integer :: c2\n"
                                       "allocate(real :: c(n))\n"
                                       "m%C = matmul(a, b)\n"
                                       "x = matmul(a, b)\n"
                                       "s = matmul(a, b)\n"
                                       "c(:) = a\n"
                                       "m%z = matmul(a, b)\n";
  const FortranSource Source(Text, false);
  EXPECT_EQ(statementAt(Source, 4).Left, "m%C");
  EXPECT_FALSE(statementAt(Source, 4).InDoubt);
  EXPECT_EQ(statementAt(Source, 5).Left, "x");
  EXPECT_TRUE(statementAt(Source, 5).InDoubt);
  EXPECT_EQ(statementAt(Source, 6).Left, "");
  EXPECT_FALSE(statementAt(Source, 6).InDoubt);
  EXPECT_EQ(statementAt(Source, 7).Left, "");
  EXPECT_EQ(statementAt(Source, 8).Left, "m%z");
  EXPECT_EQ(told("f = e"), "Copied e");
  EXPECT_EQ(told("f = e(i)"), "Copied e(i)?");
  EXPECT_EQ(told("f = pack(e, m)"), "Temporary pack(e,m)?");
  EXPECT_EQ(told("a = [a, x]"), "Appended a");
  EXPECT_EQ(told("a = (/ x, a /)"), "Appended a");
  EXPECT_EQ(told("p => q"), "Unknown");
}

TEST(FortranStatement, TextsAreToldApart) {
  EXPECT_EQ(told("t = trim(c) // 'x'"), "Text trim(c)//''");
  EXPECT_EQ(told("call show(trim(c))"), "Text trim(c)");
  EXPECT_EQ(told("T%x = t%x // c"), "TextGrows T%x");
  EXPECT_EQ(told("write(line, '(i0)') n"), "InputOutput");
}

TEST(FortranStatement, LinesThatContinueAreOneStatement) {
  constexpr llvm::StringLiteral Free = "call f( & ! first\n"
                                       "\n"
                                       "  ! between\n"
                                       "#ifdef A\n"
                                       "  & a(i, &\n"
                                       "  :))\n"
                                       "x = 1";
  for (uint32_t Line : {1, 5, 6})
    EXPECT_EQ(told(Free, false, Line), "Section a(i,:)") << Line;
  EXPECT_EQ(told(Free, false, 3), "Unknown");
  constexpr llvm::StringLiteral Fixed = "      call f(\n"
                                        "c between\n"
                                        "     &  a(i,\n"
                                        "     1  :))\n"
                                        "      x = 1\n";
  for (uint32_t Line : {1, 3, 4})
    EXPECT_EQ(told(Fixed, true, Line), "Section a(i,:)") << Line;
  EXPECT_EQ(told(Fixed, true, 9), "Unknown");
  EXPECT_EQ(told("n = 1; call f(a(i,:))"), "Unknown"); // Two may make blocks.
  EXPECT_EQ(told("deallocate(b); call f(a(i,:))"), "Section a(i,:)");
  EXPECT_EQ(told("case(2); call f(a(i,:))"), "Section a(i,:)");
}

TEST(FortranStatement, WhatIsNotFortranTellsNothing) {
  for (const char *Text : {"", "&", "call", "call f((((", "a = (", "a(((:", "=",
                           "if (", "allocate(", "real(", "real ::", "'", "%"})
    told(Text);
  std::string Deep = "x = ";
  for (int I = 0; I != 1 << 20; ++I)
    Deep += "a(";
  told(Deep);
  told(Deep.substr(0, 4096));
}

TEST(FortranStatement, FilesAreKnownByTheirNames) {
  EXPECT_TRUE(isFortranFile("/a/heat.F90"));
  EXPECT_TRUE(isFortranFile("heat.f"));
  EXPECT_TRUE(isFixedFortranFile("heat.F"));
  EXPECT_FALSE(isFixedFortranFile("heat.f90"));
  EXPECT_FALSE(isFortranFile("heat.cpp"));
}

} // namespace
