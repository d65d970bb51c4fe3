//===- Paths.cpp - whether a block is freed on every path -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "verdicts/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

static constexpr unsigned MostFreeingLevels = 4;
static constexpr unsigned MostVisits = 20000; ///< Of instructions.
/// Of instructions of one function, for all its sites.
static constexpr unsigned MostVisitsOfFunction = 1000000;
/// States of one place. If there are more, they become one that says less.
static constexpr unsigned MostStates = 8;

namespace {

/// A value that is the block's address, or bytes of an object that hold it.
struct Holder {
  const Value *V;
  std::optional<int64_t> Offset; ///< None: the value itself.
  bool operator==(const Holder &Other) const {
    return V == Other.V && Offset == Other.Offset;
  }
};

using State = SmallVector<Holder, 4>;

} // namespace

class PathFinder::Search {
public:
  Search(PathFinder &Finder, const Function &F,
         const SmallPtrSetImpl<const Value *> &Holders)
      : Finder(Finder), F(F), Layout(F.getParent()->getDataLayout()),
        Library(Finder.Escapes.library(F)), Trusted(Holders) {}

  /// From the instruction behind \p From, or from the function's entry.
  /// \p Copies: as PathFinder::fromSite() says.
  LivePaths run(State Start, const CallBase *From,
                ArrayRef<const CallBase *> Copies, const Loop *Loop);
  unsigned visits() const { return Visits; }
  /// As PathFinder::handedOut() says.
  void allowHandingOut(const Value *ByArgument) {
    HandsOut = true;
    Into = ByArgument;
  }

private:
  void enter(const BasicBlock *From, const BasicBlock *To, const State &Holds);
  void walk(BasicBlock::const_iterator I, State Holds);
  void leave(const Instruction &Last, const State &Holds);
  bool frees(const CallBase &Call, const State &Holds);
  void change(const Instruction &I, State &Holds);
  void forget(const Value &Address, std::optional<uint64_t> Size, State &Holds);
  void forgetIfWritten(const CallBase &Call, State &Holds);
  bool isTaken(const BranchInst &Branch, unsigned Way, const State &Holds);
  bool isHandedOut(const Instruction &Last, const State &Holds);
  void note(VerdictObstacle Why, const Instruction &At);

  static bool holds(const State &Holds, const Value *V) {
    V = V->stripPointerCasts();
    return any_of(Holds,
                  [&](const Holder &H) { return !H.Offset && H.V == V; });
  }

  PathFinder &Finder;
  const Function &F;
  const DataLayout &Layout;
  const TargetLibraryInfo &Library;
  const SmallPtrSetImpl<const Value *> &Trusted;
  ArrayRef<const CallBase *> Sites;
  const Loop *Innermost = nullptr;
  bool HandsOut = false;
  const Value *Into = nullptr;
  DenseMap<const BasicBlock *, SmallVector<State, 1>> AtEntry;
  SmallVector<std::pair<const BasicBlock *, State>, 8> Worklist;
  LivePaths Found;
  unsigned Visits = 0;
};

void PathFinder::Search::note(VerdictObstacle Why, const Instruction &At) {
  if (Found.First.Why == VerdictObstacle::None)
    Found.First = {Why, &At};
}

/// A path goes from the block \p From to \p To.
void PathFinder::Search::enter(const BasicBlock *From, const BasicBlock *To,
                               const State &Holds) {
  for (const Loop *L = Innermost; L; L = L->getParentLoop())
    if (To == L->getHeader() && L->contains(From)) {
      Found.LeavesIteration = true;
      note(VerdictObstacle::NextIteration, *From->getTerminator());
    }
  State Next;
  for (const Holder &H : Holds)
    if (const auto *Phi = dyn_cast<PHINode>(H.V);
        !Phi || Phi->getParent() != To || H.Offset)
      Next.push_back(H);
  for (const PHINode &Phi : To->phis()) {
    Visits += Phi.getNumIncomingValues() / 8; // They are looked through.
    if (Phi.getType()->isPointerTy() &&
        holds(Holds, Phi.getIncomingValueForBlock(From)))
      Next.push_back({&Phi, std::nullopt});
  }
  auto Includes = [](const State &More, const State &Less) {
    return all_of(Less, [&](const Holder &H) { return is_contained(More, H); });
  };
  SmallVector<State, 1> &Known = AtEntry[To];
  // A path with less to hold on to has been followed, or will be.
  if (any_of(Known, [&](const State &Old) { return Includes(Next, Old); }))
    return;
  if (Known.size() >= MostStates) {
    // What holds the block on all paths.
    for (const State &Old : Known)
      erase_if(Next, [&](const Holder &H) { return !is_contained(Old, H); });
    Known.clear();
  }
  Known.push_back(Next);
  Worklist.push_back({To, std::move(Next)});
}

