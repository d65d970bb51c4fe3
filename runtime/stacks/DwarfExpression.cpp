//===- DwarfExpression.cpp - values that are computed ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stacks/DwarfExpression.h"
#include "stacks/ByteCursor.h"
#include "stacks/CallFrameInfo.h"

namespace anomalloc::runtime {

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

// Operations that push a number that stands behind them.
#define CONSTANT_OPERATIONS(X)                                                 \
  X(0x03, uint64_t) /* DW_OP_addr */                                           \
  X(0x08, uint8_t)  /* DW_OP_const1u, const1s, ... */                          \
  X(0x09, int8_t)                                                              \
  X(0x0a, uint16_t)                                                            \
  X(0x0b, int16_t)                                                             \
  X(0x0c, uint32_t)                                                            \
  X(0x0d, int32_t)                                                             \
  X(0x0e, uint64_t)                                                            \
  X(0x0f, int64_t)

bool evaluate(const uint8_t *Expression, const uint64_t *Initial,
              const ExpressionInput &Input, Operands &S, uint64_t &Result) {
  ByteCursor In(Expression);
  uint64_t Size = In.uleb();
  const uint8_t *End = In.At + Size;
  S.Count = 0;
  S.Bad = false;
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
      uint64_t Register = registerOf(Op - 0x70u);
      if (Register >= NumRegisters)
        return false;
      S.push(Input.Register(Input.Context, unsigned(Register)) +
             uint64_t(In.sleb()));
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
#define CONSTANT_CASE(Code, Type)                                              \
  case Code:                                                                   \
    S.push(uint64_t(int64_t(In.fixed<Type>())));                               \
    break;
      CONSTANT_OPERATIONS(CONSTANT_CASE)
#undef CONSTANT_CASE
    case 0x06: // DW_OP_deref
      S.push(Input.Memory(Input.Context, S.pop()));
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
      uint64_t Register = registerOf(In.uleb());
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

} // namespace anomalloc::runtime
