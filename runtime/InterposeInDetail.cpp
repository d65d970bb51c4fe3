//===- InterposeInDetail.cpp - blocks come and go -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The allocation functions of detailed modes: each brings the block that the
// real one gave to the site that asks. Where blocks are watched, free and
// delete forget the block first.
//
//===----------------------------------------------------------------------===//

#include "Asking.h"
#include "Detail.h"
#include "Events.h"
#include "Process.h"
#include "UsualWay.h"
#include "Ways.h"
#include <stdint.h>

using namespace anomalloc;

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

/// A block that no site asked for: made by code that called us, or by the real
/// function of which one of ours will tell.
void *reportOther(uint64_t Asking, const uint64_t *Frame, void *Block,
                  size_t Size) {
  PendingBlock = Asking ? Block : nullptr;
  if (!Asking)
    countDark(callerOf(Frame), Block, Size);
  return Block;
}

/// Says who made a block. Null: nobody.
[[clang::not_tail_called]] __attribute__((noinline)) void *
reportBlock(uint64_t Asking, const uint64_t *Frame, void *Block, size_t Size) {
  if (!Block)
    return nullptr;
  return isSite(Asking) ? noteMade(Asking, Frame, Block, Size)
                        : reportOther(Asking, Frame, Block, Size);
}

/// The same on the way of nearly all blocks.
template <uint32_t Modes>
__attribute__((always_inline)) inline void *
reportAsUsual(uint64_t Asking, const uint64_t *Frame, void *Block,
              size_t Size) {
  if (__builtin_expect(Block && isSite(Asking) &&
                           noteMadeAsUsual<Modes>(Asking, Frame, Block, Size),
                       1))
    return Block;
  return reportBlock(Asking, Frame, Block, Size);
}

/// callAndCount in detail. If the real function got its block from an
/// allocation function of ours, that block is the one to be watched.
template <typename Result, typename... Parameters, typename... Arguments>
Result callAndWatch(const uint64_t *Frame, size_t Size,
                    Result (*Function)(Parameters...), Arguments... Values) {
  if (Covered)
    return Function(Values...);
  uint64_t Asking = __anomalloc_tls.Asking;
  TheCaller = callerOf(Frame);
  PendingBlock = nullptr;
  Result R = callCovered(Function, Values...);
  const void *Inner = PendingBlock;
  PendingBlock = nullptr;
  if (succeeded(R))
    reportBlock(Asking, Frame,
                const_cast<void *>(Inner ? Inner : blockOf(R, Values...)),
                Size);
  return R;
}

/// malloc and its like, which call none of the others.
void *mallocAndWatch(const uint64_t *Frame, size_t Size,
                     void *(*Function)(size_t)) {
  if (__builtin_expect(Covered, 0))
    return Function(Size);
  uint64_t Asking = takeAsking();
  return reportBlock(Asking, Frame, Function(Size), Size);
}

/// realloc and reallocarray in detail.
template <typename... Parameters, typename... Arguments>
void *reallocAndWatch(const uint64_t *Frame, size_t Size,
                      void *(*Function)(void *, Parameters...), void *Old,
                      Arguments... Values) {
  if (Covered)
    return Function(Old, Values...);
  uint64_t Asking = takeAsking();
  TheCaller = callerOf(Frame);
  ReallocWatch Watch(Old);
  TracedRealloc Traced(Old);
  Covered = true;
  void *Block = Function(Old, Values...);
  Covered = false;
  if (!Block && Size) {
    Watch.failed();
    Traced.failed();
    return nullptr;
  }
  // Of size 0 it may have been a free.
  Watch.done(callerOf(Frame), Block, Size);
  Traced.done(Block);
  return reportBlock(Asking, Frame, Block, Size);
}