bool PathFinder::Search::frees(const CallBase &Call, const State &Holds) {
  if (const Value *Freed = getFreedOperand(&Call, &Library))
    return holds(Holds, Freed);
  const Function *Callee = Finder.Escapes.knownBody(Call);
  if (!Callee || isa<IntrinsicInst>(Call))
    return false;
  for (unsigned N = 0, E = Call.arg_size(); N != E; ++N) {
    const Value &Argument = *Call.getArgOperand(N);
    if (!Argument.getType()->isPointerTy() || Call.isByValArgument(N))
      continue;
    for (const Holder &H : Holds) {
      if (!H.Offset) {
        if (H.V == Argument.stripPointerCasts() &&
            Finder.frees(*Callee, N, std::nullopt))
          return true;
      } else if (std::optional<int64_t> At =
                     offsetFrom(Argument, *H.V, Layout)) {
        if (Finder.frees(*Callee, N, *H.Offset - *At))
          return true;
      }
    }
  }
  return false;
}

/// Whether \p H may be in one of \p Objects. The address of the object is
/// stored nowhere, so what is loaded does not lead there. A parameter may lead
/// to the same object as another one, and what a function returns to any.
static bool mayBeIn(const Holder &H, ArrayRef<const Value *> Objects) {
  if (!H.Offset)
    return false;
  return any_of(Objects, [&](const Value *O) {
    if (O == H.V)
      return true;
    if (isa<Argument>(O))
      return isa<Argument>(H.V);
    return !isa<AllocaInst, GlobalValue, ConstantPointerNull, LoadInst>(O) &&
           !isNoAliasCall(O);
  });
}

/// Something else may stand at \p Address now.
void PathFinder::Search::forget(const Value &Address,
                                std::optional<uint64_t> Size, State &Holds) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Address, Objects);
  erase_if(Holds, [&](const Holder &H) {
    if (!mayBeIn(H, Objects))
      return false;
    std::optional<int64_t> At = offsetFrom(Address, *H.V, Layout);
    HeldAt Held;
    Held.add(*H.Offset, 1);
    return !At || !Size || Held.overlaps(At, *Size);
  });
}

void PathFinder::Search::forgetIfWritten(const CallBase &Call, State &Holds) {
  if (Call.onlyReadsMemory())
    return;
  for (unsigned N = 0, E = Call.arg_size(); N != E; ++N) {
    const Value &Argument = *Call.getArgOperand(N);
    if (!Argument.getType()->isPointerTy() || Call.isByValArgument(N) ||
        Call.onlyReadsMemory(N))
      continue;
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(&Argument, Objects);
    const Function *Callee = Finder.Escapes.knownBody(Call);
    erase_if(Holds, [&](const Holder &H) {
      if (!mayBeIn(H, Objects))
        return false;
      HeldAt Anywhere;
      Anywhere.Anywhere = true;
      return !Callee ||
             Finder.Escapes.ofArgument(*Callee, N, &Anywhere).WritesHolder;
    });
  }
}

/// What \p I makes of the state.
void PathFinder::Search::change(const Instruction &I, State &Holds) {
  // A value that is computed again is another one.
  erase_if(Holds, [&](const Holder &H) { return !H.Offset && H.V == &I; });
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    if (Load->getType()->isPointerTy() && any_of(Holds, [&](const Holder &H) {
          return H.Offset && offsetFrom(*Load->getPointerOperand(), *H.V,
                                        Layout) == H.Offset;
        }))
      Holds.push_back({Load, std::nullopt});
  } else if (const auto *Store = dyn_cast<StoreInst>(&I)) {
    const Value &Address = *Store->getPointerOperand();
    forget(Address, storeSizeOf(*Store->getValueOperand()->getType(), Layout),
           Holds);
    if (holds(Holds, Store->getValueOperand())) {
      APInt Offset(Layout.getIndexTypeSizeInBits(Address.getType()), 0);
      const Value *Base = Address.stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true);
      if (Trusted.contains(Base))
        Holds.push_back({Base, Offset.getSExtValue()});
    }
  } else if (const auto *Memory = dyn_cast<MemIntrinsic>(&I)) {
    const auto *Length = dyn_cast<ConstantInt>(Memory->getLength());
    forget(*Memory->getRawDest(),
           Length ? std::optional(Length->getZExtValue()) : std::nullopt,
           Holds);
  } else if (const auto *Call = dyn_cast<CallBase>(&I)) {
    if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
        !Intrinsic || Intrinsic->mayWriteToMemory())
      if (!I.isLifetimeStartOrEnd())
        forgetIfWritten(*Call, Holds);
    if (const Value *Same = Call->getReturnedArgOperand())
      if (holds(Holds, Same))
        Holds.push_back({Call, std::nullopt});
  } else if (I.mayWriteToMemory()) {
    erase_if(Holds, [](const Holder &H) { return H.Offset.has_value(); });
  }
}

