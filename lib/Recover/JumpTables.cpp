//===- JumpTables.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/JumpTables.h"
#include "llvm/Support/Endian.h"
#include <algorithm>

using namespace llvm;

namespace anomalloc::recover {
namespace {

/// Instructions before the jump that are looked at.
constexpr unsigned MostBack = 48;
/// Entries of a table whose number is not known.
constexpr uint64_t MostEntries = 1024;
/// Entries of a table whose number the code tells.
constexpr uint64_t MostKnownEntries = 1 << 16;

class Search {
public:
  Search(const ElfImage &Image, const Decoder &D, const FunctionCode &Code)
      : Image(Image), D(D), Code(Code) {}

  IndirectJump follow(const Instruction &Jump) {
    if (D.isIndirectThroughMemory(Jump)) {
      std::optional<MemoryOperand> To = D.memory(Jump, 0);
      if (!To)
        return {};
      if (!To->Index)
        return {true, {}}; // A pointer to a function: in an object, in the GOT.
      return absoluteTable(Jump, *To);
    }
    if (!Jump.Inst.getNumOperands() || !Jump.Inst.getOperand(0).isReg())
      return {};
    IndirectJump To = followRegister(Jump, Jump.Inst.getOperand(0).getReg());
    // What a jump without a frame leads to is another function.
    if (!To.Known && leavesFrame(Jump))
      return {true, {}};
    return To;
  }

private:
  /// The last instruction before \p From, in the way that it is reached without
  /// a jump, that writes \p Register. Null if there is none near.
  /// \p ReachesEntry tells whether the function's entry was reached instead.
  const Instruction *writer(const Instruction &From, MCRegister Register,
                            bool *ReachesEntry = nullptr) const {
    const Instruction *I = &From;
    for (unsigned N = 0; N != MostBack; ++N) {
      if (ReachesEntry && !Code.contains(I->Address - 1)) {
        *ReachesEntry = true;
        return nullptr;
      }
      I = Code.before(*I);
      if (!I || D.isEnd(*I))
        return nullptr;
      if (D.writes(*I, Register))
        return I;
    }
    return nullptr;
  }

  /// Whether the function's frame is given back just before \p Jump.
  bool leavesFrame(const Instruction &Jump) const {
    constexpr unsigned LongestEnd = 8;
    const Instruction *I = Code.before(Jump);
    for (unsigned N = 0; I && N != LongestEnd; ++N, I = Code.before(*I)) {
      if (D.isEnd(*I) || D.isCall(*I) || D.isJump(*I))
        return false;
      if (D.form(*I) == Form::LeaveFrame)
        return true;
      if (D.form(*I) == Form::AddConstant && D.writes(*I, D.StackPointer))
        return true;
    }
    return false;
  }

  static MCRegister registerIn(const Instruction &I, unsigned Operand) {
    const MCOperand &O = I.Inst.getOperand(Operand);
    return O.isReg() ? MCRegister(O.getReg()) : MCRegister();
  }

  IndirectJump followRegister(const Instruction &Jump, MCRegister Target) {
    bool IsArgument = false;
    const Instruction *From = writer(Jump, Target, &IsArgument);
    for (unsigned N = 0; From && D.form(*From) == Form::Copy; ++N) {
      if (N == MostBack)
        return {};
      Target = D.widest(registerIn(*From, 1));
      From = writer(*From, Target, &IsArgument);
    }
    if (IsArgument)
      return {true, {}}; // A pointer to a function, from the caller.
    if (!From)
      return {};
    if (D.form(*From) == Form::Add)
      return relativeTable(*From);
    if (D.loadsPlainly(*From))
      return {true, {}};
    if (D.form(*From) == Form::Load)
      if (std::optional<MemoryOperand> Entry = D.memory(*From, 1))
        return absoluteTable(*From, *Entry);
    return {};
  }

  /// What "lea" puts into \p Base before \p From, if it is known.
  std::optional<uint64_t> loadedAddress(const Instruction &From,
                                        MCRegister Base) const {
    const Instruction *Load = writer(From, Base);
    if (Load && D.form(*Load) == Form::Copy) {
      Base = D.widest(registerIn(*Load, 1));
      Load = writer(*Load, Base);
    }
    // Compilers put it before the loop that the jump is in.
    if (!Load)
      Load = Code.addressLoad(From.Address, Base);
    if (!Load || D.form(*Load) != Form::LoadAddress)
      return std::nullopt;
    return D.relativeAddress(*Load);
  }

