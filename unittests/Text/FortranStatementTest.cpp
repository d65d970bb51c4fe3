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
  constexpr llvm::StringLiteral Assigning = "function all(a) result(r)\n"
                                            "real, allocatable :: r(:), s(:)\n"
                                            "r = [a, b]\n"
                                            "s = [a, b]\n"
                                            "r = a%all()\n"
                                            "end function\n"
                                            "function f(x) result(r)\n"
                                            "real :: r(size(x))\n"
                                            "r = matmul(a, x)\n"
                                            "end function\n";
  EXPECT_EQ(told(Assigning, false, 3), "ReturnedObject all");
  EXPECT_EQ(told(Assigning, false, 4), "Temporary [a,b]");
  EXPECT_EQ(told(Assigning, false, 5), "ReturnedObject all");
  EXPECT_EQ(told(Assigning, false, 9), "Temporary matmul(a,x)");
}

TEST(FortranStatement, AResultThatIsAssignedAgainIsNoNewObjectAtEachCall) {
  constexpr llvm::StringLiteral Text = "function power(a, n) result(r)\n"
                                       "real, allocatable :: r(:,:)\n"
                                       "r = a + 1\n"
                                       "do k = 1, n\n"
                                       "r = matmul(a, b)\n"
                                       "end do\n"
                                       "r = matmul(a%r, rr)\n"
                                       "r = cshift(R, 1) * 0.5\n"
                                       "outer: do\n"
                                       "do 10 i = 1, n\n"
                                       "do 10, j = 1, n\n"
                                       "if (i > j) r = matmul(a, b)\n"
                                       "10 continue\n"
                                       "r = matmul(a, b)\n"
                                       "allocate(r(n, n))\n"
                                       "enddo outer\n"
                                       "r = matmul(a, b)\n"
                                       "#ifdef A\n"
                                       "do while (a > b)\n"
                                       "#else\n"
                                       "do concurrent (i = 1:n)\n"
                                       "#endif\n"
                                       "r = matmul(a, b)\n"
                                       "end do\n"
                                       "contains\n"
                                       "function last(n)\n"
                                       "real, allocatable :: last(:), done\n"
                                       "do 20 i = 1, n\n"
                                       "20 done = done + 1\n"
                                       "last = a + b\n"
                                       "end function\n"
                                       "end function\n";
  auto At = [&](uint32_t Line) { return told(Text, false, Line); };
  for (uint32_t Line : {3, 7, 15, 17})
    EXPECT_EQ(At(Line), "ReturnedObject power") << Line;
  for (uint32_t Line : {5, 12, 14, 23})
    EXPECT_EQ(At(Line), "Temporary matmul(a,b)") << Line;
  EXPECT_EQ(At(8), "Temporary cshift(R,1)*0.5");
  EXPECT_EQ(At(30), "ReturnedObject last");
}

TEST(FortranStatement, DeclarationsMakeAutomaticArrays) {
  EXPECT_EQ(told("real(8) :: w(n), three(3), s"), "Automatic w(n)");
  EXPECT_EQ(told("real(8), dimension(n) :: u, v"), "Automatic u, v");
  EXPECT_EQ(told("real*8 w(n,m)"), "Automatic w(n,m)");
  EXPECT_EQ(told("character(len=n) :: line"), "Automatic line");
  EXPECT_EQ(told("real(8), allocatable :: a(:)"), "Unknown");
  EXPECT_EQ(told("real(8) function f(x)"), "Unknown");
  EXPECT_EQ(told("real x(3"), "Unknown");
}

TEST(FortranStatement, AutomaticArraysAreThoseThatTakeABlock) {
  constexpr llvm::StringLiteral Free = "integer, parameter :: most = 9\n"
                                       "contains\n"
                                       "function mixed(x, y, n) result(r)\n"
                                       "real x(n), tmp(n)\n"
                                       "real, dimension(n) :: y, u, v, r\n"
                                       "real y(n)\n"
                                       "real(8) w(most), z(2 * most, m)\n"
                                       "character(len=n) :: s, t*3\n"
                                       "character(len=most) c\n"
                                       "real, save :: kept(n)\n";
  EXPECT_EQ(told(Free, false, 4), "Automatic tmp(n)");
  EXPECT_EQ(told(Free, false, 5), "Automatic u, v");
  EXPECT_EQ(told(Free, false, 6), "Unknown");
  EXPECT_EQ(told(Free, false, 7), "Automatic z(2*most,m)");
  EXPECT_EQ(told(Free, false, 9), "Unknown");
  EXPECT_EQ(told(Free, false, 10), "Unknown");
  constexpr llvm::StringLiteral Fixed = "      SUBROUTINE MIXED(X,\n"
                                        "     1  N)\n"
                                        "      PARAMETER (M=4)\n"
                                        "      DOUBLE PRECISION X(N), T (N)\n"
                                        "      REAL*8 U(M)\n";
  EXPECT_EQ(told(Fixed, true, 4), "Automatic T(N)");
  EXPECT_EQ(told(Fixed, true, 5), "Unknown");
}

