//===- MachineCodeTest.cpp - what machine code tells of a call ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssembledCode.h"
#include "llvm/Object/ObjectFile.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::test;

/// A function f, with what \p Body says, and what else \p Rest says.
static AssembledCode codeOf(const std::string &Body,
                            const std::string &Rest = "") {
  return AssembledCode("function f\n" + Body + "\nend f\n" + Rest);
}

TEST(Callee, IsNamedBySymbols) {
  AssembledCode Code =
      codeOf("call g\n after: ret", "function g\n ret\n end g");
  EXPECT_EQ(Code.before().Callee, "g");
}

TEST(Callee, InTheMiddleOfAFunctionIsUnknown) {
  AssembledCode Code = codeOf("call inside\n after: ret",
                              "function g\n nop\n inside: ret\n end g");
  EXPECT_EQ(Code.before().Callee, "");
}

static const std::string Got = R"(
    .section .got,"aw",@progbits
    slot _Znwm)";

TEST(Callee, IsReadFromThePlt) {
  for (std::string Entry :
       {"jmp *slot__Znwm(%rip)", "endbr64\n jmp *slot__Znwm(%rip)",
        "endbr64\n .byte 0xf2 # bnd\n jmp *slot__Znwm(%rip)"})
    for (std::string Section : {".plt", ".plt.sec", ".plt.got"}) {
      AssembledCode Code =
          codeOf("call entry\n after: ret", "\n.section " + Section +
                                                R"(,"ax",@progbits
        .p2align 4
        entry: )" + Entry + "\n.p2align 4" + Got);
      EXPECT_EQ(Code.before().Callee, "_Znwm") << Section << ": " << Entry;
    }
}

TEST(Callee, IsReadFromTheGot) {
  AssembledCode Code = codeOf("call *slot__Znwm(%rip)\n after: ret", Got);
  EXPECT_EQ(Code.before().Callee, "_Znwm");
}

TEST(Callee, OfThisFileIsReadFromTheGot) {
  AssembledCode Code = codeOf("call *own(%rip)\n after: ret", R"(
    function g
      ret
    end g
    .section .got,"aw",@progbits
    own: .quad g)");
  EXPECT_EQ(Code.before().Callee, "g");
}

TEST(Callee, InAVariableIsUnknown) {
  AssembledCode Code = codeOf("call *own(%rip)\n after: ret", R"(
    function g
      ret
    end g
    .data
    own: .quad g)");
  EXPECT_EQ(Code.before().Callee, "");
}

TEST(Callee, InARegisterIsUnknown) {
  AssembledCode Code = codeOf("call *%rax\n one: call *8(%rax)\n two: ret");
  EXPECT_EQ(Code.before("one").Callee, "");
  EXPECT_EQ(Code.before("two").Callee, "");
}

TEST(Callee, HasNoVersion) {
  AssembledCode Code = codeOf("call \"malloc@GLIBC_2.2.5\"\n after: ret", R"(
    .type "malloc@GLIBC_2.2.5",@function
    "malloc@GLIBC_2.2.5": ret
    .size "malloc@GLIBC_2.2.5", 1)");
  EXPECT_EQ(Code.before().Callee, "malloc");
}

TEST(Callee, OnAArch64IsReadFromThePlt) {
  AssembledCode Code(R"(
    function f
      mov w0, #24
      bl entry
    after: ret
    end f
    .section .plt,"ax",@progbits
    entry: adrp x16, slot__Znwm
      ldr x17, [x16, :lo12:slot__Znwm]
      add x16, x16, :lo12:slot__Znwm
      br x17)" + Got,
                     "aarch64-unknown-linux-gnu");
  EXPECT_EQ(Code.before().Callee, "_Znwm");
  EXPECT_EQ(Code.before().Constant, 24u);
}

TEST(Constant, IsMovedIntoTheFirstArgument) {
  AssembledCode Code = codeOf(R"(
      mov $24, %edi
      mov $7, %esi
      call f
    one: mov $-1, %rdi
      call f
    two: movabs $0x123456789ab, %rdi
      call f
    three: mov $0xfffffff0, %edi
      call f
    four: ret)");
  EXPECT_EQ(Code.before("one").Constant, 24u);
  EXPECT_EQ(Code.before("two").Constant, ~uint64_t(0));
  EXPECT_EQ(Code.before("three").Constant, uint64_t(0x123456789ab));
  EXPECT_EQ(Code.before("four").Constant, uint64_t(0xfffffff0));
}