/// Whether \p Address is surely in a variable, and not behind its end.
static bool isInVariable(const Value &Address, const DataLayout &Layout) {
  APInt Offset(Layout.getIndexTypeSizeInBits(Address.getType()), 0);
  const Value *Base = Address.stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/false);
  std::optional<TypeSize> Size;
  if (const auto *Local = dyn_cast<AllocaInst>(Base))
    Size = Local->getAllocationSize(Layout);
  else if (const auto *Global = dyn_cast<GlobalVariable>(Base);
           Global && !Global->hasExternalWeakLinkage())
    Size = Layout.getTypeAllocSize(Global->getValueType());
  return Size && !Size->isScalable() && Offset.ult(Size->getFixedValue());
}

/// Whether a branch can go its way number \p Way while the block lives: its
/// address is neither null nor that of another object.
bool PathFinder::Search::isTaken(const BranchInst &Branch, unsigned Way,
                                 const State &Holds) {
  const auto *Compare = dyn_cast<ICmpInst>(Branch.getCondition());
  if (!Compare || !Compare->isEquality())
    return true;
  const Value *A = Compare->getOperand(0), *B = Compare->getOperand(1);
  if (!holds(Holds, A))
    std::swap(A, B);
  if (!holds(Holds, A) ||
      !(isa<ConstantPointerNull>(B) || isInVariable(*B, Layout)))
    return true;
  bool WhenEqual =
      Compare->getPredicate() == CmpInst::ICMP_EQ ? Way == 0 : Way == 1;
  return !WhenEqual;
}

/// Whether the function ends here and gives the block to its caller.
bool PathFinder::Search::isHandedOut(const Instruction &Last,
                                     const State &Holds) {
  const auto *Return = dyn_cast<ReturnInst>(&Last);
  if (!HandsOut || !Return)
    return false;
  SmallVector<HandedBy, 2> By;
  const Value *Result = Return->getReturnValue();
  if (!Into && Result && Result->getType()->isPointerTy() &&
      holds(Holds, Result))
    By.push_back(std::nullopt);
  for (const Holder &H : Holds)
    if (H.Offset && H.V == Into)
      By.push_back(H.Offset);
  if (By.empty())
    return false;
  if (!is_contained(Found.Handed, By))
    Found.Handed.push_back(std::move(By));
  return true;
}

void PathFinder::Search::leave(const Instruction &Last, const State &Holds) {
  if (isHandedOut(Last, Holds))
    return;
  const auto *Cleanup = dyn_cast<CleanupReturnInst>(&Last);
  const auto *Catch = dyn_cast<CatchSwitchInst>(&Last);
  if (isa<ReturnInst, ResumeInst>(Last) ||
      (Cleanup && Cleanup->unwindsToCaller()) ||
      (Catch && Catch->unwindsToCaller())) {
    bool IsReturn = isa<ReturnInst>(Last);
    (IsReturn ? Found.Returns : Found.Throws) = true;
    note(IsReturn ? VerdictObstacle::NotFreed : VerdictObstacle::Thrown, Last);
  }
  const auto *Branch = dyn_cast<BranchInst>(&Last);
  for (unsigned Way = 0, E = Last.getNumSuccessors(); Way != E; ++Way)
    if (!Branch || !Branch->isConditional() || isTaken(*Branch, Way, Holds))
      enter(Last.getParent(), Last.getSuccessor(Way), Holds);
}

bool anomalloc::isLongJump(const Function &F) {
  return is_contained({"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk",
                       "setcontext", "llvm.eh.sjlj.longjmp"},
                      F.getName());
}

static bool jumpsAway(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Call.doesNotReturn() && Callee && isLongJump(*Callee);
}

