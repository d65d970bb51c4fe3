//===- CallFrameInfo.cpp - what .eh_frame says of a frame -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stacks/CallFrameInfo.h"
#include "stacks/ByteCursor.h"
#include "stacks/FrameEntry.h"

namespace anomalloc::runtime {

namespace {

// DW_CFA_*, call frame instructions.
enum : uint8_t {
  CfaAdvance = 0x40, // in the two high bits
  CfaAtOffset = 0x80,
  CfaRestore = 0xc0,
  CfaNop = 0x00,
  CfaSetLoc = 0x01,
  CfaAdvance1 = 0x02,
  CfaAdvance2 = 0x03,
  CfaAdvance4 = 0x04,
  CfaOffsetExtended = 0x05,
  CfaRestoreExtended = 0x06,
  CfaUndefined = 0x07,
  CfaSameValue = 0x08,
  CfaRegister = 0x09,
  CfaRememberState = 0x0a,
  CfaRestoreState = 0x0b,
  CfaDefCfa = 0x0c,
  CfaDefCfaRegister = 0x0d,
  CfaDefCfaOffset = 0x0e,
  CfaDefCfaExpression = 0x0f,
  CfaExpression = 0x10,
  CfaOffsetExtendedSf = 0x11,
  CfaDefCfaSf = 0x12,
  CfaDefCfaOffsetSf = 0x13,
  CfaValOffset = 0x14,
  CfaValOffsetSf = 0x15,
  CfaValExpression = 0x16,
  /// The return address is signed from here on, or no longer. Signatures are
  /// taken off wherever there are some (withoutSignature()).
  CfaAArch64NegateRaState = 0x2d,
  CfaGnuArgsSize = 0x2e,
  CfaGnuNegativeOffsetExtended = 0x2f,
};

/// Executes call frame instructions up to one place in the code.
class Interpreter {
public:
  Interpreter(const CommonEntry &C, uint64_t Pc, RuleSpace &Space)
      : C(C), Pc(Pc), Space(Space), Rules(Space.Rules) {}

  bool run(const FrameEntry &D) {
    Initial = nullptr;
    Location = 0;
    if (!execute(C.Program, C.End, /*Moves=*/false))
      return false;
    Space.AtEntry = Rules;
    Initial = &Space.AtEntry;
    Location = D.Begin;
    bool Done = execute(D.Program, D.End, /*Moves=*/true);
    Initial = nullptr;
    return Done;
  }

private:
  bool execute(const uint8_t *Begin, const uint8_t *End, bool Moves);
  bool executeExtended(uint8_t Op, ByteCursor &In);

  void set(uint64_t Register, RegisterRule::Kind Where, int64_t Offset = 0,
           const uint8_t *Expression = nullptr) {
    if (uint64_t R = registerOf(Register); R < NumRegisters)
      Rules.Registers[R] = {Where, Offset, Expression};
  }
  void restore(uint64_t Register) {
    if (uint64_t R = registerOf(Register); R < NumRegisters)
      Rules.Registers[R] = Initial ? Initial->Registers[R] : RegisterRule();
  }
  static const uint8_t *skipBlock(ByteCursor &In) {
    const uint8_t *Block = In.At;
    uint64_t Size = In.uleb();
    In.At += Size;
    return Block;
  }

