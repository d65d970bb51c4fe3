//===- JumpsTest.cpp - where computed jumps lead --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectLoops.h"

using namespace anomalloc;
using namespace anomalloc::test;

// The dispatch of an interpreter: each case jumps back to the switch.
static const std::string Cases = R"(
    one: call g
    inOne: jmp loop
    two: call g
    inTwo: jmp loop
    three: call g
    inThree: jmp loop
    done: ret
    )";

TEST(Jumps, FollowATableOfOffsets) {
  AssembledCode Code = codeOf(R"(
    loop: call g
    inLoop: cmp $2, %eax
      ja done
      lea table(%rip), %rdx
      movslq (%rdx,%rax,4), %rax
      add %rdx, %rax
      jmp *%rax)" + Cases + R"(
    .section .rodata,"a",@progbits
    table: .long one-table, two-table, three-table, done-table
    .text)");
  for (llvm::StringRef Label : {"inLoop", "inOne", "inTwo", "inThree"})
    expectLoops(Code, 1, "loop", Label);
}

TEST(Jumps, FollowATableWhoseAddressWasLoadedBefore) {
  AssembledCode Code = codeOf(R"(
      lea table(%rip), %rbx
      jmp loop
    loop: call g
    inLoop: cmpb $2, (%rdi)
      ja done
      movzbl (%rdi), %eax
      movslq (%rbx,%rax,4), %rax
      add %rbx, %rax
      notrack jmp *%rax)" + Cases +
                              R"(
    .section .rodata,"a",@progbits
    table: .long one-table, two-table, three-table
    .text)");
  for (llvm::StringRef Label : {"inLoop", "inOne", "inTwo", "inThree"})
    expectLoops(Code, 1, "loop", Label);
}

TEST(Jumps, FollowATableOfAddresses) {
  AssembledCode Code = codeOf(R"(
    loop: call g
    inLoop: cmp $2, %eax
      ja done
      jmp *table(,%rax,8))" + Cases +
                              R"(
    .section .rodata,"a",@progbits
    table: .quad one, two, three
    .text)");
  for (llvm::StringRef Label : {"inLoop", "inOne", "inTwo", "inThree"})
    expectLoops(Code, 1, "loop", Label);
}

TEST(Jumps, FollowATableThatLeadsIntoTheColdPart) {
  AssembledCode Code = codeOf(R"(
    loop: call g
    inLoop: mov table(,%rax,8), %rax
      jmp *%rax)" + Cases + R"(
    .section .rodata,"a",@progbits
    table: .quad g, one, two, three, 0
    .text)");
  for (llvm::StringRef Label : {"inLoop", "inOne", "inTwo", "inThree"})
    expectLoops(Code, 1, "loop", Label);
}

TEST(Jumps, HaveNoMoreTargetsThanTheCompareAllows) {
  // The second table must not be read as a part of the first one.
  AssembledCode Code = codeOf(R"(
    loop: cmp $1, %eax
      ja done
      lea table(%rip), %rdx
      movslq (%rdx,%rax,4), %rax
      add %rdx, %rax
      jmp *%rax
    one: call g
    inOne: jmp loop
    done: ret
    apart: call g
    inApart: jmp loop
    .section .rodata,"a",@progbits
    table: .long one-table, done-table
    other: .long apart-table
    .text)");
  expectLoops(Code, 1, "loop", "inOne");
  EXPECT_TRUE(Code.before("inApart").LoopsUnknown);
}

TEST(Jumps, MayHideLoops) {
  AssembledCode Code = codeOf(R"(
      call g
    first: imul %rdi, %rax
      jmp *%rax
    loop: call g
    after: jmp loop)");
  EXPECT_TRUE(Code.before("first").LoopsUnknown);
  EXPECT_EQ(Code.before("first").LoopDepth, 0u);
  EXPECT_TRUE(Code.before("after").LoopsUnknown);
  EXPECT_EQ(Code.before("after").LoopDepth, 1u);
}

TEST(Jumps, MayBeTailCalls) {
  for (std::string Jump :
       {"jmp g", "jmp *(%rax)", "jmp *slot(%rip)", "jmp *%rsi",
        "mov 16(%rdi), %rax\n jmp *%rax", "mov %rdi, %rax\n jmp *%rax",
        "imul %rcx, %rax\n pop %rbx\n jmp *%rax",
        "imul %rcx, %rax\n add $8, %rsp\n jmp *%rax"}) {
    AssembledCode Code = codeOf("test %ecx, %ecx\n je loop\n" + Jump + R"(
    next: call g
    afterNext: jmp loop
    loop: call g
    after: dec %ebx
      jne loop
      ret
    .data
    slot: .quad 0
    .text)");
    expectLoops(Code, 1, "loop", "after");
    EXPECT_TRUE(Code.before("afterNext").LoopsUnknown) << Jump;
  }
}

TEST(Jumps, OfAArch64MayHideLoops) {
  AssembledCode Code(R"(
    function f
      bl g
    after: adr x1, table
      ldrb w0, [x1, w0, uxtw]
      add x1, x1, w0, sxtb #2
      br x1
    table: .word 0
    end f
    function g
      ret
    end g)",
                     "aarch64-unknown-linux-gnu");
  EXPECT_TRUE(Code.before().LoopsUnknown);
}
