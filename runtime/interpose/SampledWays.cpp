//===- SampledWays.cpp - what is drawn, and what is not -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The allocation functions of a sampled run. An event that is not drawn goes
// the way of the mode count, and so does the end of a block that was not:
//
//   malloc(24)    not drawn -> CountingWays; drawn -> LongWays
//   free(p)       p in no counter of DrawnBlocks -> the real free
//                 else -> LongWays, which knows for certain
//
// A site's event is drawn here if each heap call of the program passes our
// functions. Else the site's own event is drawn (noteSite), because the program
// may ask for another size than the site did.
//
//===----------------------------------------------------------------------===//

#include "count/Detail.h"
#include "count/Lane.h"
#include "interpose/LongWays.h"
#include "sample/DrawnBlocks.h"
#include "sample/Draws.h"

namespace anomalloc::runtime {
namespace {

/// Whether a site's event, of which mayBeDrawn() said true, goes on to
/// LongWays.
template <Sampling::Unit Of> bool isSiteWatched(size_t Size) {
  if (__builtin_expect(InterposesAll, 1))
    return isDrawn<Of>(Size);
  leaveUndecided<Of>(Size);
  return true;
}

/// The same for an event inside a function of ours, of which nobody is asked.
bool isOwnWatched(uint64_t Asking) {
  const bool Watched = InsideDrawn;
  if (Asking == FirstIsOurs)
    InsideDrawn = false;
  return Watched;
}

/// The same for an event that no site asked for.
template <Sampling::Unit Of>
__attribute__((always_inline)) inline bool isOtherWatched(size_t Size) {
  if (__builtin_expect(Covered, 0))
    return true; // Which calls the real function.
  if (uint64_t Asking = __anomalloc_tls.Asking;
      __builtin_expect(Asking != 0, 0))
    return isOwnWatched(Asking);
  return mayBeDrawn<Of>(Size) && isDrawn<Of>(Size);
}

inline bool asksSite() {
  return __builtin_expect(__anomalloc_tls.Asking > AllAreOurs, 1);
}

/// Each function, and what it goes on to: for a site of whose event
/// mayBeDrawn() said true, and for others.
template <Sampling::Unit Of> struct SampledWays {
#define ANOMALLOC_GO_ON(Symbol, Shape, IsWatched)                              \
  if (__builtin_expect(IsWatched, 0)) [[clang::musttail]]                      \
    return LongWays<false>::Symbol(ANOMALLOC_ARGUMENTS_##Shape);               \
  [[clang::musttail]] return CountingWays::Symbol(ANOMALLOC_ARGUMENTS_##Shape);
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  __attribute__((noinline)) static ANOMALLOC_RESULT_##Shape ofSite_##Symbol(   \
      ANOMALLOC_PARAMETERS_##Shape) {                                          \
    ANOMALLOC_GO_ON(Symbol, Shape, isSiteWatched<Of>(ANOMALLOC_SIZE_##Shape))  \
  }                                                                            \
  __attribute__((noinline)) static ANOMALLOC_RESULT_##Shape ofOther_##Symbol(  \
      ANOMALLOC_PARAMETERS_##Shape) {                                          \
    ANOMALLOC_GO_ON(Symbol, Shape, isOtherWatched<Of>(ANOMALLOC_SIZE_##Shape)) \
  }                                                                            \
  static ANOMALLOC_RESULT_##Shape Symbol(ANOMALLOC_PARAMETERS_##Shape) {       \
    if (!asksSite()) [[clang::musttail]]                                       \
      return ofOther_##Symbol(ANOMALLOC_ARGUMENTS_##Shape);                    \
    if (mayBeDrawn<Of>(ANOMALLOC_SIZE_##Shape)) [[clang::musttail]]            \
      return ofSite_##Symbol(ANOMALLOC_ARGUMENTS_##Shape);                     \
    [[clang::musttail]] return CountingWays::Symbol(                           \
        ANOMALLOC_ARGUMENTS_##Shape);                                          \
  }
#include "anomalloc/AllocFunctions.def"

  // An old block that may be known comes to its end first.

  static void *reallocOfAny(void *Old, size_t Size) {
    if (__builtin_expect(DrawnBlocks::mayHave(Old), 0)) [[clang::musttail]]
      return reallocOfWatched(Old, Size);
    [[clang::musttail]] return realloc(Old, Size);
  }

  static void *reallocarrayOfAny(void *Old, size_t Count, size_t Size) {
    if (__builtin_expect(DrawnBlocks::mayHave(Old), 0)) [[clang::musttail]]
      return reallocarrayOfWatched(Old, Count, Size);
    [[clang::musttail]] return reallocarray(Old, Count, Size);
  }

  // The shortest ones, for nearly all events.

  static void *shortMalloc(size_t Size) {
    if (!asksSite()) [[clang::musttail]]
      return ofOther_malloc(Size);
    if (mayBeDrawn<Of>(Size)) [[clang::musttail]]
      return ofSite_malloc(Size);
    __anomalloc_tls.Asking = 0;
    [[clang::musttail]] return Real.malloc(Size);
  }

  /// operator new that comes down to malloc.
  static void *newByMalloc(size_t Size) {
    if (!asksSite()) [[clang::musttail]]
      return ofOther__Znwm(Size);
    if (mayBeDrawn<Of>(Size)) [[clang::musttail]]
      return ofSite__Znwm(Size);
    __anomalloc_tls.Asking = 0;
    void *Block = Real.malloc(Size + !Size);
    return __builtin_expect(Block != nullptr, 1)
               ? Block
               : newFailed(Size, true, nullptr);
  }

  static void use() {
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  __atomic_store_n(&Ways.Symbol, Symbol, __ATOMIC_RELAXED);
#include "anomalloc/AllocFunctions.def"
    replace(Ways.malloc, malloc, shortMalloc);
    replace(Ways.realloc, realloc, reallocOfAny);
    replace(Ways.reallocarray, reallocarray, reallocarrayOfAny);
  }

  static void shorten() {
    if (TheNewWay != NewWay::Malloc)
      return;
    replace(Ways._Znwm, _Znwm, newByMalloc);
    replace(Ways._Znam, _Znam, newByMalloc);
  }
};

/// The real free covers none of a signal handler's events.
__attribute__((noinline)) void freeOfWatched(void *Block, const void *Caller) {
  if (!Covered)
    recordFree(Block, Caller);
  Real.free(Block);
}

/// Where a block comes to its end. IsShort: a form that is nothing but the real
/// free goes there.
template <bool IsShort> struct SampledFrees {
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  static void Symbol(ANOMALLOC_PARAMETERS_##Shape) {                           \
    const bool MayHave = DrawnBlocks::mayHave(Block);                          \
    if (IsShort && __builtin_expect(MayHave, 0))                               \
      return freeOfWatched(Block, __builtin_return_address(0));                \
    if (IsShort)                                                               \
      return Real.free(Block);                                                 \
    if (__builtin_expect(MayHave, 0)) [[clang::musttail]]                      \
      return LongWays<false>::Symbol(ANOMALLOC_ARGUMENTS_##Shape);             \
    [[clang::musttail]] return CountingWays::Symbol(                           \
        ANOMALLOC_ARGUMENTS_##Shape);                                          \
  }
#include "anomalloc/AllocFunctions.def"

  static void use() {
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  __atomic_store_n(&Ways.Symbol, Symbol, __ATOMIC_RELAXED);
#include "anomalloc/AllocFunctions.def"
  }
};

void shortenSampledFrees() {
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  if (ANOMALLOC_IS_FREE_##Shape)                                               \
    replace(Ways.Symbol, SampledFrees<false>::Symbol,                          \
            SampledFrees<true>::Symbol);
#include "anomalloc/AllocFunctions.def"
}

/// Whether shortenSampledWays() was called.
bool AreShort;

/// Until the first free: that it came is to be noted once.
struct FirstFrees {
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  static void Symbol(ANOMALLOC_PARAMETERS_##Shape) {                           \
    if (Block) {                                                               \
      noteFreesSeen();                                                         \
      SampledFrees<false>::use();                                              \
      if (__atomic_load_n(&AreShort, __ATOMIC_ACQUIRE))                        \
        shortenSampledFrees();                                                 \
    }                                                                          \
    [[clang::musttail]] return SampledFrees<false>::Symbol(                    \
        ANOMALLOC_ARGUMENTS_##Shape);                                          \
  }
#include "anomalloc/AllocFunctions.def"

  static void use() {
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  __atomic_store_n(&Ways.Symbol, Symbol, __ATOMIC_RELAXED);
#include "anomalloc/AllocFunctions.def"
  }
};

} // namespace

void useSampledWays(Sampling::Unit Drawn, bool FreesToo) {
  if (Drawn == Sampling::Bytes)
    SampledWays<Sampling::Bytes>::use();
  else
    SampledWays<Sampling::Count>::use();
  if (FreesToo)
    return FirstFrees::use();
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  __atomic_store_n(&Ways.Symbol, CountingWays::Symbol, __ATOMIC_RELAXED);
#include "anomalloc/AllocFunctions.def"
}

void shortenSampledWays() {
  __atomic_store_n(&AreShort, true, __ATOMIC_RELEASE);
  SampledWays<Sampling::Bytes>::shorten();
  SampledWays<Sampling::Count>::shorten();
  shortenSampledFrees();
}

} // namespace anomalloc::runtime
