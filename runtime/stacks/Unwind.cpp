//===- Unwind.cpp - from a frame to its caller's --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stacks/Unwind.h"
#include "process/Process.h"
#include "profile/Modules.h"
#include "stacks/SignalFrame.h"

namespace anomalloc::runtime {

static uint32_t hashOf(uint64_t Place) {
  return uint32_t((Place * 0x9e3779b97f4a7c15u) >> 40);
}

RuleCache::Entry *RuleCache::table(Process &P) {
  Entry *Known = __atomic_load_n(&Table, __ATOMIC_ACQUIRE);
  if (Known)
    return Known;
  sys::SignalGuard Guard;
  auto *New =
      static_cast<Entry *>(allocateControl(P, Guard, Capacity * sizeof(Entry)));
  // A thread that loses this race leaves untouched pages.
  if (New && !__atomic_compare_exchange_n(&Table, &Known, New, false,
                                          __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return Known;
  return New;
}

bool RuleCache::find(uint64_t Place, PackedRules &Out) const {
  const Entry *T = __atomic_load_n(&Table, __ATOMIC_ACQUIRE);
  if (!T)
    return false;
  uint32_t Now = generation();
  for (uint32_t I = hashOf(Place), N = 0; N != MaxProbes; ++I, ++N) {
    const Entry &E = T[I & (Capacity - 1)];
    uint64_t Found = __atomic_load_n(&E.Place, __ATOMIC_ACQUIRE);
    if (!Found)
      return false;
    if (Found != Place)
      continue;
    Out = E.Rules;
    uint32_t Of = __atomic_load_n(&E.Generation, __ATOMIC_RELAXED);
    // It may have been rewritten meanwhile.
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return Of == Now && __atomic_load_n(&E.Place, __ATOMIC_RELAXED) == Place;
  }
  return false;
}

void RuleCache::insert(Process &P, uint64_t Place, const PackedRules &Rules) {
  constexpr uint64_t Busy = ~uint64_t(0);
  Entry *T = table(P);
  if (!T)
    return;
  uint32_t Now = generation();
  for (uint32_t I = hashOf(Place), N = 0; N != MaxProbes; ++I, ++N) {
    Entry &E = T[I & (Capacity - 1)];
    uint64_t Found = __atomic_load_n(&E.Place, __ATOMIC_ACQUIRE);
    bool Stale = Found && Found != Busy &&
                 __atomic_load_n(&E.Generation, __ATOMIC_RELAXED) != Now;
    if (Found == Place && !Stale)
      return;
    if (Found && !Stale)
      continue;
    if (!__atomic_compare_exchange_n(&E.Place, &Found, Busy, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      continue;
    // Who sees the new rules sees that they are being written.
    __atomic_thread_fence(__ATOMIC_RELEASE);
    E.Rules = Rules;
    __atomic_store_n(&E.Generation, Now, __ATOMIC_RELAXED);
    __atomic_store_n(&E.Place, Place, __ATOMIC_RELEASE);
    return;
  }
}

static bool packSaved(const RegisterRule &R, int16_t &Out) {
  Out = PackedRules::NotSaved;
  if (R.Where == RegisterRule::Same || R.Where == RegisterRule::Undefined)
    return true;
  if (R.Where != RegisterRule::AtOffset || R.Offset % 8)
    return false;
  int64_t Words = R.Offset / 8;
  Out = int16_t(Words);
  return Words > INT16_MIN && Words <= INT16_MAX;
}

static PackedRules pack(const FrameRules &Rules) {
  PackedRules Out = {};
  Out.Kind = PackedRules::Complex;
  const RegisterRule &Return = Rules.Registers[RegReturn];
  if (Return.Where == RegisterRule::Undefined) {
    Out.Kind = PackedRules::NoCaller;
    return Out;
  }
  bool CfaKnown =
      Rules.CfaRegister == RegStack || Rules.CfaRegister == RegFrame;
  if (Rules.IsSignalFrame || Rules.CfaExpression || !CfaKnown ||
      Rules.CfaOffset != int32_t(Rules.CfaOffset) ||
      (!ReturnsByRegister &&
       (Return.Where != RegisterRule::AtOffset || Return.Offset != -8)) ||
      Rules.Registers[RegStack].Where != RegisterRule::Same)
    return Out;
  for (unsigned I = 0; I != PackedRules::NumSaved; ++I)
    if (!packSaved(Rules.Registers[SavedRegisters[I]], Out.Saved[I]))
      return Out;
  Out.CfaRegister = uint8_t(Rules.CfaRegister);
  Out.CfaOffset = int32_t(Rules.CfaOffset);
  Out.Kind = PackedRules::Simple;
  return Out;
}

static const uint64_t *wordAt(uint64_t Address) {
  return reinterpret_cast<const uint64_t *>(Address);
}

/// Arrives behind a call.
static StepResult enter(FrameCursor &Frame, uint64_t Pc, uint64_t Cfa) {
  Frame.Pc = withoutSignature(Pc);
  Frame.StackPointer = Cfa;
  Frame.Interrupted = false;
  if (ReturnsByRegister)
    Frame.Registers[RegReturn] = nullptr;
  return Pc ? StepResult::Caller : StepResult::Outermost;
}

/// An interrupted function that has no frame yet ends where its caller's
/// begins, if its return address is in a register.
static bool mayEnd(const FrameCursor &Frame, uint64_t Cfa) {
  return ascends(Frame.StackPointer, Cfa) ||
         (ReturnsByRegister && Frame.Interrupted && Cfa == Frame.StackPointer);
}

static StepResult stepSimply(FrameCursor &Frame, const PackedRules &Rules,
                             WordsRead &Words) {
  uint64_t Cfa = Frame.StackPointer;
  if (Rules.CfaRegister == RegFrame) {
    Words.FramePointer = Frame.Registers[RegFrame];
    if (!Words.FramePointer)
      return StepResult::Cut;
    Cfa = *Words.FramePointer;
  }
  Cfa += uint64_t(int64_t(Rules.CfaOffset));
  if (!mayEnd(Frame, Cfa))
    return StepResult::Cut;
  for (unsigned I = 0; I != PackedRules::NumSaved; ++I)
    if (Rules.Saved[I] != PackedRules::NotSaved)
      Frame.Registers[SavedRegisters[I]] = wordAt(Cfa) + Rules.Saved[I];
  Words.ReturnAddress =
      ReturnsByRegister ? Frame.Registers[RegReturn] : wordAt(Cfa) - 1;
  if (!Words.ReturnAddress)
    return StepResult::Cut;
  return enter(Frame, *Words.ReturnAddress, Cfa);
}

namespace {
/// Computes one frame of any kind.
class ComplexStep {
public:
  ComplexStep(const FrameCursor &From, StepSpace &Space, WordsRead &Words)
      : From(From), Space(Space), Words(Words) {}

  /// By the rules that \p Space holds.
  StepResult run(FrameCursor &To);

private:
  uint64_t get(unsigned Register) {
    if (Register == RegStack)
      return From.StackPointer;
    if (Register == RegReturn && !ReturnsByRegister)
      return From.Pc;
    const uint64_t *At = From.Registers[Register];
    if (!At) {
      Lost = true;
      return 0;
    }
    return read(reinterpret_cast<uint64_t>(At));
  }
  uint64_t read(uint64_t Address) {
    if (Address % 8 || !Address) {
      Lost = true;
      return 0;
    }
    if (Words.NumOthers == WordsRead::MaxOthers)
      Words.Untold = true;
    else
      Words.Others[Words.NumOthers++] = wordAt(Address);
    return *wordAt(Address);
  }
  bool compute(const uint8_t *Expression, const uint64_t *Initial,
               uint64_t &Result) {
    ExpressionInput Input = {
        this,
        [](void *Self, unsigned Number) {
          return static_cast<ComplexStep *>(Self)->get(Number);
        },
        [](void *Self, uint64_t Address) {
          return static_cast<ComplexStep *>(Self)->read(Address);
        }};
    return evaluate(Expression, Initial, Input, Space.Computed, Result);
  }
  /// Where the caller's value of a register is; null if it is lost.
  const uint64_t *locate(const RegisterRule &Rule, unsigned Register,
                         uint64_t Cfa, uint64_t &Kept);

  const FrameCursor &From;
  StepSpace &Space;
  WordsRead &Words;
  bool Lost = false;
};
} // namespace

const uint64_t *ComplexStep::locate(const RegisterRule &Rule, unsigned Register,
                                    uint64_t Cfa, uint64_t &Kept) {
  uint64_t Value = 0;
  switch (Rule.Where) {
  case RegisterRule::Same:
    return From.Registers[Register];
  case RegisterRule::Undefined:
    return nullptr;
  case RegisterRule::AtOffset:
    return wordAt(Cfa + uint64_t(Rule.Offset));
  case RegisterRule::AtExpression:
    return compute(Rule.Expression, &Cfa, Value) ? wordAt(Value) : nullptr;
  case RegisterRule::InRegister:
    if (uint64_t(Rule.Offset) >= NumRegisters)
      return nullptr;
    Value = get(unsigned(Rule.Offset));
    break;
  case RegisterRule::IsOffset:
    Value = Cfa + uint64_t(Rule.Offset);
    break;
  case RegisterRule::IsExpression:
    if (!compute(Rule.Expression, &Cfa, Value))
      return nullptr;
    break;
  }
  Words.Untold = true;
  Kept = Value;
  return &Kept;
}

StepResult ComplexStep::run(FrameCursor &To) {
  const FrameRules &Rules = Space.Rules.Rules;
  uint64_t Cfa;
  if (!Rules.CfaExpression)
    Cfa = get(Rules.CfaRegister) + uint64_t(Rules.CfaOffset);
  else if (!compute(Rules.CfaExpression, nullptr, Cfa))
    return StepResult::Cut;
  if (Lost || (!Rules.IsSignalFrame && !mayEnd(From, Cfa)))
    return StepResult::Cut;
  FrameCursor Next = {};
  for (unsigned R = 0; R != NumRegisters; ++R)
    Next.Registers[R] = locate(Rules.Registers[R], R, Cfa, Space.Next[R]);
  // The return address is where its column says, not what that holds by now.
  const uint64_t *ReturnAddress = Next.Registers[RegReturn];
  if (!ReturnAddress)
    return Rules.Registers[RegReturn].Where == RegisterRule::Same
               ? StepResult::Cut
               : StepResult::Outermost;
  uint64_t Pc = read(reinterpret_cast<uint64_t>(ReturnAddress));
  uint64_t StackPointer = Cfa;
  if (Rules.Registers[RegStack].Where != RegisterRule::Same &&
      Next.Registers[RegStack])
    StackPointer = read(reinterpret_cast<uint64_t>(Next.Registers[RegStack]));
  if (Lost)
    return StepResult::Cut;
  for (unsigned R = 0; R != NumRegisters; ++R)
    if (Next.Registers[R] == &Space.Next[R]) {
      Space.Kept[R] = Space.Next[R];
      Next.Registers[R] = &Space.Kept[R];
    }
  To = Next;
  StepResult Result = enter(To, Pc, StackPointer);
  To.Interrupted = Rules.IsSignalFrame;
  return Result;
}

/// No information: the frame pointer may lead on. It may also lead nowhere, so
/// the kernel is asked to read. On AArch64 it tells no stack pointer, only one
/// that the caller's is not below. What was interrupted there is mostly a small
/// function without a frame, as the linker makes them for calls of libraries.
static StepResult stepByFramePointer(FrameCursor &Frame, WordsRead &Words) {
  Words.Untold = true;
  if (ReturnsByRegister && Frame.Interrupted && Frame.Registers[RegReturn])
    return enter(Frame, *Frame.Registers[RegReturn], Frame.StackPointer);
  uint64_t Pointer, Pair[2];
  const uint64_t *At = Frame.Registers[RegFrame];
  if (!At || !sys::readMemory(reinterpret_cast<uint64_t>(At), &Pointer,
                              sizeof(Pointer)))
    return StepResult::Cut;
  if (!Pointer) // How the ABI marks the outermost frame.
    return StepResult::Outermost;
  if (!ascends(Frame.StackPointer, Pointer + 16) ||
      !sys::readMemory(Pointer, Pair, sizeof(Pair)))
    return StepResult::Cut;
  Frame.Registers[RegFrame] = wordAt(Pointer);
  Frame.ByFramePointer = true;
  return enter(Frame, Pair[1], Pointer + 16);
}

bool findPackedRules(Process &P, uint64_t Place, StepSpace &Space,
                     PackedRules &Out) {
  if (__builtin_expect(P.Rules.find(Place, Out), 1) &&
      Out.Kind != PackedRules::Complex)
    return true;
  const uint8_t *Header = frameHeaderOf(Place);
  if (!Header || !findFrameRules(Header, Place, Space.Rules))
    return false;
  Out = pack(Space.Rules.Rules);
  P.Rules.insert(P, Place, Out);
  return true;
}

StepResult stepToCaller(Process &P, FrameCursor &Frame, StepSpace &Space,
                        WordsRead &Words) {
  Words = {};
  const bool KnowsStackPointer = FramesShowCallers || !Frame.ByFramePointer;
  Frame.ByFramePointer = false;
  PackedRules Packed;
  const bool Told = findPackedRules(P, Frame.place(), Space, Packed);
  if (Told && Packed.Kind == PackedRules::Simple &&
      (KnowsStackPointer || Packed.CfaRegister == RegFrame))
    return stepSimply(Frame, Packed, Words);
  if (Told && Packed.Kind == PackedRules::NoCaller)
    return StepResult::Outermost;
  if (KnowsStackPointer && isSignalReturn(Frame.Pc)) {
    stepFromSignal(Frame, Words);
    return StepResult::Caller;
  }
  if (!Told || !KnowsStackPointer)
    return stepByFramePointer(Frame, Words);
  return ComplexStep(Frame, Space, Words).run(Frame);
}

} // namespace anomalloc::runtime
