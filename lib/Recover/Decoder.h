//===- Decoder.h - instructions of a processor ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bytes to instructions, by LLVM. LLVM does not publish the numbers of opcodes
/// and registers, so they are found by their names.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RECOVER_DECODER_H
#define ANOMALLOC_RECOVER_DECODER_H

#include "Recover/Compat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <vector>

namespace anomalloc::recover {

/// What an instruction does, as far as it is told apart. Operands of LLVM are
/// given by their numbers.
enum class Form : uint8_t {
  Other,
  MoveConstant, ///< 0 = 1, a constant; AArch64: shifted left by 2.
  MoveHalf,     ///< The same, of 32 bits. x86-64 only, like all that follow.
  Copy,         ///< 0 = 1, registers.
  LoadAddress,  ///< lea: 0 = the address in 1 to 5.
  Load,         ///< mov: 0 = 8 bytes at the address in 1 to 5.
  LoadSigned,   ///< movslq: 0 = 4 bytes at the address in 1 to 5.
  Add,          ///< 0 = 1 + 2, registers.
  And,          ///< 0 = 1 & 2, a constant.
  LeaveFrame,   ///< pop: a register that the function had saved.
  AddConstant,  ///< 0 = 1 + 2, a constant.
  Compare,      ///< 0 with 1, a constant.
  CompareFirst, ///< rax or a part of it with 0, a constant.
};

struct Instruction {
  uint64_t Address = 0;
  uint32_t Size = 0;
  llvm::MCInst Inst;
  uint64_t end() const { return Address + Size; }
};

/// The address in an operand of x86-64: Base + Scale * Index + Displacement.
struct MemoryOperand {
  llvm::MCRegister Base, Index;
  int64_t Scale = 1, Displacement = 0;
};

class Decoder {
public:
  /// It is an error if this LLVM does not know \p Target.
  static llvm::Expected<std::unique_ptr<Decoder>>
  create(const llvm::Triple &Target);

  /// The instruction that \p Bytes begin with, at \p Address.
  std::optional<Instruction> decode(llvm::ArrayRef<uint8_t> Bytes,
                                    uint64_t Address) const;

  const llvm::MCInstrAnalysis &analysis() const { return *Analysis; }
  const llvm::MCSubtargetInfo &subtarget() const { return *Subtarget; }
  bool isX86() const { return Target.isX86(); }
  /// No instruction is shorter, and all begin at a multiple of it.
  uint32_t unit() const { return isX86() ? 1 : 4; }

  const llvm::MCInstrDesc &describe(const Instruction &I) const {
    return Instructions->get(I.Inst.getOpcode());
  }
  Form form(const Instruction &I) const { return Forms[I.Inst.getOpcode()]; }

  /// Where a jump or a direct call leads to; none if that is not in it.
  std::optional<uint64_t> target(const Instruction &I) const;
  /// Whether what follows does not run next: a jump, a return, a trap.
  bool isEnd(const Instruction &I) const;
  bool isCall(const Instruction &I) const;
  bool isReturn(const Instruction &I) const;
  bool isTrap(const Instruction &I) const;
  bool isJump(const Instruction &I) const;
  /// Whether \p I is a call or jump to an address that it reads from memory.
  bool isIndirectThroughMemory(const Instruction &I) const;
  /// The constant that \p I moves into a register; none if it does another
  /// thing.
  std::optional<uint64_t> constant(const Instruction &I) const;

  /// Whether \p I writes \p Register, which is one of the widest, or a part.
  bool writes(const Instruction &I, llvm::MCRegister Register) const;
  /// The widest register that has \p Register as a part. x86-64 only.
  llvm::MCRegister widest(llvm::MCRegister Register) const;
  /// The address in the operands from \p First on. None: they are no address,
  /// or one in a segment. x86-64 only.
  std::optional<MemoryOperand> memory(const Instruction &I,
                                      unsigned First) const;
  /// The address that a memory operand relative to \p I stands for.
  std::optional<uint64_t> relativeAddress(const Instruction &I) const;
  /// For "ja" the constant of the compare before it is the last that does not
  /// jump (1), for "jae" the first that does (0). None: another instruction.
  std::optional<unsigned> unsignedAbove(const Instruction &I) const;
  /// Whether \p I loads a register from memory without an index.
  bool loadsPlainly(const Instruction &I) const;

  llvm::MCRegister FirstArgument; ///< rdi, x0.
  llvm::MCRegister FirstResult;   ///< rax, x0.
  llvm::MCRegister StackPointer;  ///< rsp, sp.

private:
  explicit Decoder(const llvm::Triple &Target) : Target(Target) {}
  void nameForms();
  llvm::MCRegister registerNamed(llvm::StringRef Name) const;

  const llvm::Triple Target;
  std::unique_ptr<llvm::MCRegisterInfo> Registers;
  std::unique_ptr<llvm::MCAsmInfo> Assembly;
  std::unique_ptr<llvm::MCSubtargetInfo> Subtarget;
  std::unique_ptr<llvm::MCInstrInfo> Instructions;
  std::unique_ptr<llvm::MCInstrAnalysis> Analysis;
  std::unique_ptr<llvm::MCContext> Context;
  std::unique_ptr<llvm::MCDisassembler> Disassembler;
  std::vector<Form> Forms; ///< By opcode.
  std::vector<llvm::MCRegister> Widest;
  unsigned Above[2] = {}; ///< Opcodes of conditional jumps of x86-64.
  unsigned PlainLoad = 0; ///< Opcode of AArch64's load with an offset.
};

} // namespace anomalloc::recover

#endif // ANOMALLOC_RECOVER_DECODER_H