TEST(FortranStatement, SectionsWhoseElementsLieApartAreCopied) {
  EXPECT_EQ(told("call use_it(a(i,:), m, s)"), "Section a(i,:)");
  EXPECT_EQ(told("call use_it(a(1:9:2), b(2, 1:n), n+1)"),
            "SectionOfParts a(1:9:2), b(2,1:n)");
  EXPECT_EQ(told("call mesh%use(p(:)%x)"), "SectionOfParts p(:)%x");
  EXPECT_EQ(told("call mesh%use(p%x(i,2:n))"), "Section p%x(i,2:n)");
  EXPECT_EQ(told("call use_it(a(j,:,k,1:m))"), "Section a(j,:,k,1:m)");
  EXPECT_EQ(told("call use_it(a(1:n,1:m,k))"), "SectionOfParts a(1:n,1:m,k)");
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
  EXPECT_EQ(told("f = e(i)"), "CopiedOrReturned e(i)?");
  EXPECT_EQ(told("f = e(i)\nsubroutine s\nreal :: e(9)"), "Copied e(i)?");
  EXPECT_EQ(told("f = pack(e, m)"), "Temporary pack(e,m)?");
  EXPECT_EQ(told("a = [a, x]"), "Appended a");
  EXPECT_EQ(told("a = (/ x, a /)"), "Appended a");
  EXPECT_EQ(told("p => q"), "Unknown");
}

TEST(FortranStatement, DeclarationsCountInTheirScopes) {
  constexpr llvm::StringLiteral Text = "module m\n"
                                       "use n, only: far, near => there\n"
                                       "real, allocatable :: buf(:), &\n"
                                       "  more(:)\n"
                                       "type t\n"
                                       "real :: more(3)\n"
                                       "end type\n"
                                       "interface\n"
                                       "subroutine declared(more)\n"
                                       "real more(4)\n"
                                       "end subroutine\n"
                                       "module procedure declared\n"
                                       "end interface\n"
                                       "contains\n"
                                       "subroutine other()\n"
                                       "real :: buf(10)\n"
                                       "real more(10), far(3)\n"
                                       "buf = a + b\n"
                                       "more = a + b\n"
                                       "contains\n"
                                       "subroutine inner\n"
                                       "buf = a + b\n"
                                       "end\n"
                                       "end subroutine other\n"
                                       "#ifdef A\n"
                                       "subroutine solve(a)\n"
                                       "real buf(3)\n"
                                       "#else\n"
                                       "subroutine solve(a, b)\n"
                                       "#endif\n"
                                       "buf = a + b\n"
                                       "more = a + b\n"
                                       "a = buf + b\n"
                                       "far = a + b\n"
                                       "block\n"
                                       "use n, only: buf\n"
                                       "real :: more(2)\n"
                                       "buf = a + b\n"
                                       "more = a + b\n"
                                       "end block\n"
                                       "associate (buf => c)\n"
                                       "buf = a + b\n"
                                       "end associate\n"
                                       "more = a + b\n"
                                       "end subroutine\n"
                                       "end module\n"
                                       "more = a + b\n";
  const FortranSource Source(Text, false);
  // The variable that is allocated, "?" if it may be, or "".
  auto Left = [&](uint32_t Line) {
    const FortranStatement Its = statementAt(Source, Line);
    return Its.Left + (Its.InDoubt ? "?" : "");
  };
  EXPECT_EQ(Left(18), "");
  EXPECT_EQ(Left(19), "");
  EXPECT_EQ(Left(22), "");
  EXPECT_EQ(Left(31), "buf");
  EXPECT_EQ(Left(32), "more");
  EXPECT_EQ(Left(33), "");
  EXPECT_EQ(Left(34), "far?");
  EXPECT_EQ(Left(38), "buf?");
  EXPECT_EQ(Left(39), "");
  EXPECT_EQ(Left(42), "buf?");
  EXPECT_EQ(Left(44), "more");
  EXPECT_EQ(Left(47), "more?");
}

