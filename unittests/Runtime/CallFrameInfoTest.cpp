//===- CallFrameInfoTest.cpp - the runtime's reading of .eh_frame ---------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stacks/CallFrameInfo.h"
#include "stacks/DwarfExpression.h"
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace anomalloc::runtime;

namespace {

/// An .eh_frame_hdr without a table and an .eh_frame with one CIE and one FDE,
/// which describes 0x1000 bytes from address 0x10000 on.
class Section {
public:
  Section(const std::string &CieProgram, const std::string &FdeProgram,
          const std::string &Augmentation = "zR") {
    add("\x01\x00\xff\xff", 4); // version; absolute pointer, nothing else
    uint64_t At = reinterpret_cast<uint64_t>(Bytes) + 16;
    add(&At, 8);
    Size = 16;
    std::string Cie("\0\0\0\0\x01", 5);
    Cie += Augmentation + '\0' + "\x01\x78\x10" + "\x01";
    Cie += std::string("\0", 1) + CieProgram; // DW_EH_PE_absptr
    entry(Cie);
    uint32_t ToCie = uint32_t(Size - 16 + 4);
    uint64_t Code[2] = {0x10000, 0x1000};
    std::string Fde(reinterpret_cast<char *>(&ToCie), 4);
    Fde += std::string(reinterpret_cast<char *>(Code), 16);
    entry(Fde + '\0' + FdeProgram);
    uint32_t End = 0;
    add(&End, 4);
  }
  const uint8_t *header() const { return Bytes; }

private:
  void add(const void *From, size_t N) {
    memcpy(Bytes + Size, From, N);
    Size += N;
  }
  void entry(std::string Body) {
    Body.resize((Body.size() + 7) / 8 * 8 - 4 + 8, '\0');
    uint32_t Length = uint32_t(Body.size());
    add(&Length, 4);
    add(Body.data(), Body.size());
  }
  alignas(8) uint8_t Bytes[512] = {};
  size_t Size = 0;
};

FrameRules rulesAt(const Section &S, uint64_t Pc) {
  RuleSpace Space;
  EXPECT_TRUE(findFrameRules(S.header(), Pc, Space));
  return Space.Rules;
}

constexpr unsigned Rbx = 3;

// def_cfa rsp+8; return address at CFA-8.
const std::string Usual("\x0c\x07\x08\x90\x01");

TEST(CallFrameInfo, OnlyTheDescribedCode) {
  Section S(Usual, "");
  RuleSpace Space;
  EXPECT_FALSE(findFrameRules(S.header(), 0xffff, Space));
  EXPECT_TRUE(findFrameRules(S.header(), 0x10000, Space));
  EXPECT_TRUE(findFrameRules(S.header(), 0x10fff, Space));
  EXPECT_FALSE(findFrameRules(S.header(), 0x11000, Space));
}

TEST(CallFrameInfo, AProloguePushesThenSetsTheFramePointer) {
  // advance 1; def_cfa_offset 16; rbp at -16; advance 3; def_cfa_register rbp
  Section S(Usual, "\x41\x0e\x10\x86\x02\x43\x0d\x06");
  FrameRules Entry = rulesAt(S, 0x10000);
  EXPECT_EQ(Entry.CfaRegister, RegStack);
  EXPECT_EQ(Entry.CfaOffset, 8);
  EXPECT_EQ(Entry.Registers[RegFrame].Where, RegisterRule::Same);
  EXPECT_EQ(Entry.Registers[RegReturn].Where, RegisterRule::AtOffset);
  EXPECT_EQ(Entry.Registers[RegReturn].Offset, -8);
  FrameRules Pushed = rulesAt(S, 0x10001);
  EXPECT_EQ(Pushed.CfaRegister, RegStack);
  EXPECT_EQ(Pushed.CfaOffset, 16);
  EXPECT_EQ(Pushed.Registers[RegFrame].Offset, -16);
  FrameRules Body = rulesAt(S, 0x10004);
  EXPECT_EQ(Body.CfaRegister, RegFrame);
  EXPECT_EQ(Body.CfaOffset, 16);
}

TEST(CallFrameInfo, AnEarlyReturnRemembersAndRestores) {
  // rbx at -16, cfa 16; 1: remember, cfa 8, restore rbx; 2: restore state
  Section S(Usual, std::string("\x0e\x10\x83\x02\x41\x0a\x0e\x08\xc3\x41\x0b"));
  EXPECT_EQ(rulesAt(S, 0x10000).CfaOffset, 16);
  EXPECT_EQ(rulesAt(S, 0x10001).CfaOffset, 8);
  EXPECT_EQ(rulesAt(S, 0x10001).Registers[Rbx].Where, RegisterRule::Same);
  EXPECT_EQ(rulesAt(S, 0x10002).CfaOffset, 16);
  EXPECT_EQ(rulesAt(S, 0x10002).Registers[Rbx].Offset, -16);
}

TEST(CallFrameInfo, SignalFramesAndOutermostFramesAreKnown) {
  EXPECT_TRUE(rulesAt(Section(Usual, "", "zRS"), 0x10000).IsSignalFrame);
  EXPECT_FALSE(rulesAt(Section(Usual, ""), 0x10000).IsSignalFrame);
  Section Outermost(Usual, "\x07\x10"); // undefined: return address
  EXPECT_EQ(rulesAt(Outermost, 0x10000).Registers[RegReturn].Where,
            RegisterRule::Undefined);
}

TEST(CallFrameInfo, WhatIsNotUnderstoodIsNoRule) {
  RuleSpace Space;
  EXPECT_FALSE(findFrameRules(Section(Usual, "\x3f").header(), 0x10000, Space));
  EXPECT_FALSE(findFrameRules(Section(Usual, "\x0b").header(), 0x10000, Space));
}

/// The value of an expression; registers hold 1000 times their number, and each
/// word of memory its address plus one.
uint64_t valueOf(const std::string &Operations,
                 const uint64_t *Initial = nullptr) {
  std::string Block = char(Operations.size()) + Operations;
  ExpressionInput Input = {
      nullptr, [](void *, unsigned R) { return uint64_t(1000 * R); },
      [](void *, uint64_t Address) { return Address + 1; }};
  Operands Stack;
  uint64_t Result = ~uint64_t(0);
  EXPECT_TRUE(evaluate(reinterpret_cast<const uint8_t *>(Block.data()), Initial,
                       Input, Stack, Result));
  return Result;
}

TEST(CallFrameInfo, Expressions) {
  EXPECT_EQ(valueOf("\x76\x78"), 5992u);     // breg6 -8
  EXPECT_EQ(valueOf("\x76\x78\x06"), 5993u); // ... deref
  EXPECT_EQ(valueOf("\x23\x05", std::vector<uint64_t>{7}.data()), 12u);
  // The usual procedure linkage table: rsp + 8 + ((rip & 15) >= 11) * 8.
  std::string Plt("\x77\x08\x80\x00\x3f\x1a\x3b\x2a\x33\x24\x22", 11);
  EXPECT_EQ(valueOf(Plt), 7008u); // rip is 16000, & 15 is 0
  EXPECT_EQ(valueOf(std::string("\x31\x28\x01\x00\x35\x36", 6)), 6u)
      << "over lit5";
}

} // namespace