TEST(Constant, IsTheLastThatIsWritten) {
  AssembledCode Code = codeOf(R"(
      mov $24, %edi
      add %rax, %rdi
      call f
    one: mov $24, %edi
      mov $5, %dil
      call f
    two: mov $24, %edi
      call f
    known: mov $5, %esi
      call f
    three: ret)");
  EXPECT_FALSE(Code.before("one").Constant);
  EXPECT_FALSE(Code.before("two").Constant);
  EXPECT_TRUE(Code.before("known").Constant);
  EXPECT_FALSE(Code.before("three").Constant) << "a call may change it";
}

TEST(Constant, IsUnknownWhereWaysMeet) {
  AssembledCode Code = codeOf(R"(
      mov $24, %edi
      test %eax, %eax
      je join
      mov $48, %edi
    join: call f
    after: ret)");
  EXPECT_FALSE(Code.before().Constant);
}

TEST(MachineCode, KnowsTheCallAtAFunctionsEnd) {
  AssembledCode Code = codeOf("nop\n call _exit\n next:", R"(
    function g
      ret
    end g
    function _exit
      ud2
    end _exit)");
  EXPECT_EQ(Code.at("next"), Code.at("g"));
  EXPECT_EQ(Code.before("next").Function, Code.at("f"));
  EXPECT_EQ(Code.before("next").Callee, "_exit");
}

TEST(MachineCode, KnowsNoCallWhereNoneEnds) {
  AssembledCode Code = codeOf("nop\n call f\n after: ret");
  EXPECT_FALSE(Code.code().callBefore(Code.at("f")));
  EXPECT_FALSE(Code.code().callBefore(Code.at("after") - 1));
  EXPECT_FALSE(Code.code().callBefore(Code.at("after") + 1));
  EXPECT_FALSE(Code.code().callBefore(0));
  EXPECT_FALSE(Code.code().callBefore(~uint64_t(0)));
}

TEST(MachineCode, StepsOverDataBetweenInstructions) {
  // The data would be read as the begin of a longer instruction.
  AssembledCode Code = codeOf(R"(
      jmp loop
      .byte 0x48, 0xb8
    loop: call f
    after: dec %ebx
      jne loop
      ret)");
  EXPECT_EQ(Code.before().LoopDepth, 1u);
  EXPECT_FALSE(Code.before().LoopsUnknown);
}

TEST(MachineCode, FindsFunctionsOfAStrippedFile) {
  AssembledCode Code(R"(
    function f
      .cfi_startproc
    loop: call f
    after: dec %ebx
      jne loop
      ret
      .cfi_endproc
    end f
    call f
    outside: ret)");
  Code.strip();
  EXPECT_EQ(Code.before().Function, Code.at("f"));
  EXPECT_EQ(Code.before().LoopDepth, 1u);
  EXPECT_FALSE(Code.code().callBefore(Code.at("outside")));
}

TEST(MachineCode, TakesSymbolsFromAnotherFile) {
  const std::string Text = "function f\n call f\n after: ret\n end f";
  AssembledCode Debug(Text), Code(Text);
  Code.strip();
  EXPECT_FALSE(Code.code().callBefore(Code.at("after")));
  auto Both = llvm::cantFail(MachineCode::open(Code.object(), &Debug.object()));
  std::optional<MachineCall> Call = Both->callBefore(Code.at("after"));
  ASSERT_TRUE(Call);
  EXPECT_EQ(Call->Callee, "f");
}

TEST(MachineCode, DecodesNoHugeFunction) {
  // 0x06 is no instruction; 0x90 is one.
  for (std::string Fill : {".fill 0x400000, 1, 6", ".fill 400000, 1, 0x90"}) {
    AssembledCode Code = codeOf("loop: call g\n after: jmp loop\n" + Fill,
                                "function g\n ret\n end g");
    EXPECT_TRUE(Code.before().LoopsUnknown) << Fill;
    EXPECT_EQ(Code.before().Callee, "g");
    EXPECT_FALSE(Code.code().callBefore(Code.at("after") + 9));
  }
}

TEST(MachineCode, IsOfLinkedFilesOnly) {
  llvm::SmallVector<char, 0> Bytes =
      assemble("nop", "x86_64-unknown-linux-gnu");
  auto Object = llvm::cantFail(llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef({Bytes.data(), Bytes.size()}, "unit.o")));
  EXPECT_EQ(llvm::toString(MachineCode::open(*Object, nullptr).takeError()),
            "unit.o: is no program or shared library for x86-64 or AArch64; "
            "name one that the linker made");
}

// 20,000 loops within one another: neither time nor memory may explode.
TEST(MachineCode, BearsDeepNests) {
  AssembledCode Code = codeOf(R"(
      .rept 20000
      nop
      .endr
      call f
    after:
      .set back, 0
      .rept 20000
      je f + back
      .set back, back + 1
      .endr
      ret)");
  MachineCall Call = Code.before();
  EXPECT_TRUE(Call.LoopsUnknown) << Call.LoopDepth;
}
