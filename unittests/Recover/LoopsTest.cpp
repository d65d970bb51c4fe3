//===- LoopsTest.cpp - how many loops are around a call -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectLoops.h"

using namespace anomalloc;
using namespace anomalloc::test;

TEST(Loops, NoneAroundStraightCode) {
  AssembledCode Code = codeOf("call g\n after: ret");
  expectLoops(Code, 0, "", "after");
  EXPECT_EQ(Code.before().Function, Code.at("f"));
  EXPECT_EQ(Code.before().Address, Code.at("f"));
}

TEST(Loops, OneAroundItsBody) {
  AssembledCode Code = codeOf(R"(
      call g
    first:
    loop: test %edi, %edi
      je done
      call g
    body: dec %edi
      jmp loop
    done: call g
    last: ret)");
  expectLoops(Code, 0, "", "first");
  expectLoops(Code, 1, "loop", "body");
  expectLoops(Code, 0, "", "last");
}

TEST(Loops, DoWhileBeginsWithItsBody) {
  AssembledCode Code = codeOf(R"(
      push %rbx
    loop: call g
    after: dec %ebx
      jne loop
      pop %rbx
      ret)");
  expectLoops(Code, 1, "loop", "after");
}

TEST(Loops, ABlockMayBeALoopByItself) {
  AssembledCode Code = codeOf("loop: call g\n after: jmp loop");
  expectLoops(Code, 1, "loop", "after");
}

TEST(Loops, TheFunctionsEntryMayBeALoop) {
  AssembledCode Code = codeOf("call g\n after: dec %ebx\n jne f\n ret");
  expectLoops(Code, 1, "f", "after");
}

TEST(Loops, OneInTheCondition) {
  AssembledCode Code = codeOf(R"(
      jmp condition
    body: call g
    inBody: nop
    condition: call g
    inCondition: test %eax, %eax
      jne body
      ret)");
  expectLoops(Code, 1, "condition", "inCondition");
  expectLoops(Code, 1, "condition", "inBody");
}

TEST(Loops, ThreeWithinOneAnother) {
  AssembledCode Code = codeOf(R"(
    outer: xor %ebx, %ebx
    middle: xor %ecx, %ecx
    inner: call g
    three: inc %ecx
      cmp $5, %ecx
      jne inner
      call g
    two: inc %ebx
      cmp $5, %ebx
      jne middle
      call g
    one: dec %edi
      jne outer
      call g
    none: ret)");
  expectLoops(Code, 3, "inner", "three");
  expectLoops(Code, 2, "middle", "two");
  expectLoops(Code, 1, "outer", "one");
  expectLoops(Code, 0, "", "none");
}

TEST(Loops, TwoAfterOneAnother) {
  AssembledCode Code = codeOf(R"(
    one: call g
    inOne: dec %ebx
      jne one
    two: call g
    inTwo: dec %ecx
      jne two
      ret)");
  expectLoops(Code, 1, "one", "inOne");
  expectLoops(Code, 1, "two", "inTwo");
}

TEST(Loops, TwoOfOneHeaderAreOne) {
  AssembledCode Code = codeOf(R"(
    loop: dec %ebx
      js done
      test %eax, %eax
      je loop           # "continue"
      call g
    after: jmp loop
    done: ret)");
  expectLoops(Code, 1, "loop", "after");
}

TEST(Loops, WhatLeavesALoopIsNotInIt) {
  AssembledCode Code = codeOf(R"(
    loop: dec %ebx
      je found
      jmp loop
    found: call g       # "break"
    after: ret)");
  expectLoops(Code, 0, "", "after");
}

TEST(Loops, OneWithTwoEntriesIsOne) {
  AssembledCode Code = codeOf(R"(
      test %edi, %edi
      je second
    first: call g
    inFirst: nop
    second: call g
    inSecond: dec %ebx
      jne first
      ret)");
  expectLoops(Code, 1, "first", "inFirst");
  expectLoops(Code, 1, "first", "inSecond");
}

TEST(Loops, OneWithinOneOfTwoEntries) {
  AssembledCode Code = codeOf(R"(
      test %edi, %edi
      je second
    first: nop
    inner: call g
    two: dec %ecx
      jne inner
    second: call g
    one: dec %ebx
      jne first
      ret)");
  expectLoops(Code, 2, "inner", "two");
  expectLoops(Code, 1, "first", "one");
}

TEST(Loops, NeedAJumpBack) {
  AssembledCode Code = codeOf(R"(
      test %edi, %edi
      je other
      call g
    one: jmp join
    other: call g
    two: nop
    join: call g
    three: ret)");
  for (llvm::StringRef Label : {"one", "two", "three"})
    expectLoops(Code, 0, "", Label);
}

TEST(Loops, DoNotGoThroughOtherFunctions) {
  // A jump into another function is a call at the end. So g's jump back into
  // the middle of f makes no loop.
  AssembledCode Code(R"(
    function f
      call h
    after: jmp f.cold
    back: call h
    afterBack: ret
    end f
    function f.cold
      call h
    cold: jmp back
    loop: call h
    coldLoop: dec %ebx
      jne loop
      jmp back
    end f.cold
    function h
      ret
    end h)");
  expectLoops(Code, 0, "", "after");
  EXPECT_EQ(Code.before("cold").Function, Code.at("f.cold"));
  EXPECT_EQ(Code.before("cold").LoopDepth, 0u);
  EXPECT_TRUE(Code.before("cold").LoopsUnknown);
  // Only f knows that it jumps there.
  EXPECT_TRUE(Code.before("afterBack").LoopsUnknown);
  EXPECT_TRUE(Code.before("coldLoop").LoopsUnknown);
  EXPECT_EQ(Code.before("coldLoop").LoopDepth, 1u);
}

TEST(Loops, EndAtACallThatNeverReturns) {
  AssembledCode Code(R"(
    function abort
      ud2
    end abort
    function f
      jmp condition
    loop: call abort
    never:
    back: call f
    after: dec %ebx
    condition: jne loop
      ret
    end f)");
  // abort() does not return to `back`, so no loop is closed.
  expectLoops(Code, 0, "", "never");
  EXPECT_TRUE(Code.before("after").LoopsUnknown);
}

TEST(Loops, OfAFunctionThatIsCutAreUnknown) {
  AssembledCode Code(R"(
    function f
    loop: call f
    after: dec %ebx
      .byte 0xe9, 0x00     # "jmp" without the rest
    end f)");
  EXPECT_TRUE(Code.before().LoopsUnknown);
}

TEST(Loops, OnAArch64) {
  AssembledCode Code(R"(
    function f
      cbz w0, done
    outer: mov w1, #3
    inner: bl g
    two: subs w1, w1, #1
      b.ne inner
      bl g
    one: tbnz w0, #2, outer
    done: bl g
    none: ret
    end f
    function g
      ret
    end g)",
                     "aarch64-unknown-linux-gnu");
  expectLoops(Code, 2, "inner", "two");
  expectLoops(Code, 1, "outer", "one");
  expectLoops(Code, 0, "", "none");
}
