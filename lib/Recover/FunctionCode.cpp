//===- FunctionCode.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/FunctionCode.h"
#include "Recover/JumpTables.h"
#include "Recover/NeverReturns.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc::recover {

/// Instructions that addressLoad() looks at, for each one of the function.
static constexpr size_t MostSearched = 1000;

FunctionCode::FunctionCode(const ElfImage &Image, const Decoder &D,
                           uint64_t Start, ArrayRef<uint8_t> Bytes)
    : Image(Image), D(D), Start(Start), Size(Bytes.size()), Bytes(Bytes),
      StepAt(Size), Covered(Size), IsLeader(Size) {}

bool FunctionCode::explore() {
  lead(Start);
  drain();
  // What is decoded from here on does not run, as far as is known.
  const bool Unknown = UnknownJumps;
  for (uint64_t Offset = 0; Offset < Size && !Full; Offset += D.unit())
    if (!Covered[Offset]) {
      lead(Start + Offset);
      drain();
    }
  UnknownJumps = Unknown;
  for (uint64_t Offset = 0; Offset != Size; ++Offset)
    if (IsLeader[Offset] && StepAt[Offset])
      Leaders.push_back(Start + Offset);
  return !Full;
}

/// A block begins at \p Address, which is to be decoded.
void FunctionCode::lead(uint64_t Address) {
  if (!contains(Address))
    return;
  IsLeader[Address - Start] = true;
  if (!StepAt[Address - Start])
    Pending.push_back(Address);
}

void FunctionCode::drain() {
  while (!Pending.empty() && !Full) {
    while (!Pending.empty() && !Full) {
      uint64_t Address = Pending.back();
      Pending.pop_back();
      decodeFrom(Address);
    }
    followIndirectJumps();
  }
}

void FunctionCode::decodeFrom(uint64_t Address) {
  while (contains(Address)) {
    const uint64_t Offset = Address - Start;
    if (StepAt[Offset]) {
      IsLeader[Offset] = true; // Code runs together here.
      return;
    }
    if (Steps.size() == MostInstructions) {
      Full = true;
      return;
    }
    Step S;
    std::optional<Instruction> I = D.decode(Bytes.drop_front(Offset), Address);
    if (!I) {
      UnknownJumps = true;
      Covered[Offset] = true;
      return;
    }
    S.What = std::move(*I);
    std::fill_n(Covered.begin() + Offset, S.What.Size, true);
    follow(S);
    Address = S.What.end();
    const bool FallsThrough = S.FallsThrough;
    Steps.push_back(std::move(S));
    StepAt[Offset] = uint32_t(Steps.size());
    if (!FallsThrough)
      return;
  }
}

/// Finds what runs after \p S, the next one of Steps.
void FunctionCode::follow(Step &S) {
  const Instruction &I = S.What;
  S.FallsThrough = !D.isEnd(I);
  if (D.isCall(I)) {
    S.FallsThrough = !neverReturns(Image.callee(I));
    return;
  }
  if (D.form(I) == Form::LoadAddress)
    Addresses.push_back(uint32_t(Steps.size()));
  if (!D.isJump(I))
    return;
  if (std::optional<uint64_t> Target = D.target(I)) {
    if (contains(*Target))
      S.Targets.push_back(*Target);
    lead(*Target);
    if (S.FallsThrough)
      lead(I.end());
    return;
  }
  Indirect.push_back(uint32_t(Steps.size()));
}

/// Whether the tables are too large for the function. An interpreter with a
/// jump through a table of all cases in each case stays far below.
bool FunctionCode::hasTooManyTargets() const {
  return TableTargets > 8 * Size + 4096;
}

void FunctionCode::followIndirectJumps() {
  for (uint32_t Index : std::exchange(Indirect, {})) {
    IndirectJump Jump;
    if (!hasTooManyTargets())
      Jump = followIndirectJump(Image, D, *this, Steps[Index].What);
    TableTargets += Jump.Targets.size();
    UnknownJumps |= !Jump.Known;
    llvm::sort(Jump.Targets); // Many cases share one target.
    Jump.Targets.erase(llvm::unique(Jump.Targets), Jump.Targets.end());
    for (uint64_t Target : Jump.Targets)
      if (contains(Target)) {
        Steps[Index].Targets.push_back(Target);
        lead(Target);
      }
  }
}

const FunctionCode::Step *FunctionCode::at(uint64_t Address) const {
  uint32_t Index = contains(Address) ? StepAt[Address - Start] : 0;
  return Index ? &Steps[Index - 1] : nullptr;
}

const Instruction *FunctionCode::before(const Instruction &I) const {
  constexpr uint64_t Longest = 15; // Intel's manual, volume 2, chapter 2.3.11.
  for (uint64_t Back = D.unit(); Back <= Longest; Back += D.unit())
    if (const Step *S = at(I.Address - Back); S && S->What.Size == Back)
      return &S->What;
  return nullptr;
}

const Instruction *FunctionCode::addressLoad(uint64_t Before,
                                             MCRegister Register) const {
  const Instruction *Last = nullptr;
  if ((Searched += Addresses.size()) > MostSearched * Steps.size())
    return nullptr;
  for (uint32_t Index : Addresses) {
    const Instruction &I = Steps[Index].What;
    if (I.Address < Before && (!Last || Last->Address < I.Address) &&
        D.writes(I, Register) && D.relativeAddress(I))
      Last = &I;
  }
  return Last;
}

uint32_t FunctionCode::blockOf(uint64_t Address) const {
  return uint32_t(llvm::lower_bound(Leaders, Address) - Leaders.begin());
}

BlockGraph FunctionCode::blocks() const {
  BlockGraph Graph(Leaders.size());
  for (uint32_t Block = 0; Block != Leaders.size(); ++Block) {
    uint64_t Address = Leaders[Block];
    while (const Step *S = at(Address)) {
      Address = S->What.end();
      for (uint64_t Target : S->Targets)
        if (at(Target))
          Graph[Block].push_back(blockOf(Target));
      if (!S->FallsThrough)
        break;
      if (at(Address) && leads(Address)) {
        Graph[Block].push_back(blockOf(Address));
        break;
      }
    }
  }
  return Graph;
}

std::vector<FunctionCode::Call> FunctionCode::calls() const {
  std::vector<Call> Calls;
  for (uint32_t Block = 0; Block != Leaders.size(); ++Block) {
    uint64_t Address = Leaders[Block];
    while (const Step *S = at(Address)) {
      Address = S->What.end();
      if (D.isCall(S->What))
        Calls.push_back(
            {S->What, Block, Image.callee(S->What), constantOf(S->What)});
      if (!S->FallsThrough || (contains(Address) && leads(Address)))
        break;
    }
  }
  return Calls;
}

std::optional<uint64_t>
FunctionCode::constantOf(const Instruction &Call) const {
  const Instruction *I = &Call;
  while (!leads(I->Address)) {
    I = before(*I);
    if (!I || D.isCall(*I) || D.isEnd(*I))
      return std::nullopt;
    if (D.writes(*I, D.FirstArgument))
      return D.constant(*I);
  }
  return std::nullopt;
}

} // namespace anomalloc::recover
