//===- MachineCode.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/MachineCode.h"
#include "Recover/FunctionCode.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace anomalloc {
namespace {

using Calls = std::map<uint64_t, MachineCall>; ///< By their return addresses.

Calls callsOf(const recover::FunctionCode &Code,
              const FunctionTable::Function &F) {
  const bool IsCold = F.Name.contains(".cold");
  const std::optional<std::vector<recover::BlockLoops>> Loops =
      recover::findLoops(Code.blocks(), Code.entry());
  Calls Found;
  for (const recover::FunctionCode::Call &C : Code.calls()) {
    MachineCall Call;
    Call.Address = C.What.Address;
    Call.Function = F.Start;
    Call.IsLocal = F.IsLocal;
    Call.Callee = C.Callee;
    Call.Constant = C.Constant;
    Call.LoopsUnknown = !Loops || Code.hasUnknownJumps() || IsCold;
    if (Loops) {
      const recover::BlockLoops &Its = (*Loops)[C.Block];
      Call.LoopDepth = Its.Depth;
      if (Its.Depth)
        Call.Loop = Code.blockAddress(Its.Header);
      Call.LoopsUnknown |= !Its.Reachable;
    }
    Found.try_emplace(C.What.end(), Call);
  }
  return Found;
}

} // namespace

struct MachineCode::Impl {
  Impl(const object::ELF64LEObjectFile &Code, const object::ObjectFile *Symbols,
       std::unique_ptr<recover::Decoder> Its)
      : Decoder(std::move(Its)), Image(Code, Symbols, *Decoder),
        Left(2 * Code.getData().size()) {}

  /// The calls of the function \p F; null if it is too large.
  const Calls *calls(const FunctionTable::Function &F) {
    auto [I, New] = Functions.try_emplace(F.Start);
    if (New)
      I->second = decode(F);
    return I->second ? &*I->second : nullptr;
  }

  std::optional<Calls> decode(const FunctionTable::Function &F) {
    ArrayRef<uint8_t> Bytes = Image.bytes(F.Start).take_front(F.Size);
    if (Bytes.size() > recover::FunctionCode::MostBytes || Bytes.size() > Left)
      return std::nullopt;
    Left -= Bytes.size();
    recover::FunctionCode Code(Image, *Decoder, F.Start, Bytes);
    if (!Code.explore())
      return std::nullopt;
    return callsOf(Code, F);
  }

  /// The call that returns to \p Return, by itself. In code for x86-64 bytes
  /// may be read in several ways: the usual lengths come first.
  std::optional<MachineCall> loneCall(const FunctionTable::Function &F,
                                      uint64_t Return) const {
    for (uint32_t Length : {5, 6, 2, 3, 4, 7, 8}) {
      if (Length % Decoder->unit() || Return - F.Start < Length)
        continue;
      const uint64_t Address = Return - Length;
      std::optional<recover::Instruction> I =
          Decoder->decode(Image.bytes(Address).take_front(Length), Address);
      if (!I || I->Size != Length || !Decoder->isCall(*I))
        continue;
      MachineCall Call;
      Call.Address = Address;
      Call.Function = F.Start;
      Call.IsLocal = F.IsLocal;
      Call.LoopsUnknown = true;
      Call.Callee = Image.callee(*I);
      return Call;
    }
    return std::nullopt;
  }

  std::unique_ptr<recover::Decoder> Decoder;
  recover::ElfImage Image;
  /// Bytes of functions that may still be decoded. Functions share few bytes,
  /// unless a file is made to cost time.
  uint64_t Left;
  /// By their first addresses.
  std::map<uint64_t, std::optional<Calls>> Functions;
};

MachineCode::MachineCode() = default;
MachineCode::~MachineCode() = default;

Expected<std::unique_ptr<MachineCode>>
MachineCode::open(const object::ObjectFile &Code,
                  const object::ObjectFile *Symbols) {
  const auto *Elf = dyn_cast<object::ELF64LEObjectFile>(&Code);
  const Triple Target = Code.makeTriple();
  if (!Elf || Elf->isRelocatableObject() ||
      (Target.getArch() != Triple::x86_64 &&
       Target.getArch() != Triple::aarch64))
    return makeError(Code.getFileName() +
                     ": is no program or shared library for x86-64 or AArch64; "
                     "name one that the linker made");
  Expected<std::unique_ptr<recover::Decoder>> Decoder =
      recover::Decoder::create(Target);
  if (!Decoder)
    return inContext(Code.getFileName(), Decoder.takeError());
  std::unique_ptr<MachineCode> Its(new MachineCode);
  Its->State = std::make_unique<Impl>(*Elf, Symbols, std::move(*Decoder));
  return std::move(Its);
}

std::optional<MachineCall> MachineCode::callBefore(uint64_t Return) {
  const FunctionTable::Function *F = State->Image.function(Return - 1);
  if (!F)
    return std::nullopt;
  const Calls *Known = State->calls(*F);
  if (!Known)
    return State->loneCall(*F, Return);
  auto Found = Known->find(Return);
  if (Found == Known->end())
    return std::nullopt;
  return Found->second;
}

} // namespace anomalloc