  /// \p Sum adds an entry and the table's address.
  IndirectJump relativeTable(const Instruction &Sum) {
    const MCRegister One = registerIn(Sum, 1), Other = registerIn(Sum, 2);
    const Instruction *OfOne = writer(Sum, One), *OfOther = writer(Sum, Other);
    const bool IsOne = OfOne && D.form(*OfOne) == Form::LoadSigned;
    const Instruction *Entry = IsOne ? OfOne : OfOther;
    if (!Entry || D.form(*Entry) != Form::LoadSigned)
      return {};
    std::optional<MemoryOperand> At = D.memory(*Entry, 1);
    if (!At || At->Scale != 4 || !At->Base || !At->Index)
      return {};
    std::optional<uint64_t> Table = loadedAddress(*Entry, At->Base);
    if (!Table)
      return {};
    // What is added is the table's address, not that of its first entry.
    std::optional<uint64_t> Origin = loadedAddress(Sum, IsOne ? Other : One);
    if (!Origin)
      return {};
    return read(*Table + At->Displacement, *Origin, 4,
                entries(*Entry, At->Index));
  }

  /// \p Entry is an entry's address, in \p I, which reads it.
  IndirectJump absoluteTable(const Instruction &I, const MemoryOperand &Entry) {
    if (Entry.Scale != 8 || !Entry.Index)
      return {};
    uint64_t Table = Entry.Displacement;
    if (Entry.Base) {
      std::optional<uint64_t> Its = loadedAddress(I, Entry.Base);
      if (!Its)
        return {};
      Table += *Its;
    }
    return read(Table, 0, 8, entries(I, Entry.Index));
  }

  /// How many values \p Index may have in \p I: from the compare before it.
  std::optional<uint64_t> entries(const Instruction &I,
                                  MCRegister Index) const {
    std::optional<unsigned> More;
    Index = D.widest(Index);
    const Instruction *Back = &I;
    for (unsigned N = 0; N != MostBack; ++N) {
      Back = Code.before(*Back);
      if (!Back || D.isEnd(*Back) || D.isCall(*Back))
        return std::nullopt;
      if (std::optional<unsigned> Its = D.unsignedAbove(*Back))
        More = Its;
      else if (std::optional<uint64_t> Last = compared(*Back, Index);
               Last && More)
        return *Last + *More;
      if (!D.writes(*Back, Index))
        continue;
      if (D.form(*Back) == Form::And && Back->Inst.getOperand(2).isImm() &&
          Back->Inst.getOperand(2).getImm() >= 0)
        return uint64_t(Back->Inst.getOperand(2).getImm()) + 1;
      if (D.form(*Back) != Form::Copy)
        return std::nullopt;
      Index = D.widest(registerIn(*Back, 1));
    }
    return std::nullopt;
  }

  /// The constant that \p I compares \p Register with.
  std::optional<uint64_t> compared(const Instruction &I,
                                   MCRegister Register) const {
    unsigned Operand;
    if (D.form(I) == Form::Compare && D.widest(registerIn(I, 0)) == Register)
      Operand = 1;
    else if (D.form(I) == Form::CompareFirst && Register == D.FirstResult)
      Operand = 0;
    else
      return std::nullopt;
    const MCOperand &Constant = I.Inst.getOperand(Operand);
    if (!Constant.isImm() || Constant.getImm() < 0)
      return std::nullopt;
    return Constant.getImm();
  }

  /// The targets in the table at \p Table, of \p Width bytes each, relative to
  /// \p Origin. Some may lead out of the function: into its cold part. If their
  /// number is not known, they end where one does not lead into the function,
  /// or, if they are addresses, not into code.
  IndirectJump read(uint64_t Table, uint64_t Origin, unsigned Width,
                    std::optional<uint64_t> Number) const {
    IndirectJump Jump;
    const uint64_t End =
        std::min(Number.value_or(MostEntries), MostKnownEntries);
    for (uint64_t I = 0; I != End; ++I) {
      std::optional<uint64_t> Target =
          readEntry(Table + I * Width, Origin, Width);
      if (!Target)
        break;
      const bool IsInside = Code.contains(*Target);
      if (!Number && !IsInside && (Width != 8 || !Image.isCode(*Target)))
        break;
      Jump.Known |= IsInside;
      Jump.Targets.push_back(*Target);
    }
    return Jump;
  }

  std::optional<uint64_t> readEntry(uint64_t Address, uint64_t Origin,
                                    unsigned Width) const {
    if (Width == 8)
      return Image.pointerAt(Address);
    ArrayRef<uint8_t> Bytes = Image.bytes(Address);
    if (Bytes.size() < Width)
      return std::nullopt;
    return Origin + int64_t(int32_t(support::endian::read32le(Bytes.data())));
  }

  const ElfImage &Image;
  const Decoder &D;
  const FunctionCode &Code;
};

} // namespace

IndirectJump followIndirectJump(const ElfImage &Image, const Decoder &D,
                                const FunctionCode &Code,
                                const Instruction &Jump) {
  return Search(Image, D, Code).follow(Jump);
}

} // namespace anomalloc::recover