TEST(FortranStatement, PartsOfArraysAreNoCopiesToHandOn) {
  constexpr llvm::StringLiteral Text = "real, allocatable :: a(:)\n"
                                       "real :: b(n), s; integer idx(n), n\n"
                                       "b(1:n) = b(n:1:-1)\n"
                                       "b(1:n) = b(idx)\n"
                                       "a = c(1:k)\n"
                                       "a = a(idx)\n"
                                       "a = b(idx)\n"
                                       "a = c(j)\n"
                                       "call explicit(b(idx), n)\n"
                                       "call explicit(p%b(idx), n)\n"
                                       "call explicit(b(idx), a)\n"
                                       "call explicit(c(j), n)\n"
                                       "call explicit(c(idx), n)\n";
  auto At = [&](uint32_t Line) { return told(Text, false, Line); };
  EXPECT_EQ(At(3), "Temporary b(n:1:-1)");
  EXPECT_EQ(At(4), "Temporary b(idx)");
  EXPECT_EQ(At(5), "Temporary c(1:k)");
  EXPECT_EQ(statementAt(FortranSource(Text, false), 5).Left, "a");
  EXPECT_EQ(At(6), "Temporary a(idx)");
  EXPECT_EQ(At(7), "Temporary b(idx)");
  EXPECT_EQ(At(8), "TemporaryOrAssigned c(j)?");
  EXPECT_EQ(At(9), "Temporary b(idx)");
  EXPECT_EQ(At(10), "Temporary p%b(idx)");
  EXPECT_EQ(At(11), "Temporary b(idx)?");
  EXPECT_EQ(At(12), "Temporary c(j)?");
  EXPECT_EQ(At(13), "Temporary c(idx)?");
}

TEST(FortranStatement, TextsAreToldAsInTheSource) {
  EXPECT_EQ(told("call take('n = ' // trim(s))"), "Text 'n = '//trim(s)");
  EXPECT_EQ(told("call take('n', \"a; (b\" // C)"), "Text \"a; (b\"//C");
  EXPECT_EQ(told("call take('n = ')"), "Unknown");
  EXPECT_EQ(told("s = 'it''s' // repeat('y', i)"),
            "Text 'it''s'//repeat('y',i)");
  constexpr llvm::StringLiteral Text = "call take('one &\n"
                                       "  &two' // c) ! three\n"
                                       "x = 1";
  EXPECT_EQ(told(Text, false, 2), "Text 'one two'//c");
  EXPECT_EQ(told("call take('a' // c, 'open"), "Unknown");
}

TEST(FortranStatement, TextsAreToldApart) {
  EXPECT_EQ(told("t = trim(c) // 'x'"), "Text trim(c)//'x'");
  EXPECT_EQ(told("call show(trim(c))"), "Text trim(c)");
  EXPECT_EQ(told("logical b; b = lgt(maybe(c), d)"), "Text lgt(maybe(c),d)");
  EXPECT_EQ(told("T%x = t%x // c"), "TextGrows T%x");
  EXPECT_EQ(told("write(line, '(i0)') n"), "InputOutput");
}

TEST(FortranStatement, CallsMakeATemporaryOrAllocateWhatTheyAreAssignedTo) {
  constexpr llvm::StringLiteral Text =
      "real, allocatable :: p(:), e(:)\n"
      "real :: fixed(3)\n"
      "p = layer%get_params()\n"
      "self%output = self%activation%eval(self%z(i)%x)\n"
      "self%e = matmul(w, db)\n"
      "p = matmul(w, db)\n"
      "self%e = a * b + 1\n"
      "self%e = b%list(i)%e(j)\n"
      "fixed = layer%get()\n"
      "fixed = layer%get(p)\n"
      "self%e = [a, b]\n";
  auto At = [&](uint32_t Line) { return told(Text, false, Line); };
  EXPECT_EQ(At(3), "TemporaryOrAssigned layer%get_params()");
  EXPECT_EQ(At(4), "CopiedOrReturned self%activation%eval(self%z(i)%x)?");
  EXPECT_EQ(At(5), "TemporaryOrAssigned matmul(w,db)");
  EXPECT_EQ(At(6), "Temporary matmul(w,db)");
  EXPECT_EQ(At(7), "Temporary a*b+1");
  EXPECT_EQ(At(8), "Copied b%list(i)%e(j)?");
  EXPECT_EQ(At(9), "Temporary layer%get()");
  EXPECT_EQ(At(10), "Temporary layer%get(p)?");
  EXPECT_EQ(At(11), "TemporaryOrAssigned [a,b]");
}

