//===- CallFrameInfo.cpp - what .eh_frame says of a frame -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallFrameInfo.h"
#include "ByteCursor.h"

namespace anomalloc {

namespace {

// DW_EH_PE_*, pointer encodings.
enum : uint8_t {
  PeAbsolute = 0x00,
  PeULeb = 0x01,
  PeUData2 = 0x02,
  PeUData4 = 0x03,
  PeUData8 = 0x04,
  PeSLeb = 0x09,
  PeSData2 = 0x0a,
  PeSData4 = 0x0b,
  PeSData8 = 0x0c,
  PeFormat = 0x0f,
  PePcRelative = 0x10,
  PeDataRelative = 0x30,
  PeApplication = 0x70,
  PeIndirect = 0x80,
  PeOmit = 0xff,
};

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
  CfaGnuArgsSize = 0x2e,
  CfaGnuNegativeOffsetExtended = 0x2f,
};

/// A common information entry.
struct Common {
  uint64_t CodeAlign;
  int64_t DataAlign;
  uint8_t Encoding; ///< Of the pointers in its FDEs.
  bool HasAugmentation;
  bool IsSignalFrame;
  const uint8_t *Program, *End;
};

/// A frame description entry.
struct Description {
  Common Of;
  uint64_t Begin, Size; ///< The code that it describes.
  const uint8_t *Program, *End;
};

} // namespace

bool ByteCursor::encoded(uint8_t Encoding, uint64_t Base, uint64_t &Result) {
  uint64_t Here = reinterpret_cast<uint64_t>(At);
  switch (Encoding & PeFormat) {
  case PeAbsolute:
  case PeUData8:
  case PeSData8:
    Result = fixed<uint64_t>();
    break;
  case PeULeb:
    Result = uleb();
    break;
  case PeSLeb:
    Result = uint64_t(sleb());
    break;
  case PeUData2:
    Result = fixed<uint16_t>();
    break;
  case PeUData4:
    Result = fixed<uint32_t>();
    break;
  case PeSData2:
    Result = uint64_t(int64_t(fixed<int16_t>()));
    break;
  case PeSData4:
    Result = uint64_t(int64_t(fixed<int32_t>()));
    break;
  default:
    return false;
  }
  if (!Result)
    return true; // Null, whatever it is relative to.
  switch (Encoding & PeApplication) {
  case 0:
    break;
  case PePcRelative:
    Result += Here;
    break;
  case PeDataRelative:
    Result += Base;
    break;
  default:
    return false;
  }
  if (Encoding & PeIndirect)
    Result = *reinterpret_cast<const uint64_t *>(Result);
  return true;
}

/// The entry's bytes behind its length; null at the section's end.
static const uint8_t *entryAt(const uint8_t *At, const uint8_t *&End) {
  ByteCursor C(At);
  uint64_t Length = C.fixed<uint32_t>();
  if (Length == 0xffffffff)
    Length = C.fixed<uint64_t>();
  End = C.At + Length;
  return Length ? C.At : nullptr;
}

static bool readCommon(const uint8_t *At, Common &Out) {
  const uint8_t *End;
  const uint8_t *Begin = entryAt(At, End);
  if (!Begin)
    return false;
  ByteCursor C(Begin);
  if (C.fixed<uint32_t>() != 0)
    return false;
  uint8_t Version = C.fixed<uint8_t>();
  auto *Augmentation = reinterpret_cast<const char *>(C.At);
  while (C.fixed<uint8_t>())
    ;
  Out.CodeAlign = C.uleb();
  Out.DataAlign = C.sleb();
  uint64_t ReturnColumn = Version == 1 ? C.fixed<uint8_t>() : C.uleb();
  if (ReturnColumn != RegPc)
    return false;
  Out.Encoding = PeAbsolute;
  Out.IsSignalFrame = false;
  Out.HasAugmentation = *Augmentation == 'z';
  Out.End = End;
  if (!Out.HasAugmentation) {
    Out.Program = C.At;
    return *Augmentation == 0;
  }
  uint64_t Size = C.uleb();
  Out.Program = C.At + Size;
  for (const char *A = Augmentation + 1; *A; ++A) {
    uint64_t Ignored;
    switch (*A) {
    case 'R':
      Out.Encoding = C.fixed<uint8_t>();
      break;
    case 'L':
      C.fixed<uint8_t>();
      break;
    case 'P': {
      uint8_t Encoding = C.fixed<uint8_t>();
      if (!C.encoded(Encoding & uint8_t(~PeIndirect), 0, Ignored))
        return false;
      break;
    }
    case 'S':
      Out.IsSignalFrame = true;
      break;
    default:
      return true; // Their size is known: nothing that we need follows.
    }
  }
  return true;
}

