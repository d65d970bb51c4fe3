//===- KeepRules.cpp - what speaks against keeping a block ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/KeepRules.h"
#include "makers/CallResults.h"
#include "tame/MeasuredRun.h"
#include "verdicts/Paths.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

/// Of all blocks that one loop keeps, in bytes: about what the second level of
/// a cache has to spare. An allocator uses one block for many calls; more kept
/// blocks would cost more than it.
static constexpr uint64_t MostInLoop = 65536;
/// Blocks that one loop keeps.
static constexpr unsigned MostOfLoop = 8;
/// A smaller share of MostInLoop is not worth the comparison, in bytes.
static constexpr uint64_t LeastShare = 1024;

/// Whether \p F is a function of the allocator that a program may replace:
/// operator new or delete ([replacement.functions] of C++), or malloc's like.
static bool isOfAllocator(const Function &F) {
  StringRef Name = F.getName();
  if (is_contained({"malloc", "calloc", "realloc", "free", "aligned_alloc",
                    "memalign", "posix_memalign"},
                   Name))
    return true;
  if (!Name.consume_front("_Znwm") && !Name.consume_front("_Znam") &&
      !Name.consume_front("_ZdlPv") && !Name.consume_front("_ZdaPv"))
    return false;
  // Others are placement forms, which nobody replaces.
  return is_contained({"", "m", "RKSt9nothrow_t", "St11align_val_t",
                       "mSt11align_val_t", "St11align_val_tRKSt9nothrow_t"},
                      Name);
}

KeepRules::KeepRules(const Module &M, const Reentry &Code) : Code(Code) {
  for (const Function &F : M) {
    HasOwnAllocator |= isOwnCode(F) && isOfAllocator(F);
    HasLongJumps |= returnsTwice(F) || isLongJump(F);
  }
}

/// Whether \p F is C++ or another language that leaves functions by exceptions,
/// as its name or its handlers show. What debug information says must not
/// change the code.
static bool isOfCxx(const Function &F) {
  return F.getName().starts_with("_Z") ||
         (F.hasPersonalityFn() &&
          F.getPersonalityFn()->stripPointerCasts()->getName() !=
              "__gcc_personality_v0");
}

/// Whether \p Plan's loop makes a call that \p Matters while it keeps a block:
/// behind a call that frees the block, before the next one is made. While no
/// block is kept, the loop has no more memory than in the source.
static bool callsWhileKept(const KeptPlan &Plan,
                           function_ref<bool(const CallBase &)> Matters) {
  SmallSetVector<const Instruction *, 8> Begins;
  for (const auto *Frees : {&Plan.Exact, &Plan.Compared})
    for (const CallInst *Free : *Frees)
      Begins.insert(Free->getNextNode());
  for (unsigned I = 0; I != Begins.size(); ++I) {
    const BasicBlock *Block = Begins[I]->getParent();
    const Instruction *At = Begins[I];
    for (; At && At != Plan.Call; At = At->getNextNode())
      if (const auto *Call = dyn_cast<CallBase>(At); Call && Matters(*Call))
        return true;
    if (At)
      continue;
    for (const BasicBlock *Next : successors(Block))
      if (Plan.Around->contains(Next))
        Begins.insert(&Next->front());
  }
  return false;
}

/// Whether the loop may be left by longjmp, behind the back of what frees the
/// kept block. C++ programs that do so say it in the module, C programs need
/// not.
bool KeepRules::mayJumpOut(const KeptPlan &Plan) const {
  if (!HasLongJumps && isOfCxx(*Plan.Call->getFunction()))
    return false;
  return callsWhileKept(
      Plan, [&](const CallBase &Call) { return Code.mayRunOtherCode(Call); });
}

/// Whether calls of the function may each keep a block at once.
bool KeepRules::mayKeepMany(const KeptPlan &Plan) const {
  return Code.mayBeReentered(*Plan.Call->getFunction()) &&
         callsWhileKept(Plan, [&](const CallBase &Call) {
           return Code.mayComeBack(Call);
         });
}

StringRef KeepRules::obstacle(const KeptPlan &Plan) const {
  if (HasOwnAllocator)
    return "the program has its own allocator, which may know when a block is "
           "free";
  // Somebody may have given a block of malloc another size in its place.
  if (Plan.What.Free == "free" && !Plan.IsKnown)
    return "its address gets out, so its size may have been changed";
  if (mayKeepMany(Plan))
    return "its function may be called again while a block is kept, and each "
           "call would keep one";
  if (mayJumpOut(Plan))
    return "a function that the loop calls may leave it by longjmp, and nobody "
           "would free the block";
  return "";
}

/// Sets KeptPlan::Most of \p Plans, all those of one loop, where there is room.
static void shareRoom(SmallVectorImpl<KeptPlan *> &Plans) {
  // The plans stand in one array.
  llvm::sort(Plans, [](const KeptPlan *A, const KeptPlan *B) {
    return std::tuple(blocksOf(B->Measured), B->Depth, A) <
           std::tuple(blocksOf(A->Measured), A->Depth, B);
  });
  uint64_t Room = MostInLoop;
  unsigned Count = 0;
  SmallVector<KeptPlan *, 4> Others;
  for (KeptPlan *Plan : Plans) {
    if (Count == MostOfLoop)
      break;
    if (Plan->Least > Room)
      continue;
    ++Count;
    if (Plan->Bound != Plan->Least) {
      Others.push_back(Plan);
      continue;
    }
    Plan->Most = std::max<uint64_t>(Plan->Least, 1);
    Room -= Plan->Least;
  }
  if (Others.empty())
    return;
  uint64_t Share = Room / Others.size();
  for (KeptPlan *Plan : Others)
    if (Share >= LeastShare && Plan->Least <= Share)
      Plan->Most = Share;
}

void anomalloc::keepLess(SmallVectorImpl<KeptPlan> &Plans,
                         SmallVectorImpl<LeftBlock> &Left) {
  MapVector<const Loop *, SmallVector<KeptPlan *, 4>> OfLoop;
  for (KeptPlan &Plan : Plans)
    OfLoop[Plan.Around].push_back(&Plan);
  for (auto &[Loop, Its] : OfLoop)
    shareRoom(Its);
  erase_if(Plans, [&](const KeptPlan &Plan) {
    if (Plan.Most)
      return false;
    Left.push_back({Plan.Call, /*IsSlot=*/false,
                    "a loop keeps at most eight blocks, and 64 KiB in all"});
    return true;
  });
}
