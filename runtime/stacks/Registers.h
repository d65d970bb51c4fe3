//===- Registers.h - the registers of a stack walk --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What machines do differently when a stack is walked: the registers that lead
/// from a frame to its caller's, and where the return address is. Sources:
/// System V ABI for AMD64, 3.6.2; DWARF for the Arm 64-bit Architecture, 4.1;
/// Procedure Call Standard for the Arm 64-bit Architecture, 6.4.6.
///
/// Nothing here has state: async-signal-safe, any thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_STACKS_REGISTERS_H
#define ANOMALLOC_RUNTIME_STACKS_REGISTERS_H

#include <stdint.h>

namespace anomalloc::runtime {

#if defined(__aarch64__)
/// Registers by their DWARF numbers, less that of x19: those below it do not
/// survive calls, and so lead nowhere.
enum : unsigned {
  FirstRegister = 19,
  RegFrame = 29 - FirstRegister,  ///< x29, the frame pointer.
  RegReturn = 30 - FirstRegister, ///< x30, which a call overwrites.
  RegStack = 31 - FirstRegister,  ///< sp
  NumRegisters,
};
/// Those that a function keeps for its caller: x19 to x28, x29; x30 follows.
inline constexpr uint8_t SavedRegisters[] = {0, 1, 2, 3, 4,  5,
                                             6, 7, 8, 9, 10, RegReturn};
inline constexpr unsigned SavedFrame = 10; ///< Index in SavedRegisters.
/// Whether a function's frame, by __builtin_frame_address, shows where its
/// caller's stack pointer is. Frame records are at any place of a frame here.
inline constexpr bool FramesShowCallers = false;
/// Whether calls leave the return address in a register. Then it is on the
/// stack only where a function keeps it there. Else it is always the word below
/// the caller's stack pointer.
inline constexpr bool ReturnsByRegister = true;
#else
/// Registers by their DWARF numbers.
enum : unsigned {
  FirstRegister = 0,
  RegFrame = 6,   ///< rbp
  RegStack = 7,   ///< rsp
  RegReturn = 16, ///< The return address: no register, a column of the tables.
  NumRegisters,
};
/// Those that a function keeps for its caller: rbx, rbp, r12 to r15.
inline constexpr uint8_t SavedRegisters[] = {3, RegFrame, 12, 13, 14, 15};
inline constexpr unsigned SavedFrame = 1; ///< Index in SavedRegisters.
inline constexpr bool FramesShowCallers = true;
inline constexpr bool ReturnsByRegister = false;
#endif

/// The register with the DWARF number \p Number; NumRegisters or more: none
/// that leads anywhere.
inline uint64_t registerOf(uint64_t Number) { return Number - FirstRegister; }

/// A return address without the signature that pointer authentication put into
/// its upper bits. Where there is none, it stays as it is.
inline uint64_t withoutSignature(uint64_t Address) {
#if defined(__aarch64__)
  register uint64_t X30 __asm__("x30") = Address;
  __asm__("hint #7" : "+r"(X30)); // xpaclri
  return X30;
#else
  return Address;
#endif
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_REGISTERS_H