/// Reads the entry at \p At; false if it is no FDE.
static bool readDescription(const uint8_t *At, Description &Out) {
  const uint8_t *End;
  const uint8_t *Begin = entryAt(At, End);
  if (!Begin)
    return false;
  ByteCursor C(Begin);
  uint32_t Delta = C.fixed<uint32_t>();
  if (!Delta || !readCommon(Begin - Delta, Out.Of))
    return false;
  if (!C.encoded(Out.Of.Encoding, 0, Out.Begin) ||
      !C.encoded(Out.Of.Encoding & PeFormat, 0, Out.Size))
    return false;
  if (Out.Of.HasAugmentation) {
    uint64_t Size = C.uleb();
    C.At += Size;
  }
  Out.Program = C.At;
  Out.End = End;
  return true;
}

static bool covers(const Description &D, uint64_t Pc) {
  return Pc - D.Begin < D.Size;
}

/// Searches the whole section: the object has no sorted table.
static bool scan(const uint8_t *Section, uint64_t Pc, Description &Out) {
  const uint8_t *End;
  for (const uint8_t *At = Section; entryAt(At, End); At = End)
    if (readDescription(At, Out) && covers(Out, Pc))
      return true;
  return false;
}

static bool findDescription(const uint8_t *Header, uint64_t Pc,
                            Description &Out) {
  ByteCursor C(Header);
  if (C.fixed<uint8_t>() != 1)
    return false;
  uint8_t SectionEncoding = C.fixed<uint8_t>();
  uint8_t CountEncoding = C.fixed<uint8_t>();
  uint8_t TableEncoding = C.fixed<uint8_t>();
  uint64_t Base = reinterpret_cast<uint64_t>(Header);
  uint64_t Section, Count;
  if (!C.encoded(SectionEncoding, Base, Section))
    return false;
  if (CountEncoding == PeOmit || TableEncoding != (PeDataRelative | PeSData4))
    return scan(reinterpret_cast<const uint8_t *>(Section), Pc, Out);
  if (!C.encoded(CountEncoding, Base, Count) || !Count)
    return false;
  struct Row {
    int32_t Begin, Entry;
  };
  auto *Table = reinterpret_cast<const Row *>(C.At);
  auto BeginOf = [&](uint64_t I) {
    return Base + uint64_t(int64_t(Table[I].Begin));
  };
  if (Pc < BeginOf(0))
    return false;
  uint64_t Low = 0, High = Count; // BeginOf(Low) <= Pc < BeginOf(High)
  while (High - Low > 1) {
    uint64_t Middle = Low + (High - Low) / 2;
    (BeginOf(Middle) <= Pc ? Low : High) = Middle;
  }
  auto *Entry = reinterpret_cast<const uint8_t *>(
      Base + uint64_t(int64_t(Table[Low].Entry)));
  return readDescription(Entry, Out) && covers(Out, Pc);
}

namespace {

/// Executes call frame instructions up to one place in the code.
class Interpreter {
public:
  Interpreter(const Common &C, uint64_t Pc, FrameRules &Rules)
      : C(C), Pc(Pc), Rules(Rules) {}