/// operator new of the unaligned forms in detail.
template <typename Result, typename... Parameters, typename... Arguments>
void *newAndWatch(const uint64_t *Frame, bool Throws, NothrowTag Tag,
                  Result (*Function)(Parameters...), size_t Size,
                  Arguments... Values) {
  if (!newIsMalloc())
    return callAndWatch(Frame, Size, Function, Size, Values...);
  uint64_t Asking = takeAsking();
  void *Block = Real.malloc(Size + !Size);
  if (__builtin_expect(!Block, 0))
    Block = newFailed(Size, Throws, Tag);
  return reportBlock(Asking, Frame, Block, Size);
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

#define ANOMALLOC_WATCHED(Function, Symbol, Shape)                             \
  return Function(ANOMALLOC_FRAME, ANOMALLOC_SIZE_##Shape, Real.Symbol,        \
                  ANOMALLOC_ARGUMENTS_##Shape);
#define ANOMALLOC_WATCH_Malloc(Symbol)                                         \
  return mallocAndWatch(ANOMALLOC_FRAME, Size, Real.Symbol);
#define ANOMALLOC_WATCH_Calloc(Symbol)                                         \
  ANOMALLOC_WATCHED(callAndWatch, Symbol, Calloc)
#define ANOMALLOC_WATCH_Realloc(Symbol)                                        \
  ANOMALLOC_WATCHED(reallocAndWatch, Symbol, Realloc)
#define ANOMALLOC_WATCH_ReallocArray(Symbol)                                   \
  ANOMALLOC_WATCHED(reallocAndWatch, Symbol, ReallocArray)
#define ANOMALLOC_WATCH_AlignedAlloc(Symbol)                                   \
  ANOMALLOC_WATCHED(callAndWatch, Symbol, AlignedAlloc)
#define ANOMALLOC_WATCH_PosixMemalign(Symbol)                                  \
  ANOMALLOC_WATCHED(callAndWatch, Symbol, PosixMemalign)
#define ANOMALLOC_WATCH_New(Symbol)                                            \
  return newAndWatch(ANOMALLOC_FRAME, true, nullptr, Real.Symbol, Size);
#define ANOMALLOC_WATCH_NewNothrow(Symbol)                                     \
  return newAndWatch(ANOMALLOC_FRAME, false, Tag, Real.Symbol, Size, Tag);
#define ANOMALLOC_WATCH_NewAligned(Symbol)                                     \
  ANOMALLOC_WATCHED(callAndWatch, Symbol, NewAligned)
#define ANOMALLOC_WATCH_NewAlignedNothrow(Symbol)                              \
  ANOMALLOC_WATCHED(callAndWatch, Symbol, NewAlignedNothrow)

#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  static ANOMALLOC_RESULT_##Shape detailed_##Symbol(                           \
      ANOMALLOC_PARAMETERS_##Shape) {                                          \
    ANOMALLOC_WATCH_##Shape(Symbol)                                            \
  }
#include "anomalloc/AllocFunctions.def"

#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  static void watched_##Symbol(ANOMALLOC_PARAMETERS_##Shape) {                 \
    const void *Caller = __builtin_return_address(0);                          \
    if (__builtin_expect(!Covered && Block, 1))                                \
      noteFree(Block, Caller);                                                 \
    freeElse(Caller, Real.Symbol, ANOMALLOC_ARGUMENTS_##Shape);                \
  }
#include "anomalloc/AllocFunctions.def"

namespace {

/// What nearly all blocks need, in a run that records Modes.
template <uint32_t Modes> struct ShortWays {
  static void *malloc(size_t Size) {
    if (__builtin_expect(Covered, 0))
      return Real.malloc(Size);
    uint64_t Asking = takeAsking();
    void *Block = Real.malloc(Size);
    return reportAsUsual<Modes>(Asking, ANOMALLOC_FRAME, Block, Size);
  }

  /// operator new that comes down to malloc.
  static void *newByMalloc(size_t Size) {
    uint64_t Asking = takeAsking();
    void *Block = Real.malloc(Size + !Size);
    if (__builtin_expect(!Block, 0))
      return reportBlock(Asking, ANOMALLOC_FRAME,
                         newFailed(Size, true, nullptr), Size);
    return reportAsUsual<Modes>(Asking, ANOMALLOC_FRAME, Block, Size);
  }

  static void use() {
    replace(Ways.malloc, detailed_malloc, malloc);
    if (TheNewWay != NewWay::Malloc)
      return;
    replace(Ways._Znwm, detailed__Znwm, newByMalloc);
    replace(Ways._Znam, detailed__Znam, newByMalloc);
  }
};

// free, and the forms of delete that are nothing else. They end in jumps to
// each other: the first needs no frame.

__attribute__((noinline)) void watchedByFreeElse(void *Block) {
  if (!Covered && Block)
    noteFree(Block, __builtin_return_address(0));
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

/// What the run records, of DetailState's modes.
uint32_t Recorded;

} // namespace

template <uint32_t Modes> static void useShortWays() {
  ShortWays<Modes>::use();
  auto *Free = Modes & DetailState::UsualLifetimes ? watchedByFree<Modes>
                                                   : onlyTracedByFree;
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  if (ANOMALLOC_IS_FREE_##Shape)                                               \
    replace(Ways.Symbol, watched_##Symbol, Free);
#include "anomalloc/AllocFunctions.def"
}

void anomalloc::shortenDetailedWays() {
  // By DetailState's modes.
  static constexpr void (*Use[])() = {
      nullptr,         useShortWays<1>, useShortWays<2>, useShortWays<3>,
      useShortWays<4>, useShortWays<5>, useShortWays<6>, useShortWays<7>};
  if (Recorded)
    Use[Recorded]();
}

void anomalloc::interposeInDetail(const Mode &M) {
  Recorded = DetailState::modes(M);
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  __atomic_store_n(&Ways.Symbol, detailed_##Symbol, __ATOMIC_RELAXED);
#include "anomalloc/AllocFunctions.def"
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  if (Recorded != DetailState::UsualStacks)                                    \
    __atomic_store_n(&Ways.Symbol, watched_##Symbol, __ATOMIC_RELAXED);
#include "anomalloc/AllocFunctions.def"
  shortenDetailedWays();
}