  const CommonEntry &C;
  uint64_t Pc;
  uint64_t Location;
  RuleSpace &Space;
  FrameRules &Rules;
  const FrameRules *Initial;
  unsigned NumRemembered = 0;
};

} // namespace

bool Interpreter::execute(const uint8_t *Begin, const uint8_t *End,
                          bool Moves) {
  ByteCursor In(Begin);
  while (In.At < End) {
    uint8_t Op = In.fixed<uint8_t>();
    uint64_t Advance = 0;
    switch (Op & 0xc0) {
    case CfaAdvance:
      Advance = (Op & 0x3f) * C.CodeAlign;
      break;
    case CfaAtOffset:
      set(Op & 0x3f, RegisterRule::AtOffset, int64_t(In.uleb()) * C.DataAlign);
      break;
    case CfaRestore:
      restore(Op & 0x3f);
      break;
    default:
      switch (Op) {
      case CfaSetLoc: {
        uint64_t To;
        if (!In.encoded(C.Encoding, 0, To))
          return false;
        Advance = To - Location;
        break;
      }
      case CfaAdvance1:
        Advance = In.fixed<uint8_t>() * C.CodeAlign;
        break;
      case CfaAdvance2:
        Advance = In.fixed<uint16_t>() * C.CodeAlign;
        break;
      case CfaAdvance4:
        Advance = In.fixed<uint32_t>() * C.CodeAlign;
        break;
      default:
        if (!executeExtended(Op, In))
          return false;
      }
    }
    Location += Advance;
    if (Moves && Location > Pc)
      break;
  }
  return true;
}

bool Interpreter::executeExtended(uint8_t Op, ByteCursor &In) {
  uint64_t Register;
  switch (Op) {
  case CfaNop:
  case CfaAArch64NegateRaState:
    return true;
  case CfaOffsetExtended:
    Register = In.uleb();
    set(Register, RegisterRule::AtOffset, int64_t(In.uleb()) * C.DataAlign);
    return true;
  case CfaOffsetExtendedSf:
    Register = In.uleb();
    set(Register, RegisterRule::AtOffset, In.sleb() * C.DataAlign);
    return true;
  case CfaGnuNegativeOffsetExtended:
    Register = In.uleb();
    set(Register, RegisterRule::AtOffset, -int64_t(In.uleb()) * C.DataAlign);
    return true;
  case CfaRestoreExtended:
    restore(In.uleb());
    return true;
  case CfaUndefined:
    set(In.uleb(), RegisterRule::Undefined);
    return true;
  case CfaSameValue:
    set(In.uleb(), RegisterRule::Same);
    return true;
  case CfaRegister:
    Register = In.uleb();
    set(Register, RegisterRule::InRegister, int64_t(registerOf(In.uleb())));
    return true;
  case CfaRememberState:
    if (NumRemembered == RuleSpace::MaxRemembered)
      return false;
    Space.Remembered[NumRemembered++] = Rules;
    return true;
  case CfaRestoreState:
    if (!NumRemembered)
      return false;
    Rules = Space.Remembered[--NumRemembered];
    return true;
  case CfaDefCfa:
    Rules.CfaRegister = unsigned(registerOf(In.uleb()));
    Rules.CfaOffset = int64_t(In.uleb());
    Rules.CfaExpression = nullptr;
    return true;
  case CfaDefCfaSf:
    Rules.CfaRegister = unsigned(registerOf(In.uleb()));
    Rules.CfaOffset = In.sleb() * C.DataAlign;
    Rules.CfaExpression = nullptr;
    return true;
  case CfaDefCfaRegister:
    Rules.CfaRegister = unsigned(registerOf(In.uleb()));
    Rules.CfaExpression = nullptr;
    return true;
  case CfaDefCfaOffset:
    Rules.CfaOffset = int64_t(In.uleb());
    return true;
  case CfaDefCfaOffsetSf:
    Rules.CfaOffset = In.sleb() * C.DataAlign;
    return true;
  case CfaDefCfaExpression:
    Rules.CfaExpression = skipBlock(In);
    return true;
  case CfaExpression:
    Register = In.uleb();
    set(Register, RegisterRule::AtExpression, 0, skipBlock(In));
    return true;
  case CfaValExpression:
    Register = In.uleb();
    set(Register, RegisterRule::IsExpression, 0, skipBlock(In));
    return true;
  case CfaValOffset:
    Register = In.uleb();
    set(Register, RegisterRule::IsOffset, int64_t(In.uleb()) * C.DataAlign);
    return true;
  case CfaValOffsetSf:
    Register = In.uleb();
    set(Register, RegisterRule::IsOffset, In.sleb() * C.DataAlign);
    return true;
  case CfaGnuArgsSize:
    In.uleb();
    return true;
  }
  return false;
}

bool findFrameRules(const uint8_t *Header, uint64_t Pc, RuleSpace &Space) {
  FrameEntry D;
  if (!findFrameEntry(Header, Pc, D))
    return false;
  Space.Rules = FrameRules();
  Space.Rules.IsSignalFrame = D.Of.IsSignalFrame;
  return Interpreter(D.Of, Pc, Space).run(D) &&
         Space.Rules.CfaRegister < NumRegisters;
}

} // namespace anomalloc::runtime