TEST(FortranStatement, ObjectsMayBeCopiedOrReturned) {
  constexpr llvm::StringLiteral Text = "use other\n"
                                       "type(item) :: f, g(3)\n"
                                       "class(item), allocatable :: h\n"
                                       "real :: x(3)\n"
                                       "f = elems(i)\n"
                                       "f = b%parts(i)\n"
                                       "g(2) = elems(i)\n"
                                       "h = elems(i)\n"
                                       "b%parts(1) = elems(i)\n"
                                       "x = elems(i)\n"
                                       "f = g(i)\n"
                                       "f = g(i:j)\n";
  auto At = [&](uint32_t Line) { return told(Text, false, Line); };
  for (uint32_t Line : {5, 7, 8, 9})
    EXPECT_EQ(At(Line), "CopiedOrReturned elems(i)?") << Line;
  EXPECT_EQ(At(6), "CopiedOrReturned b%parts(i)?");
  EXPECT_EQ(At(10), "Temporary elems(i)?");
  EXPECT_EQ(At(11), "Copied g(i)?");
  EXPECT_EQ(At(12), "Temporary g(i:j)");
}

TEST(FortranStatement, TextsAreAllocatedAgain) {
  constexpr llvm::StringLiteral Text =
      "type :: t\n"
      "character(len=:), allocatable :: name, part\n"
      "real, allocatable :: x(:)\n"
      "end type\n"
      "type :: u\n"
      "real, allocatable :: part\n"
      "end type\n"
      "character(len=:), allocatable :: s, list(:)\n"
      "character(len=9) :: fixed\n"
      "s = s(1:n)\n"
      "s = fixed(1:n)\n"
      "t%name = CK_''\n"
      "t%name = kind(t%x)\n"
      "t%part = get(t%x)\n"
      "list = get(t%x)\n"
      "fixed = fixed(2:n)\n"
      "other = 'a'\n"
      "t%name = fixed\n";
  auto At = [&](uint32_t Line) { return told(Text, false, Line); };
  EXPECT_EQ(At(10), "TextAssigned s");
  EXPECT_EQ(At(11), "TextAssigned s");
  EXPECT_EQ(At(12), "TextAssigned t%name");
  EXPECT_EQ(At(13), "TextAssigned t%name");
  EXPECT_EQ(At(14), "TemporaryOrAssigned get(t%x)?");
  EXPECT_EQ(At(15), "TemporaryOrAssigned get(t%x)?");
  EXPECT_EQ(At(16), "Text fixed(2:n)");
  EXPECT_EQ(At(17), "TextAssigned other?");
  EXPECT_EQ(At(18), "Copied fixed");
}

TEST(FortranStatement, ArraysThatComeOfTextsAreNoTexts) {
  constexpr llvm::StringLiteral Text =
      "type :: t\n"
      "logical, allocatable :: mask(:)\n"
      "end type\n"
      "integer, allocatable :: lens(:), w(:)\n"
      "integer :: index(9), n\n"
      "logical, allocatable :: mask(:)\n"
      "character(8) :: names(9), s; character(8), allocatable :: all(:)\n"
      "lens = len_trim(names(1:n))\n"
      "lens = scan(names, s)\n"
      "w = index(1:n) + 1\n"
      "mask = 'ab' == names(1:n)\n"
      "o%mask = 'x' == names\n"
      "mask = s == names\n"
      "index(2:n) = index(1:n-1) + 1\n"
      "n = verify(maybe(s), names(i))\n"
      "s = k_'it''s'\n"
      "n = index(i)\n"
      "n = index(1:2) + 1\n"
      "all = 'a'\n"
      "all = s(1:2)\n";
  auto At = [&](uint32_t Line) { return told(Text, false, Line); };
  EXPECT_EQ(At(8), "Temporary len_trim(names(1:n))");
  EXPECT_EQ(At(9), "Temporary scan(names,s)");
  EXPECT_EQ(At(10), "Temporary index(1:n)+1");
  EXPECT_EQ(At(11), "Temporary 'ab'==names(1:n)");
  EXPECT_EQ(At(12), "Temporary 'x'==names");
  EXPECT_EQ(At(13), "Temporary s==names");
  EXPECT_EQ(At(14), "Temporary index(1:n-1)+1");
  EXPECT_EQ(At(15), "Text verify(maybe(s),names(i))");
  EXPECT_EQ(At(16), "Text k_'it''s'");
  EXPECT_EQ(At(17), "Copied index(i)?");
  EXPECT_EQ(At(18), "Temporary index(1:2)+1");
  EXPECT_EQ(At(19), "Temporary 'a'");
  EXPECT_EQ(At(20), "Temporary s(1:2)");
}

