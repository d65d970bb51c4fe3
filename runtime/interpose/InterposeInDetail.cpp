//===- InterposeInDetail.cpp - blocks come and go -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The allocation functions of detailed modes: each brings the block that the
// real one gave to the site that asks. Where blocks are watched, free and
// delete forget the block first. While a test measures, all of them tell it of
// each block, too: in whatever mode.
//
//===----------------------------------------------------------------------===//

#include "count/Detail.h"
#include "count/Events.h"
#include "interpose/Allocator.h"
#include "interpose/DefinitionSearch.h"
#include "interpose/UsualWay.h"
#include "interpose/Ways.h"
#include "measure/Measurements.h"
#include "process/Process.h"
#include <stdint.h>

using namespace anomalloc;
using namespace anomalloc::runtime;

namespace {

/// While a real function runs whose own calls of the family are none of the
/// program's. Not for those that may throw.
__thread bool Covered __attribute__((tls_model("initial-exec")));

/// Who asks; the next event is somebody else's.
inline uint64_t takeAsking() {
  uint64_t Asking = __anomalloc_tls.Asking;
  __anomalloc_tls.Asking = 0;
  return Asking;
}

/// The frame of one of our functions: what the frame pointer of its caller was,
/// and the return address. This file keeps frame pointers.
const uint64_t *frameAt(void *Address) {
  return static_cast<const uint64_t *>(Address);
}
#define ANOMALLOC_FRAME frameAt(__builtin_frame_address(0))

const void *callerOf(const uint64_t *Frame) {
  return reinterpret_cast<const void *>(Frame[1]);
}

/// A block of which the function of ours that asked for it will tell.
__attribute__((noinline)) void *reportOurs(uint64_t Asking, void *Block) {
  PendingBlock = Block;
  if (Asking == AllAreOurs)
    __anomalloc_tls.Asking = AllAreOurs;
  return Block;
}

/// A block that no site asked for.
void *reportOther(uint64_t Asking, const uint64_t *Frame, void *Block,
                  size_t Size, uint32_t Form) {
  if (Asking)
    return reportOurs(Asking, Block);
  PendingBlock = nullptr;
  countDark(callerOf(Frame), Block, Size, Form);
  return Block;
}

/// Who asks got no block: gives the one of a later try, or what it is told.
template <typename Result, typename... Parameters, typename... Arguments>
__attribute__((cold, noinline)) Result
withoutBlock(uint64_t Asking, const uint64_t *Frame, Result Failed,
             Result (*Function)(Parameters...), Arguments... Values) {
  if (Asking == FirstIsOurs)
    return tryAgain(callerOf(Frame), Failed, Function, Values...);
  if (Asking == AllAreOurs)
    __anomalloc_tls.Asking = AllAreOurs;
  return Failed;
}

/// Says who made a block, in which form (DetailedEvent). Null: nobody.
template <bool Measured>
[[clang::not_tail_called]] __attribute__((noinline)) void *
reportBlock(uint64_t Asking, const uint64_t *Frame, void *Block, size_t Size,
            uint32_t Form = 0) {
  if (!Block)
    return nullptr;
  if constexpr (Measured)
    if (!Asking || isSite(Asking)) // Else it is told when the real one returns.
      measureBirth(Frame, Block, Size);
  return isSite(Asking) ? recordAllocation(Asking, Frame, Block, Size, Form)
                        : reportOther(Asking, Frame, Block, Size, Form);
}

/// The same on the way of nearly all blocks: there is one.
template <uint32_t Modes>
__attribute__((always_inline)) inline void *
reportAsUsual(uint64_t Asking, const uint64_t *Frame, void *Block,
              size_t Size) {
  if (__builtin_expect(isSite(Asking) && recordUsualAllocation<Modes>(
                                             Asking, Frame, Block, Size),
                       1))
    return Block;
  return reportBlock<false>(Asking, Frame, Block, Size);
}

/// Another function of ours called who calls this one, and will report the
/// block.
template <typename Result, typename... Parameters, typename... Arguments>
__attribute__((noinline)) Result callForUs(const uint64_t *Frame,
                                           OwnAsking Which,
                                           Result (*Function)(Parameters...),
                                           Arguments... Values) {
  const uint64_t Asking = __anomalloc_tls.Asking;
  TheCaller = callerOf(Frame);
  PendingBlock = nullptr;
  Result R = callCovered(Which, Function, Values...);
  if (!succeeded(R))
    return withoutBlock(Asking, Frame, R, Function, Values...);
  const void *Inner = PendingBlock;
  reportOurs(Asking, const_cast<void *>(Inner ? Inner : blockOf(R, Values...)));
  return R;
}

/// callAndCount in detail. If the real function got its block from an
/// allocation function of ours, that block is the one to be watched.
template <bool Measured, typename Result, typename... Parameters,
          typename... Arguments>
Result callAndWatch(const uint64_t *Frame, size_t Size, uint32_t Form,
                    OwnAsking Which, Result (*Function)(Parameters...),
                    Arguments... Values) {
  if (Covered)
    return Function(Values...);
  uint64_t Asking = __anomalloc_tls.Asking;
  if (__builtin_expect(Asking - FirstIsOurs < AllAreOurs, 0))
    return callForUs(Frame, Which, Function, Values...);
  TheCaller = callerOf(Frame);
  PendingBlock = nullptr;
  Result R = callCovered(Which, Function, Values...);
  const void *Inner = PendingBlock;
  PendingBlock = nullptr;
  if (succeeded(R))
    reportBlock<Measured>(
        Asking, Frame,
        const_cast<void *>(Inner ? Inner : blockOf(R, Values...)), Size, Form);
  return R;
}

/// malloc and its like, which call none of the others.
template <bool Measured>
void *mallocAndWatch(const uint64_t *Frame, size_t Size, uint32_t Form,
                     void *(*Function)(size_t)) {
  if (__builtin_expect(Covered, 0))
    return Function(Size);
  uint64_t Asking = takeAsking();
  void *Block = Function(Size);
  if (__builtin_expect(!Block, 0))
    Block = withoutBlock(Asking, Frame, Block, Function, Size);
  return reportBlock<Measured>(Asking, Frame, Block, Size, Form);
}

/// realloc and reallocarray in detail.
template <bool Measured, typename... Parameters, typename... Arguments>
void *reallocAndWatch(const uint64_t *Frame, size_t Size,
                      void *(*Function)(void *, Parameters...), void *Old,
                      Arguments... Values) {
  if (Covered)
    return Function(Old, Values...);
  uint64_t Asking = takeAsking();
  TheCaller = callerOf(Frame);
  ReallocWatch Watch(Old);
  TracedRealloc Traced(Old);
  MeasuredBlock Its = {};
  if constexpr (Measured)
    Its = measureDeath(Old);
  Covered = true;
  void *Block = Function(Old, Values...);
  Covered = false;
  if (!Block && Size) {
    Watch.failed();
    Traced.failed();
    if constexpr (Measured)
      measureFailedDeath(Old, Its);
    return nullptr;
  }
  // Of size 0 it may have been a free.
  Watch.done(callerOf(Frame), Block, Size);
  Traced.done(Block);
  return reportBlock<Measured>(Asking, Frame, Block, Size);
}

/// operator new of the unaligned forms in detail.
template <bool Measured, typename Result, typename... Parameters,
          typename... Arguments>
void *newAndWatch(const uint64_t *Frame, bool Throws, NothrowTag Tag,
                  Result (*Function)(Parameters...), size_t Size,
                  Arguments... Values) {
  if (!newIsMalloc())
    return callAndWatch<Measured>(Frame, Size, 0, FirstIsOurs, Function, Size,
                                  Values...);
  uint64_t Asking = takeAsking();
  void *Block = Real.malloc(Size + !Size);
  if (__builtin_expect(!Block, 0))
    Block = newFailed(Size, Throws, Tag);
  return reportBlock<Measured>(Asking, Frame, Block, Size);
}

/// Where it is not the real free that follows: its own call of free is none of
/// the program's.
template <typename... Parameters, typename... Arguments>
void freeElse(const void *Caller, void (*Function)(void *, Parameters...),
              void *Block, Arguments... Values) {
  bool Before = Covered;
  TheCaller = Caller;
  Covered = true;
  Function(Block, Values...);
  Covered = Before;
}

} // namespace

