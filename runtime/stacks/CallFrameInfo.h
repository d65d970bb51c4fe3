//===- CallFrameInfo.h - what .eh_frame says of a frame ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the call frame information that compilers leave for exceptions, and
/// computes how to get from a frame to its caller's. FrameEntry.h finds this
/// information, DwarfExpression.h computes the expressions in it. Sources:
/// DWARF 5, section 6.4.2; DWARF for the Arm 64-bit Architecture, 4.4 and 4.5.
///
/// Nothing here allocates, locks, or calls a library: async-signal-safe, any
/// thread. The sections are those of loaded objects and are trusted.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_STACKS_CALLFRAMEINFO_H
#define ANOMALLOC_RUNTIME_STACKS_CALLFRAMEINFO_H

#include "stacks/Registers.h"

namespace anomalloc::runtime {

/// Where the caller's value of one register is.
struct RegisterRule {
  enum Kind : uint8_t {
    Same,         ///< Unchanged.
    Undefined,    ///< Lost; for RegReturn: there is no caller.
    AtOffset,     ///< In memory at CFA + Offset.
    IsOffset,     ///< CFA + Offset itself.
    InRegister,   ///< In the register numbered Offset, as registerOf() has it.
    AtExpression, ///< In memory at the expression's value.
    IsExpression, ///< The expression's value itself.
  };
  Kind Where;
  int64_t Offset;
  const uint8_t *Expression; ///< ULEB128 length, then operations.
};

/// How to get from a frame to its caller's.
struct FrameRules {
  /// The canonical frame address (the caller's stack pointer) is this register
  /// plus CfaOffset, unless there is an expression.
  unsigned CfaRegister;
  int64_t CfaOffset;
  const uint8_t *CfaExpression;
  RegisterRule Registers[NumRegisters];
  /// Whether a signal handler returns to this frame. Then the frame's caller is
  /// the code that was interrupted, and has made no call.
  bool IsSignalFrame;
};

/// The memory that findFrameRules() works in. It is too large for a small stack
/// of the program's. Need not be initialized.
struct RuleSpace {
  static constexpr unsigned MaxRemembered = 4;
  FrameRules Rules; ///< What findFrameRules() has found.
  FrameRules AtEntry;
  FrameRules Remembered[MaxRemembered];
};

/// Finds the rules for the instruction at \p Pc in the object whose
/// .eh_frame_hdr section is at \p Header, and leaves them in Space.Rules.
/// Returns false if the section says nothing about the instruction, or nothing
/// that is understood.
bool findFrameRules(const uint8_t *Header, uint64_t Pc, RuleSpace &Space);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_CALLFRAMEINFO_H