TEST(FortranStatement, ComponentsAreTextsByDeclarationsOfComponents) {
  constexpr llvm::StringLiteral Text = "subroutine show(key, title)\n"
                                       "character(*) :: key\n"
                                       "real :: title\n"
                                       "end subroutine\n"
                                       "type :: t\n"
                                       "character(8), allocatable :: names(:)\n"
                                       "character(:), allocatable :: title\n"
                                       "end type\n"
                                       "character(8), allocatable :: names(:)\n"
                                       "o%key = matmul(a, b)\n"
                                       "o%names = names(idx:)\n"
                                       "names = other(1:n)\n"
                                       "o%names = get_all()\n"
                                       "o%title = first%of(o%names)\n";
  auto At = [&](uint32_t Line) { return told(Text, false, Line); };
  EXPECT_EQ(At(10), "TemporaryOrAssigned matmul(a,b)");
  EXPECT_EQ(At(11), "Temporary names(idx:)");
  EXPECT_EQ(At(12), "Temporary other(1:n)");
  EXPECT_EQ(At(13), "TemporaryOrAssigned get_all()");
  EXPECT_EQ(At(14), "TextAssigned o%title");
}

TEST(FortranStatement, TextsAreMadeToBeWritten) {
  EXPECT_EQ(told("write(u, '(a)') repeat(s, 2)"), "InputOutput repeat(s,2)");
  EXPECT_EQ(told("read(s, fmt='(i' // trim(d) // ')') n"),
            "InputOutput '(i'//trim(d)//')'");
  EXPECT_EQ(told("print *, trim(s), f(x) + 1"), "InputOutput trim(s)?");
  for (const char *Text : {"print", "print*,x", "write(", "open()"})
    EXPECT_EQ(told(Text), "InputOutput");
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
  for (const char *Text : {"",
                           "&",
                           "call",
                           "call f((((",
                           "a = (",
                           "a(((:",
                           "=",
                           "if (",
                           "allocate(",
                           "real(",
                           "real ::",
                           "'",
                           "%",
                           "end\nend",
                           "contains",
                           "function f(",
                           "subroutine ",
                           "module ",
                           "module procedure ",
                           "parameter(",
                           "use x, only:",
                           "common/",
                           "associate(",
                           "type,",
                           "x:",
                           "real x(3",
                           "call f('",
                           "call f(''(1:2)//a, '",
                           "real x(",
                           "character*(",
                           "if(a)'"})
    told(Text);
  std::string Deep = "x = ";
  for (int I = 0; I != 1 << 20; ++I)
    Deep += "a(";
  told(Deep);
  told(Deep.substr(0, 4096));
  std::string Many;
  for (int I = 0; I != 1 << 16; ++I)
    Many += "interface\nsubroutine s\n";
  told(Many + "a = f(b)");
}

TEST(FortranStatement, FilesAreKnownByTheirNames) {
  EXPECT_TRUE(isFortranFile("/a/heat.F90"));
  EXPECT_TRUE(isFortranFile("heat.f"));
  EXPECT_TRUE(isFortranFile("heat.fypp"));
  EXPECT_TRUE(isFixedFortranFile("heat.F"));
  EXPECT_FALSE(isFixedFortranFile("heat.f90"));
  EXPECT_FALSE(isFortranFile("heat.cpp"));
}

} // namespace
