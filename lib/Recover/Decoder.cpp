//===- Decoder.cpp --------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/Decoder.h"
#include "Support/Errors.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/Support/TargetSelect.h"

using namespace llvm;

namespace anomalloc::recover {

static void registerProcessors() {
  static const bool Once = [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86Disassembler();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64Disassembler();
    return true;
  }();
  (void)Once;
}

Expected<std::unique_ptr<Decoder>> Decoder::create(const Triple &Target) {
  registerProcessors();
  std::string Problem;
  const llvm::Target *Its =
      TargetRegistry::lookupTarget(compat::registryKey(Target), Problem);
  if (!Its)
    return makeError(Problem);
  std::unique_ptr<Decoder> D(new Decoder(Target));
  const auto &Key = compat::registryKey(D->Target);
  D->Registers.reset(Its->createMCRegInfo(Key));
  if (D->Registers)
    D->Assembly.reset(
        Its->createMCAsmInfo(*D->Registers, Key, MCTargetOptions()));
  // x86-64 is decoded whole anyway.
  D->Subtarget.reset(
      Its->createMCSubtargetInfo(Key, "", Target.isX86() ? "" : "+all"));
  D->Instructions.reset(Its->createMCInstrInfo());
  if (D->Instructions)
    D->Analysis.reset(Its->createMCInstrAnalysis(D->Instructions.get()));
  if (!D->Assembly || !D->Subtarget || !D->Analysis)
    return makeError("this LLVM cannot decode code for " + Target.str());
  D->Context = std::make_unique<MCContext>(
      D->Target, D->Assembly.get(), D->Registers.get(), D->Subtarget.get());
  D->Disassembler.reset(Its->createMCDisassembler(*D->Subtarget, *D->Context));
  if (!D->Disassembler)
    return makeError("this LLVM cannot decode code for " + Target.str());
  D->nameForms();
  return std::move(D);
}

/// The two processors share no name of these.
static Form formOf(StringRef Opcode) {
  return StringSwitch<Form>(Opcode)
      .Case("MOV64ri", Form::MoveConstant)
      .Case("MOV64ri32", Form::MoveConstant)
      .Case("MOVZWi", Form::MoveConstant)
      .Case("MOVZXi", Form::MoveConstant)
      .Case("MOV32ri", Form::MoveHalf)
      .Case("MOV32rr", Form::Copy)
      .Case("MOV64rr", Form::Copy)
      .Case("MOVZX32rr8", Form::Copy)
      .Case("MOVZX32rr16", Form::Copy)
      .Case("MOV32rr_REV", Form::Copy)
      .Case("MOV64rr_REV", Form::Copy)
      .Case("MOVSX64rr32", Form::Copy)
      .Case("LEA64r", Form::LoadAddress)
      .Case("MOV64rm", Form::Load)
      .Case("MOVSX64rm32", Form::LoadSigned)
      .Case("ADD64rr", Form::Add)
      .Case("ADD64rr_REV", Form::Add)
      .Case("POP64r", Form::LeaveFrame)
      .Case("ADD64ri8", Form::AddConstant)
      .Case("ADD64ri32", Form::AddConstant)
      .Case("AND32ri", Form::And)
      .Case("AND32ri8", Form::And)
      .Case("AND64ri32", Form::And)
      .Case("AND64ri8", Form::And)
      .Case("CMP8ri", Form::Compare)
      .Case("CMP16ri", Form::Compare)
      .Case("CMP16ri8", Form::Compare)
      .Case("CMP32ri", Form::Compare)
      .Case("CMP32ri8", Form::Compare)
      .Case("CMP64ri32", Form::Compare)
      .Case("CMP64ri8", Form::Compare)
      .Case("CMP8i8", Form::CompareFirst)
      .Case("CMP16i16", Form::CompareFirst)
      .Case("CMP32i32", Form::CompareFirst)
      .Case("CMP64i32", Form::CompareFirst)
      .Default(Form::Other);
}

void Decoder::nameForms() {
  Forms.resize(Instructions->getNumOpcodes());
  for (unsigned I = 0; I != Forms.size(); ++I) {
    StringRef Name = Instructions->getName(I);
    Forms[I] = formOf(Name);
    if (isX86() && Name == "JCC_1")
      Above[0] = I;
    else if (isX86() && Name == "JCC_4")
      Above[1] = I;
    else if (!isX86() && Name == "LDRXui")
      PlainLoad = I;
  }
  FirstArgument = registerNamed(isX86() ? "RDI" : "X0");
  FirstResult = registerNamed(isX86() ? "RAX" : "X0");
  StackPointer = registerNamed(isX86() ? "RSP" : "SP");
  if (!isX86())
    return;
  Widest.resize(Registers->getNumRegs());
  for (unsigned I = 1; I != Widest.size(); ++I) {
    Widest[I] = I;
    for (MCRegister Whole : Registers->superregs(I))
      if (Registers->superregs(Whole).empty())
        Widest[I] = Whole;
  }
}

MCRegister Decoder::registerNamed(StringRef Name) const {
  for (unsigned I = 1; I != Registers->getNumRegs(); ++I)
    if (Name == Registers->getName(I))
      return I;
  return MCRegister();
}

std::optional<Instruction> Decoder::decode(ArrayRef<uint8_t> Bytes,
                                           uint64_t Address) const {
  Instruction I;
  uint64_t Size = 0;
  MCDisassembler::DecodeStatus Status =
      Disassembler->getInstruction(I.Inst, Size, Bytes, Address, nulls());
  if (Status != MCDisassembler::Success || !Size || Size > Bytes.size())
    return std::nullopt;
  I.Address = Address;
  I.Size = uint32_t(Size);
  return I;
}

std::optional<uint64_t> Decoder::target(const Instruction &I) const {
  uint64_t Target;
  if (!isJump(I) && !isCall(I))
    return std::nullopt;
  if (!Analysis->evaluateBranch(I.Inst, I.Address, I.Size, Target))
    return std::nullopt;
  return Target;
}

bool Decoder::isCall(const Instruction &I) const {
  return Analysis->isCall(I.Inst) && !isReturn(I);
}
bool Decoder::isReturn(const Instruction &I) const {
  return Analysis->isReturn(I.Inst);
}
bool Decoder::isTrap(const Instruction &I) const {
  return describe(I).isTrap();
}
bool Decoder::isJump(const Instruction &I) const {
  return Analysis->isBranch(I.Inst) || Analysis->isIndirectBranch(I.Inst);
}
bool Decoder::isEnd(const Instruction &I) const {
  return isReturn(I) || isTrap(I) || describe(I).isBarrier();
}

bool Decoder::isIndirectThroughMemory(const Instruction &I) const {
  // Base, scale, index, displacement, segment.
  return isX86() && describe(I).mayLoad() && I.Inst.getNumOperands() == 5;
}

std::optional<uint64_t> Decoder::constant(const Instruction &I) const {
  const Form Its = form(I);
  if ((Its != Form::MoveConstant && Its != Form::MoveHalf) ||
      !I.Inst.getOperand(1).isImm())
    return std::nullopt;
  const uint64_t Value = I.Inst.getOperand(1).getImm();
  if (Its == Form::MoveHalf) // Clears the rest: AMD64 manual, volume 1, 3.1.2.
    return Value & 0xffffffff;
  return isX86() ? Value : Value << (I.Inst.getOperand(2).getImm() & 63);
}

bool Decoder::writes(const Instruction &I, MCRegister Register) const {
  return describe(I).hasDefOfPhysReg(I.Inst, Register, *Registers);
}

MCRegister Decoder::widest(MCRegister Register) const {
  return Register < Widest.size() ? Widest[Register] : Register;
}

std::optional<MemoryOperand> Decoder::memory(const Instruction &I,
                                             unsigned First) const {
  // Base, scale, index, displacement, segment.
  if (!isX86() || I.Inst.getNumOperands() < First + 5)
    return std::nullopt;
  const MCOperand *Its = I.Inst.begin() + First;
  if (!Its[0].isReg() || !Its[1].isImm() || !Its[2].isReg() ||
      !Its[3].isImm() || !Its[4].isReg() || Its[4].getReg())
    return std::nullopt;
  MemoryOperand M;
  M.Base = Its[0].getReg();
  M.Scale = Its[1].getImm();
  M.Index = Its[2].getReg();
  M.Displacement = Its[3].getImm();
  return M;
}

std::optional<uint64_t> Decoder::relativeAddress(const Instruction &I) const {
  return Analysis->evaluateMemoryOperandAddress(I.Inst, Subtarget.get(),
                                                I.Address, I.Size);
}

std::optional<unsigned> Decoder::unsignedAbove(const Instruction &I) const {
  const unsigned Opcode = I.Inst.getOpcode();
  if (!isX86() || (Opcode != Above[0] && Opcode != Above[1]) ||
      I.Inst.getNumOperands() != 2 || !I.Inst.getOperand(1).isImm())
    return std::nullopt;
  // The condition's number in the instruction: Intel's manual, appendix B.
  switch (I.Inst.getOperand(1).getImm()) {
  case 7:
    return 1;
  case 3:
    return 0;
  default:
    return std::nullopt;
  }
}

bool Decoder::loadsPlainly(const Instruction &I) const {
  if (!isX86())
    return I.Inst.getOpcode() == PlainLoad;
  if (form(I) != Form::Load)
    return false;
  std::optional<MemoryOperand> From = memory(I, 1);
  return !From || !From->Index;
}

} // namespace anomalloc::recover