#define ANOMALLOC_WATCHED(Symbol, Shape)                                       \
  return callAndWatch<Measured>(                                               \
      ANOMALLOC_FRAME, ANOMALLOC_SIZE_##Shape, ANOMALLOC_FORM_##Shape,         \
      ANOMALLOC_COVERS_##Shape, Real.Symbol, ANOMALLOC_ARGUMENTS_##Shape);
#define ANOMALLOC_WATCHED_MALLOC(Symbol, Shape)                                \
  return mallocAndWatch<Measured>(ANOMALLOC_FRAME, Size,                       \
                                  ANOMALLOC_FORM_##Shape, Real.Symbol);
#define ANOMALLOC_WATCHED_REALLOC(Symbol, Shape)                               \
  return reallocAndWatch<Measured>(ANOMALLOC_FRAME, ANOMALLOC_SIZE_##Shape,    \
                                   Real.Symbol, ANOMALLOC_ARGUMENTS_##Shape);
#define ANOMALLOC_WATCH_Malloc(Symbol) ANOMALLOC_WATCHED_MALLOC(Symbol, Malloc)
#define ANOMALLOC_WATCH_PageAligned(Symbol)                                    \
  ANOMALLOC_WATCHED_MALLOC(Symbol, PageAligned)
#define ANOMALLOC_WATCH_Calloc(Symbol) ANOMALLOC_WATCHED(Symbol, Calloc)
#define ANOMALLOC_WATCH_Realloc(Symbol)                                        \
  ANOMALLOC_WATCHED_REALLOC(Symbol, Realloc)
#define ANOMALLOC_WATCH_ReallocArray(Symbol)                                   \
  ANOMALLOC_WATCHED_REALLOC(Symbol, ReallocArray)
#define ANOMALLOC_WATCH_AlignedAlloc(Symbol)                                   \
  ANOMALLOC_WATCHED(Symbol, AlignedAlloc)
#define ANOMALLOC_WATCH_PosixMemalign(Symbol)                                  \
  ANOMALLOC_WATCHED(Symbol, PosixMemalign)
#define ANOMALLOC_WATCH_New(Symbol)                                            \
  return newAndWatch<Measured>(ANOMALLOC_FRAME, true, nullptr, Real.Symbol,    \
                               Size);
#define ANOMALLOC_WATCH_NewNothrow(Symbol)                                     \
  return newAndWatch<Measured>(ANOMALLOC_FRAME, false, Tag, Real.Symbol, Size, \
                               Tag);
#define ANOMALLOC_WATCH_NewAligned(Symbol) ANOMALLOC_WATCHED(Symbol, NewAligned)
#define ANOMALLOC_WATCH_NewAlignedNothrow(Symbol)                              \
  ANOMALLOC_WATCHED(Symbol, NewAlignedNothrow)

namespace {

/// In whatever mode, and whatever the block; with Measured, for tests too.
template <bool Measured> struct LongWays {
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  static ANOMALLOC_RESULT_##Shape Symbol(ANOMALLOC_PARAMETERS_##Shape) {       \
    ANOMALLOC_WATCH_##Shape(Symbol)                                            \
  }
#include "anomalloc/AllocFunctions.def"

#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  static void Symbol(ANOMALLOC_PARAMETERS_##Shape) {                           \
    const void *Caller = __builtin_return_address(0);                          \
    if (__builtin_expect(!Covered && Block, 1)) {                              \
      if constexpr (Measured)                                                  \
        measureDeath(Block);                                                   \
      recordFree(Block, Caller);                                               \
    }                                                                          \
    freeElse(Caller, Real.Symbol, ANOMALLOC_ARGUMENTS_##Shape);                \
  }
#include "anomalloc/AllocFunctions.def"
};
using DetailedWays = LongWays<false>;

/// What nearly all blocks need, in a run that records Modes.
template <uint32_t Modes> struct ShortWays {
  static void *malloc(size_t Size) {
    if (__builtin_expect(Covered, 0))
      return Real.malloc(Size);
    uint64_t Asking = takeAsking();
    void *Block = Real.malloc(Size);
    if (__builtin_expect(!Block, 0))
      return reportBlock<false>(
          Asking, ANOMALLOC_FRAME,
          withoutBlock(Asking, ANOMALLOC_FRAME, Block, Real.malloc, Size),
          Size);
    return reportAsUsual<Modes>(Asking, ANOMALLOC_FRAME, Block, Size);
  }

  /// operator new that comes down to malloc.
  static void *newByMalloc(size_t Size) {
    uint64_t Asking = takeAsking();
    void *Block = Real.malloc(Size + !Size);
    if (__builtin_expect(!Block, 0))
      return reportBlock<false>(Asking, ANOMALLOC_FRAME,
                                newFailed(Size, true, nullptr), Size);
    return reportAsUsual<Modes>(Asking, ANOMALLOC_FRAME, Block, Size);
  }

  static void use() {
    replace(Ways.malloc, DetailedWays::malloc, malloc);
    if (TheNewWay != NewWay::Malloc)
      return;
    replace(Ways._Znwm, DetailedWays::_Znwm, newByMalloc);
    replace(Ways._Znam, DetailedWays::_Znam, newByMalloc);
  }
};

// free, and the forms of delete that are nothing else. They end in jumps to
// each other: the first needs no frame.

__attribute__((noinline)) void watchedByFreeElse(void *Block) {
  if (!Covered && Block)
    recordFree(Block, __builtin_return_address(0));
  Real.free(Block);
}

__attribute__((noinline)) void tracedByFree(void *Block) {
  traceFree(Block);
  [[clang::musttail]] return Real.free(Block);
}

template <uint32_t Modes>
__attribute__((noinline)) void watchedByFreeLarge(void *Block) {
  if (__builtin_expect(
          !watchLargeFree<Modes>(Block, __builtin_return_address(0)), 0))
      [[clang::musttail]]
    return watchedByFreeElse(Block);
  traceFree(Block);
  [[clang::musttail]] return Real.free(Block);
}

template <uint32_t Modes> void watchedByFree(void *Block) {
  if (__builtin_expect(Covered, 0)) [[clang::musttail]]
    return watchedByFreeElse(Block);
  FreeLeft Left = watchFreeAsUsual<Modes>(Block, __builtin_return_address(0));
  if (__builtin_expect(Left == FreeLeft::Nothing, 1)) [[clang::musttail]]
    return Real.free(Block);
  if (Left == FreeLeft::Large) [[clang::musttail]]
    return watchedByFreeLarge<Modes>(Block);
  if (Left == FreeLeft::Trace) [[clang::musttail]]
    return tracedByFree(Block);
  [[clang::musttail]] return watchedByFreeElse(Block);
}

/// In a run that records a trace alone, or with stacks.
void onlyTracedByFree(void *Block) {
  if (__builtin_expect(Covered || !Block || !traceFreeAsUsual(Block), 0))
      [[clang::musttail]]
    return watchedByFreeElse(Block);
  [[clang::musttail]] return Real.free(Block);
}

/// What the run records: Mode::Bits.
uint32_t Recorded;

} // namespace

template <uint32_t Modes> static void useShortWays() {
  ShortWays<Modes>::use();
  auto *Free = Modes & Mode::Lifetime ? watchedByFree<Modes> : onlyTracedByFree;
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  if (ANOMALLOC_IS_FREE_##Shape)                                               \
    replace(Ways.Symbol, DetailedWays::Symbol, Free);
#include "anomalloc/AllocFunctions.def"
}

/// The short ways of what is Recorded.
template <uint32_t Modes> static void useRecordedShortWays() {
  if (Recorded == Modes)
    return useShortWays<Modes>();
  if constexpr (Modes > 1)
    useRecordedShortWays<Modes - 1>();
}

void anomalloc::runtime::skipUnwatchedFreesInDetail() {
  useRecordedShortWays<Mode::All>();
}

template <bool Measured> static void useLongWays(bool FreesToo) {
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  __atomic_store_n(&Ways.Symbol, LongWays<Measured>::Symbol, __ATOMIC_RELAXED);
#include "anomalloc/AllocFunctions.def"
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  if (FreesToo)                                                                \
    __atomic_store_n(&Ways.Symbol, LongWays<Measured>::Symbol,                 \
                     __ATOMIC_RELAXED);
#include "anomalloc/AllocFunctions.def"
}

static void useDetailedWays() {
  useLongWays<false>(Recorded != Mode::Stacks);
  skipUnwatchedFreesInDetail();
}

void anomalloc::runtime::interposeInDetail(const Mode &M) {
  Recorded = M.Bits;
  useDetailedWays();
}

void anomalloc::runtime::interposeForTests(bool Measured) {
  if (Measured)
    return useLongWays<true>(true);
  interposeToCount();
  if (Recorded)
    useDetailedWays();
}

/// Another malloc stands first. It may pass on what it is asked for, as a tool
/// does: then ours, whatever way it takes, finds that we are asking.
static bool passesOn(void *(*First)(size_t), void (*FirstFree)(void *)) {
  __anomalloc_tls.Asking = FirstIsOurs;
  void *Block = First(1);
  bool Passes = !__anomalloc_tls.Asking;
  __anomalloc_tls.Asking = 0;
  Covered = true;
  FirstFree(Block);
  Covered = false;
  return Passes;
}

bool anomalloc::runtime::seesHeap() {
  static uint32_t Known; // 0 no, else 1 + the answer
  uint32_t Answer = __atomic_load_n(&Known, __ATOMIC_RELAXED);
  if (Answer)
    return Answer == 2;
  void *Malloc = findDefinition("malloc", nullptr, nullptr);
  void *Free = findDefinition("free", nullptr, nullptr);
  bool Sees = Malloc == reinterpret_cast<void *>(ANOMALLOC_OWN(malloc)) &&
              Free == reinterpret_cast<void *>(ANOMALLOC_OWN(free));
  if (!Sees && Malloc && Free)
    Sees = passesOn(reinterpret_cast<void *(*)(size_t)>(Malloc),
                    reinterpret_cast<void (*)(void *)>(Free));
  __atomic_store_n(&Known, 1 + uint32_t(Sees), __ATOMIC_RELAXED);
  return Sees;
}