  bool run(const Description &D) {
    Initial = nullptr;
    Location = 0;
    if (!execute(C.Program, C.End, /*Moves=*/false))
      return false;
    FrameRules AtEntry = Rules;
    Initial = &AtEntry;
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
    if (Register < NumRegisters) // Vector registers do not lead anywhere.
      Rules.Registers[Register] = {Where, Offset, Expression};
  }
  void restore(uint64_t Register) {
    if (Register < NumRegisters)
      Rules.Registers[Register] =
          Initial ? Initial->Registers[Register] : RegisterRule();
  }
  static const uint8_t *skipBlock(ByteCursor &In) {
    const uint8_t *Block = In.At;
    uint64_t Size = In.uleb();
    In.At += Size;
    return Block;
  }

  const Common &C;
  uint64_t Pc;
  uint64_t Location;
  FrameRules &Rules;
  const FrameRules *Initial;
  static constexpr unsigned MaxRemembered = 4;
  FrameRules Remembered[MaxRemembered];
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
    set(Register, RegisterRule::InRegister, int64_t(In.uleb()));
    return true;
  case CfaRememberState:
    if (NumRemembered == MaxRemembered)
      return false;
    Remembered[NumRemembered++] = Rules;
    return true;
  case CfaRestoreState:
    if (!NumRemembered)
      return false;
    Rules = Remembered[--NumRemembered];
    return true;
  case CfaDefCfa:
    Rules.CfaRegister = unsigned(In.uleb());
    Rules.CfaOffset = int64_t(In.uleb());
    Rules.CfaExpression = nullptr;
    return true;
  case CfaDefCfaSf:
    Rules.CfaRegister = unsigned(In.uleb());
    Rules.CfaOffset = In.sleb() * C.DataAlign;
    Rules.CfaExpression = nullptr;
    return true;
  case CfaDefCfaRegister:
    Rules.CfaRegister = unsigned(In.uleb());
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

bool findFrameRules(const uint8_t *Header, uint64_t Pc, FrameRules &Rules) {
  Description D;
  if (!findDescription(Header, Pc, D))
    return false;
  Rules = FrameRules();
  Rules.IsSignalFrame = D.Of.IsSignalFrame;
  return Interpreter(D.Of, Pc, Rules).run(D) &&
         Rules.CfaRegister < NumRegisters;
}

namespace {

/// The stack that DWARF expressions compute on.
struct Operands {
  static constexpr unsigned Max = 64;
  uint64_t Values[Max];
  unsigned Count = 0;
  bool Bad = false;

