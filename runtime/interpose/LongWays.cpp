//===- LongWays.cpp - in whatever mode, and whatever the block ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpose/LongWays.h"
#include "count/Events.h"
#include "measure/Measurements.h"
#include "process/Process.h"
#include "sample/DrawnBlocks.h"
#include "sample/Draws.h"

namespace anomalloc::runtime {

__thread bool Covered __attribute__((tls_model("initial-exec")));
__thread bool InsideDrawn __attribute__((tls_model("initial-exec")));

/// A block of which the function of ours that asked for it will tell.
static __attribute__((noinline)) void *reportOurs(uint64_t Asking,
                                                  void *Block) {
  PendingBlock = Block;
  if (Asking == AllAreOurs)
    __anomalloc_tls.Asking = AllAreOurs;
  return Block;
}

/// A block that no site asked for.
static void *reportOther(uint64_t Asking, const uint64_t *Frame, void *Block,
                         size_t Size, uint32_t Form) {
  if (Asking)
    return reportOurs(Asking, Block);
  PendingBlock = nullptr;
  countDark(callerOf(Frame), Block, Size, /*Drawn=*/true, Form, Frame);
  return Block;
}

/// For an event of which nobody was asked before it came here: while a test
/// measures, or where an old block had to end first. Returns whether it is
/// drawn now, or will be by its site's event (recordAllocation).
static bool isDrawnLate(uint64_t Asking, size_t Size) {
  if (Asking && !isSite(Asking))
    return InsideDrawn;
  if (Asking && !InterposesAll)
    return true;
  takeRate();
  return draw(Size, /*OfHeap=*/true);
}

/// Does what reportBlock() does, of an event that is not drawn.
static void *reportUndrawn(uint64_t Asking, const uint64_t *Frame, void *Block,
                           size_t Size) {
  if (Asking == AllAreOurs)
    __anomalloc_tls.Asking = AllAreOurs;
  if (!Asking)
    countDark(callerOf(Frame), Block, Size);
  return Block;
}

template <bool Measured>
[[clang::not_tail_called]] __attribute__((noinline)) void *
reportBlock(uint64_t Asking, const uint64_t *Frame, void *Block, size_t Size,
            uint32_t Form) {
  if (!Block)
    return nullptr;
  if constexpr (Measured)
    if (!Asking || isSite(Asking)) // Else it is told when the real one returns.
      measureBirth(Frame, Block, Size);
  if constexpr (Measured)
    if (TheRate.Of && !isDrawnLate(Asking, Size))
      return reportUndrawn(Asking, Frame, Block, Size);
  return isSite(Asking) ? recordAllocation(Asking, Frame, Block, Size, Form)
                        : reportOther(Asking, Frame, Block, Size, Form);
}

template void *reportBlock<false>(uint64_t, const uint64_t *, void *, size_t,
                                  uint32_t);

bool (*ReportAsUsual)(uint64_t, const uint64_t *, void *, size_t, uint32_t);

namespace {

/// Does what reportBlock() does, the usual way if it can.
template <bool Measured>
[[clang::not_tail_called]] void *report(uint64_t Asking, const uint64_t *Frame,
                                        void *Block, size_t Size,
                                        uint32_t Form = 0) {
  auto *AsUsual = __atomic_load_n(&ReportAsUsual, __ATOMIC_RELAXED);
  if (!Measured && AsUsual && Block &&
      AsUsual(Asking, Frame, Block, Size, Form))
    return Block;
  return reportBlock<Measured>(Asking, Frame, Block, Size, Form);
}

/// Calls a real function for a drawn event.
template <typename Result, typename... Parameters, typename... Arguments>
Result callDrawn(OwnAsking Which, Result (*Function)(Parameters...),
                 Arguments... Values) {
  const bool Before = InsideDrawn;
  InsideDrawn = true;
  Result R = callCovered(Which, Function, Values...);
  InsideDrawn = Before;
  return R;
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
  Result R = callDrawn(Which, Function, Values...);
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
  Result R = callDrawn(Which, Function, Values...);
  const void *Inner = PendingBlock;
  PendingBlock = nullptr;
  if (succeeded(R))
    report<Measured>(Asking, Frame,
                     const_cast<void *>(Inner ? Inner : blockOf(R, Values...)),
                     Size, Form);
  return R;
}

/// malloc and its like, which call none of the others.
template <bool Measured>
void *mallocAndWatch(const uint64_t *Frame, size_t, uint32_t Form, OwnAsking,
                     void *(*Function)(size_t), size_t Size) {
  if (__builtin_expect(Covered, 0))
    return Function(Size);
  uint64_t Asking = takeAsking();
  void *Block = Function(Size);
  if (__builtin_expect(!Block, 0))
    Block = withoutBlock(Asking, Frame, Block, Function, Size);
  return report<Measured>(Asking, Frame, Block, Size, Form);
}

/// realloc and reallocarray in detail. Not IsDrawn: it is decided here whether
/// the event is drawn.
template <bool Measured, bool IsDrawn = true, typename... Parameters,
          typename... Arguments>
void *reallocAndWatch(const uint64_t *Frame, size_t Size, uint32_t, OwnAsking,
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
  if (TheRate.Of && (Watch.wasWatched() || Traced.wasTraced()))
    DrawnBlocks::remove(Old);
  if (!IsDrawn && Block && !isDrawnLate(Asking, Size)) {
    forgetResizedTrace();
    return reportUndrawn(Asking, Frame, Block, Size);
  }
  return report<Measured>(Asking, Frame, Block, Size);
}

/// operator new of the unaligned forms in detail. \p Tag: none, or a nothrow
/// form's.
template <bool Measured, typename Result, typename... Parameters,
          typename... Tags>
void *newAndWatch(const uint64_t *Frame, size_t, uint32_t Form, OwnAsking Which,
                  Result (*Function)(Parameters...), size_t Size, Tags... Tag) {
  if (!newIsMalloc())
    return callAndWatch<Measured>(Frame, Size, Form, Which, Function, Size,
                                  Tag...);
  uint64_t Asking = takeAsking();
  void *Block = Real.malloc(Size + !Size);
  if (__builtin_expect(!Block, 0))
    Block = newFailed(Size, /*Throws=*/!sizeof...(Tag), Tag...);
  return report<Measured>(Asking, Frame, Block, Size);
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

#define ANOMALLOC_WATCH_Malloc mallocAndWatch
#define ANOMALLOC_WATCH_PageAligned mallocAndWatch
#define ANOMALLOC_WATCH_Calloc callAndWatch
#define ANOMALLOC_WATCH_Realloc reallocAndWatch
#define ANOMALLOC_WATCH_ReallocArray reallocAndWatch
#define ANOMALLOC_WATCH_AlignedAlloc callAndWatch
#define ANOMALLOC_WATCH_PosixMemalign callAndWatch
#define ANOMALLOC_WATCH_New newAndWatch
#define ANOMALLOC_WATCH_NewNothrow newAndWatch
#define ANOMALLOC_WATCH_NewAligned callAndWatch
#define ANOMALLOC_WATCH_NewAlignedNothrow callAndWatch

#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  template <bool Measured>                                                     \
  ANOMALLOC_RESULT_##Shape LongWays<Measured>::Symbol(                         \
      ANOMALLOC_PARAMETERS_##Shape) {                                          \
    return ANOMALLOC_WATCH_##Shape<Measured>(                                  \
        ANOMALLOC_FRAME, ANOMALLOC_SIZE_##Shape, ANOMALLOC_FORM_##Shape,       \
        ANOMALLOC_COVERS_##Shape, Real.Symbol, ANOMALLOC_ARGUMENTS_##Shape);   \
  }
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  template <bool Measured>                                                     \
  void LongWays<Measured>::Symbol(ANOMALLOC_PARAMETERS_##Shape) {              \
    const void *Caller = __builtin_return_address(0);                          \
    if (__builtin_expect(!Covered && Block, 1)) {                              \
      if constexpr (Measured)                                                  \
        measureDeath(Block);                                                   \
      recordFree(Block, Caller);                                               \
    }                                                                          \
    freeElse(Caller, Real.Symbol, ANOMALLOC_ARGUMENTS_##Shape);                \
  }
#include "anomalloc/AllocFunctions.def"

void *reallocOfWatched(void *Old, size_t Size) {
  return reallocAndWatch<false, false>(ANOMALLOC_FRAME, Size, 0, AllAreOurs,
                                       Real.realloc, Old, Size);
}

void *reallocarrayOfWatched(void *Old, size_t Count, size_t Size) {
  return reallocAndWatch<false, false>(ANOMALLOC_FRAME, Count * Size, 0,
                                       AllAreOurs, Real.reallocarray, Old,
                                       Count, Size);
}

template <bool Measured> void useLongWays(bool FreesToo) {
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  __atomic_store_n(&Ways.Symbol, LongWays<Measured>::Symbol, __ATOMIC_RELAXED);
#include "anomalloc/AllocFunctions.def"
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  if (FreesToo)                                                                \
    __atomic_store_n(&Ways.Symbol, LongWays<Measured>::Symbol,                 \
                     __ATOMIC_RELAXED);
#include "anomalloc/AllocFunctions.def"
}

template void useLongWays<false>(bool);
template void useLongWays<true>(bool);

} // namespace anomalloc::runtime
