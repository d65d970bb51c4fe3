//===- Assemble.cpp - text to an object -----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssembledCode.h"
#include "Recover/Compat.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace anomalloc::test {

SmallVector<char, 0> assemble(const std::string &Text, StringRef Target) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmParser();
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmParser();

  const Triple Its(Target);
  const auto &Key = compat::registryKey(Its);
  std::string Problem;
  const llvm::Target *T = TargetRegistry::lookupTarget(Key, Problem);
  const MCTargetOptions Options;
  std::unique_ptr<MCRegisterInfo> Registers(T->createMCRegInfo(Key));
  std::unique_ptr<MCAsmInfo> Info(T->createMCAsmInfo(*Registers, Key, Options));
  std::unique_ptr<MCSubtargetInfo> Subtarget(
      T->createMCSubtargetInfo(Key, "", ""));
  std::unique_ptr<MCInstrInfo> Instructions(T->createMCInstrInfo());

  SourceMgr Sources;
  Sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(Text), SMLoc());
  MCContext Context(Its, Info.get(), Registers.get(), Subtarget.get(),
                    &Sources);
  std::unique_ptr<MCObjectFileInfo> File(
      T->createMCObjectFileInfo(Context, /*PIC=*/true));
  Context.setObjectFileInfo(File.get());

  SmallVector<char, 0> Bytes;
  raw_svector_ostream Out(Bytes);
  std::unique_ptr<MCAsmBackend> Backend(
      T->createMCAsmBackend(*Subtarget, *Registers, Options));
  std::unique_ptr<MCObjectWriter> Writer = Backend->createObjectWriter(Out);
  std::unique_ptr<MCStreamer> Streamer(T->createMCObjectStreamer(
      Its, Context, std::move(Backend), std::move(Writer),
      std::unique_ptr<MCCodeEmitter>(
          T->createMCCodeEmitter(*Instructions, Context)),
      *Subtarget));
  std::unique_ptr<MCAsmParser> Parser(
      createMCAsmParser(Sources, Context, *Streamer, *Info));
  std::unique_ptr<MCTargetAsmParser> TargetParser(
      T->createMCAsmParser(*Subtarget, *Parser, *Instructions, Options));
  Parser->setTargetParser(*TargetParser);
  if (Parser->Run(/*NoInitialTextSection=*/false)) {
    ADD_FAILURE() << "cannot be assembled:\n" << Text;
    Bytes.clear();
  }
  return Bytes;
}

} // namespace anomalloc::test