  void push(uint64_t Value) {
    if (Count == Max)
      Bad = true;
    else
      Values[Count++] = Value;
  }
  uint64_t pop() {
    if (!Count) {
      Bad = true;
      return 0;
    }
    return Values[--Count];
  }
  uint64_t peek(unsigned Depth) {
    if (Depth >= Count) {
      Bad = true;
      return 0;
    }
    return Values[Count - 1 - Depth];
  }
};

} // namespace

// Operations that replace the two uppermost operands, A below B.
#define BINARY_OPERATIONS(X)                                                   \
  X(0x1a, A &B)                                                                \
  X(0x1c, A - B)                                                               \
  X(0x1e, A *B)                                                                \
  X(0x21, A | B)                                                               \
  X(0x22, A + B)                                                               \
  X(0x24, B < 64 ? A << B : 0)                                                 \
  X(0x25, B < 64 ? A >> B : 0)                                                 \
  X(0x26, uint64_t(int64_t(A) >> (B < 64 ? B : 63)))                           \
  X(0x27, A ^ B)                                                               \
  X(0x29, A == B)                                                              \
  X(0x2a, int64_t(A) >= int64_t(B))                                            \
  X(0x2b, int64_t(A) > int64_t(B))                                             \
  X(0x2c, int64_t(A) <= int64_t(B))                                            \
  X(0x2d, int64_t(A) < int64_t(B))                                             \
  X(0x2e, A != B)

bool evaluate(const uint8_t *Expression, const uint64_t *Initial,
              const ExpressionInput &Input, uint64_t &Result) {
  ByteCursor In(Expression);
  uint64_t Size = In.uleb();
  const uint8_t *End = In.At + Size;
  Operands S;
  if (Initial)
    S.push(*Initial);
  constexpr unsigned MaxSteps = 1000; // A loop must end.
  for (unsigned Step = 0; In.At < End && !S.Bad; ++Step) {
    if (Step == MaxSteps)
      return false;
    uint8_t Op = In.fixed<uint8_t>();
    if (Op >= 0x30 && Op <= 0x4f) { // DW_OP_lit0 to DW_OP_lit31
      S.push(Op - 0x30u);
      continue;
    }
    if (Op >= 0x70 && Op <= 0x8f) { // DW_OP_breg0 to DW_OP_breg31
      if (Op - 0x70u >= NumRegisters)
        return false;
      S.push(Input.Register(Input.Context, Op - 0x70u) + uint64_t(In.sleb()));
      continue;
    }
    switch (Op) {
#define BINARY_CASE(Code, Value)                                               \
  case Code: {                                                                 \
    uint64_t B = S.pop(), A = S.pop();                                         \
    S.push(Value);                                                             \
    break;                                                                     \
  }
      BINARY_OPERATIONS(BINARY_CASE)
#undef BINARY_CASE
    case 0x03: // DW_OP_addr
    case 0x0e: // DW_OP_const8u
    case 0x0f: // DW_OP_const8s
      S.push(In.fixed<uint64_t>());
      break;
    case 0x06: // DW_OP_deref
      S.push(Input.Memory(Input.Context, S.pop()));
      break;
    case 0x08:
      S.push(In.fixed<uint8_t>());
      break;
    case 0x09:
      S.push(uint64_t(int64_t(In.fixed<int8_t>())));
      break;
    case 0x0a:
      S.push(In.fixed<uint16_t>());
      break;
    case 0x0b:
      S.push(uint64_t(int64_t(In.fixed<int16_t>())));
      break;
    case 0x0c:
      S.push(In.fixed<uint32_t>());
      break;
    case 0x0d:
      S.push(uint64_t(int64_t(In.fixed<int32_t>())));
      break;
    case 0x10: // DW_OP_constu
      S.push(In.uleb());
      break;
    case 0x11: // DW_OP_consts
      S.push(uint64_t(In.sleb()));
      break;
    case 0x12: // DW_OP_dup
      S.push(S.peek(0));
      break;
    case 0x13: // DW_OP_drop
      S.pop();
      break;
    case 0x14: // DW_OP_over
      S.push(S.peek(1));
      break;
    case 0x15: // DW_OP_pick
      S.push(S.peek(In.fixed<uint8_t>()));
      break;
    case 0x16: { // DW_OP_swap
      uint64_t B = S.pop(), A = S.pop();
      S.push(B);
      S.push(A);
      break;
    }
    case 0x1f: // DW_OP_neg
      S.push(-S.pop());
      break;
    case 0x20: // DW_OP_not
      S.push(~S.pop());
      break;
    case 0x23: // DW_OP_plus_uconst
      S.push(S.pop() + In.uleb());
      break;
    case 0x28: { // DW_OP_bra
      int16_t Skip = In.fixed<int16_t>();
      if (S.pop())
        In.At += Skip;
      break;
    }
    case 0x2f: { // DW_OP_skip
      int16_t Skip = In.fixed<int16_t>();
      In.At += Skip;
      break;
    }
    case 0x92: { // DW_OP_bregx
      uint64_t Register = In.uleb();
      int64_t Offset = In.sleb();
      if (Register >= NumRegisters)
        return false;
      S.push(Input.Register(Input.Context, unsigned(Register)) +
             uint64_t(Offset));
      break;
    }
    case 0x96: // DW_OP_nop
      break;
    default:
      return false;
    }
  }
  Result = S.pop();
  return !S.Bad;
}

} // namespace anomalloc
