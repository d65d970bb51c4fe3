//===- ShortWays.cpp - what nearly all blocks need ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// malloc, operator new, free and delete of a run that records Modes, all but
// inlined. What is unusual takes the long way.
//
//===----------------------------------------------------------------------===//

#include "interpose/LongWays.h"
#include "interpose/UsualWay.h"

namespace anomalloc::runtime {
namespace {

/// Whether the usual way was taken (ReportAsUsual).
template <uint32_t Modes>
__attribute__((always_inline)) inline bool
isReported(uint64_t Asking, const uint64_t *Frame, void *Block, size_t Size) {
  if (__builtin_expect(isSite(Asking), 1))
    return recordUsualAllocation<Modes>(Asking, Frame, Block, Size);
  return !Asking && recordUsualDark<Modes>(Frame, Block, Size);
}

/// Does what reportBlock() does, for a block that is not null.
template <uint32_t Modes>
__attribute__((always_inline)) inline void *
reportAsUsual(uint64_t Asking, const uint64_t *Frame, void *Block,
              size_t Size) {
  if (__builtin_expect(isReported<Modes>(Asking, Frame, Block, Size), 1))
    return Block;
  return reportBlock<false>(Asking, Frame, Block, Size);
}

/// For the long ways: the block may be one that grew, which is never usual.
template <uint32_t Modes>
bool reportsAsUsual(uint64_t Asking, const uint64_t *Frame, void *Block,
                    size_t Size, uint32_t Form) {
  if (Modes & Mode::Trace && Form)
    return false;
  const Lane *L = MyLane;
  if (Modes & Mode::Lifetime &&
      (!LiveTable::isAddress(Block) || L->Watched.Growing.isResizing()))
    return false;
  return isReported<Modes>(Asking, Frame, Block, Size);
}

// free, and the forms of delete that are nothing else. They end in jumps to
// each other: the first needs no frame.

__attribute__((noinline)) void watchedByFreeElse(void *Block) {
  if (!Covered && Block)
    recordFree(Block, __builtin_return_address(0));
  Real.free(Block);
}

__attribute__((noinline)) void tracedByFree(void *Block) {
  if (!traceFreeAsUsual(Block))
    traceFree(Block);
  [[clang::musttail]] return Real.free(Block);
}

/// What is not at hand is made; no need of the long way.
template <uint32_t Modes>
__attribute__((noinline)) void watchedByFreeNear(void *Block) {
  if (__builtin_expect(
          Covered || !watchFreeNearHand(Block, __builtin_return_address(0)), 0))
      [[clang::musttail]]
    return watchedByFreeElse(Block);
  if constexpr (Modes & Mode::Trace) [[clang::musttail]]
    return tracedByFree(Block);
  [[clang::musttail]] return Real.free(Block);
}

template <uint32_t Modes>
__attribute__((noinline)) void watchedByFreeOf(void *Block) {
  if (__builtin_expect(Covered || !watchFreeAsUsual<Modes>(
                                      Block, __builtin_return_address(0)),
                       0)) [[clang::musttail]]
    return watchedByFreeNear<Modes>(Block);
  if constexpr (Modes & Mode::Trace) [[clang::musttail]]
    return tracedByFree(Block);
  [[clang::musttail]] return Real.free(Block);
}

/// C programs free null pointers often: that needs no registers.
template <uint32_t Modes> void watchedByFree(void *Block) {
  if (__builtin_expect(Block != nullptr, 1)) [[clang::musttail]]
    return watchedByFreeOf<Modes>(Block);
}

/// In a run that records a trace alone, or with stacks.
void onlyTracedByFree(void *Block) {
  if (__builtin_expect(Covered || !Block || !traceFreeAsUsual(Block), 0))
      [[clang::musttail]]
    return watchedByFreeElse(Block);
  [[clang::musttail]] return Real.free(Block);
}

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

  /// Makes these the ways, where the long ones are.
  static void use() {
    __atomic_store_n(&ReportAsUsual, reportsAsUsual<Modes>, __ATOMIC_RELAXED);
    replace(Ways.malloc, LongWays<false>::malloc, malloc);
    if (TheNewWay == NewWay::Malloc) {
      replace(Ways._Znwm, LongWays<false>::_Znwm, newByMalloc);
      replace(Ways._Znam, LongWays<false>::_Znam, newByMalloc);
    }
    auto *Free =
        Modes & Mode::Lifetime ? watchedByFree<Modes> : onlyTracedByFree;
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  if (ANOMALLOC_IS_FREE_##Shape)                                               \
    replace(Ways.Symbol, LongWays<false>::Symbol, Free);
#include "anomalloc/AllocFunctions.def"
  }
};

/// Looks for \p M among Modes and what has fewer of the UsualModes.
template <uint32_t Modes = UsualModes> void useShortWaysOf(Mode M) {
  // With accesses, no other mode is worth code of its own.
  if constexpr (!(Modes & Mode::Access) ||
                Modes == (Mode::Access | Mode::Lifetime))
    if (M.Bits == Modes)
      return ShortWays<Modes>::use();
  constexpr uint32_t Next = (Modes - 1) & UsualModes;
  if constexpr (Next != 0)
    useShortWaysOf<Next>(M);
}

} // namespace

void useShortWays(Mode M) { useShortWaysOf(M); }

} // namespace anomalloc::runtime