void PathFinder::Search::walk(BasicBlock::const_iterator I, State Holds) {
  for (auto E = I->getParent()->end(); I != E; ++I) {
    if (++Visits > MostVisits)
      return;
    const auto *Call = dyn_cast<CallBase>(&*I);
    if (Call && is_contained(Sites, Call)) {
      Found.MeetsNext = true;
      note(VerdictObstacle::NextIteration, *I);
    }
    bool IsFreed = Call && frees(*Call, Holds);
    if (isa<CallInst>(*I) &&
        ((I->mayThrow() && !F.doesNotThrow()) || jumpsAway(*Call))) {
      Found.Throws = true;
      note(VerdictObstacle::Thrown, *I);
    }
    if (!isa<PHINode>(*I))
      change(*I, Holds);
    if (IsFreed) {
      Found.IsFreed = true;
      // If the call of a function fails, the block may be there still.
      if (const auto *Invoke = dyn_cast<InvokeInst>(Call))
        enter(I->getParent(), Invoke->getUnwindDest(), Holds);
      return;
    }
    if (I->isTerminator())
      leave(*I, Holds);
  }
}

LivePaths PathFinder::Search::run(State Start, const CallBase *From,
                                  ArrayRef<const CallBase *> Copies,
                                  const Loop *Loop) {
  Sites = Copies;
  Innermost = Loop;
  if (!From)
    walk(F.getEntryBlock().begin(), std::move(Start));
  else if (const auto *Invoke = dyn_cast<InvokeInst>(From))
    enter(From->getParent(), Invoke->getNormalDest(), Start);
  else
    walk(std::next(From->getIterator()), std::move(Start));
  while (!Worklist.empty() && Visits <= MostVisits) {
    auto [Next, Holds] = Worklist.pop_back_val();
    walk(Next->begin(), std::move(Holds));
  }
  if (Visits > MostVisits) {
    Found.Returns = Found.LeavesIteration = Found.MeetsNext = true;
    note(VerdictObstacle::TooLarge, *F.getEntryBlock().getTerminator());
  }
  return Found;
}

LivePaths PathFinder::fromSite(const CallBase &Call,
                               ArrayRef<const CallBase *> Copies,
                               const SmallPtrSetImpl<const Value *> &Holders,
                               const Loop *Loop) {
  return search(Call, Copies, Call, std::nullopt, Holders, Loop);
}

LivePaths PathFinder::fromObject(const CallBase &Call,
                                 ArrayRef<const CallBase *> Copies,
                                 const Value &Object, int64_t Offset,
                                 const SmallPtrSetImpl<const Value *> &Holders,
                                 const Loop *Loop) {
  return search(Call, Copies, Object, Offset, Holders, Loop);
}

LivePaths PathFinder::handedOut(const CallBase &Call, const Value &Start,
                                std::optional<int64_t> Offset,
                                const SmallPtrSetImpl<const Value *> &Holders,
                                const Value *Into) {
  return search(Call, {}, Start, Offset, Holders, /*Loop=*/nullptr,
                /*HandsOut=*/true, Into);
}

LivePaths PathFinder::search(const CallBase &Call,
                             ArrayRef<const CallBase *> Copies,
                             const Value &From, std::optional<int64_t> Offset,
                             const SmallPtrSetImpl<const Value *> &Holders,
                             const Loop *Loop, bool HandsOut,
                             const Value *Into) {
  if (Current != Call.getFunction()) {
    Current = Call.getFunction();
    Visits = 0;
  }
  if (Visits > MostVisitsOfFunction) {
    LivePaths Unknown;
    Unknown.Returns = Unknown.LeavesIteration = Unknown.MeetsNext = true;
    Unknown.First = {VerdictObstacle::TooLarge, &Call};
    return Unknown;
  }
  State Start;
  Start.push_back({&From, Offset});
  Search Its(*this, *Current, Holders);
  if (HandsOut)
    Its.allowHandingOut(Into);
  LivePaths Found = Its.run(std::move(Start), &Call, Copies, Loop);
  Visits += Its.visits();
  return Found;
}

bool PathFinder::frees(const Function &Callee, unsigned Number,
                       std::optional<int64_t> Offset) {
  auto [I, New] = Known.try_emplace(Key(&Callee, Number, Offset), false);
  if (!New || Levels >= MostFreeingLevels)
    return I->second;
  const Argument *A = Callee.getArg(Number);
  SmallPtrSet<const Value *, 1> Holders;
  if (Offset)
    Holders.insert(A);
  State Start;
  Start.push_back({A, Offset});
  ++Levels;
  LivePaths Live = Search(*this, Callee, Holders)
                       .run(std::move(Start), nullptr, {}, nullptr);
  --Levels;
  return Known[Key(&Callee, Number, Offset)] = Live.IsFreed && !Live.Returns;
}
