//===- Interpose.cpp - standing before the allocator ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program's allocation functions, defined once more: each calls the real
// one and counts what no instrumented site is about to count itself. A site
// says so in Direct; whoever comes first takes that word away. free and delete
// go straight on, but in the lifetime modes.
//
//===----------------------------------------------------------------------===//

#include "Events.h"
#include "Modules.h"
#include "OwnNew.h"
#include "Process.h"
#include "RealFunctions.h"
#include "Watcher.h"
#include "anomalloc/Abi.h"
#include <dlfcn.h>
#include <stdint.h>

#define ANOMALLOC_EXPORT extern "C" __attribute__((visibility("default")))

using namespace anomalloc;

namespace {

/// Calls a real function that may itself call others of the family: those are
/// not events of their own.
template <typename Result, typename... Parameters, typename... Arguments>
Result callCovered(Result (*Function)(Parameters...), Arguments... Values) {
  __anomalloc_tls.Direct = 1;
  Result R = Function(Values...);
  __anomalloc_tls.Direct = 0;
  return R;
}

/// The block that a call gave: its result, or what it left at its first
/// argument.
template <typename... Arguments>
const void *blockOf(const void *Result, Arguments...) {
  return Result;
}
template <typename... Arguments>
const void *blockOf(int, void **Out, Arguments...) {
  return *Out;
}

template <typename Result, typename... Parameters, typename... Arguments>
Result callAndCount(const void *Caller, size_t Size,
                    Result (*Function)(Parameters...), Arguments... Values) {
  bool Dark = !__anomalloc_tls.Direct;
  TheCaller = Caller;
  Result R = callCovered(Function, Values...);
  if (Dark && succeeded(R))
    countDark(Caller, blockOf(R, Values...), Size);
  return R;
}

/// What the C++ library's operator new does when malloc fails [new.delete].
__attribute__((noinline)) void *newFailed(size_t Size, bool Throws,
                                          NothrowTag Tag) {
  for (;;) {
    auto *Handle = Throws ? newHandler() : nullptr;
    if (!Handle)
      return Throws ? callCovered(Real._Znwm, Size)
                    : callCovered(Real._ZnwmRKSt9nothrow_t, Size, Tag);
    Handle();
    if (void *Block = Real.malloc(Size ? Size : 1))
      return Block;
  }
}

/// While a real function runs whose own calls of the family are none of the
/// program's. Not for those that may throw.
__thread bool Covered __attribute__((tls_model("initial-exec")));

/// Says who made a block: the one that called us, or the site that will.
void *reportBlock(bool Dark, const void *Caller, void *Block, size_t Size) {
  PendingBlock = Dark ? nullptr : Block;
  if (Dark)
    countDark(Caller, Block, Size);
  return Block;
}

/// callAndCount in the lifetime modes. If the real function got its block from
/// an allocation function of ours, that block is the one to be watched.
template <typename Result, typename... Parameters, typename... Arguments>
Result callAndWatch(const void *Caller, size_t Size,
                    Result (*Function)(Parameters...), Arguments... Values) {
  if (Covered)
    return Function(Values...);
  bool Dark = !__anomalloc_tls.Direct;
  TheCaller = Caller;
  PendingBlock = nullptr;
  Result R = callCovered(Function, Values...);
  const void *Inner = PendingBlock;
  PendingBlock = nullptr;
  if (succeeded(R))
    reportBlock(Dark, Caller,
                const_cast<void *>(Inner ? Inner : blockOf(R, Values...)),
                Size);
  return R;
}

/// realloc and reallocarray in the lifetime modes.
template <typename... Parameters, typename... Arguments>
void *reallocAndWatch(const void *Caller, size_t Size,
                      void *(*Function)(void *, Parameters...), void *Old,
                      Arguments... Values) {
  if (Covered)
    return Function(Old, Values...);
  bool Dark = !__anomalloc_tls.Direct;
  __anomalloc_tls.Direct = 0;
  TheCaller = Caller;
  ReallocWatch Watch(Old);
  Covered = true;
  void *Block = Function(Old, Values...);
  Covered = false;
  if (!Block && Size) {
    Watch.failed();
    return nullptr;
  }
  Watch.done(Caller, Block, Size); // Of size 0 it may have been a free.
  return Block ? reportBlock(Dark, Caller, Block, Size) : nullptr;
}

/// operator new of the unaligned forms in the lifetime modes.
template <typename Result, typename... Parameters, typename... Arguments>
void *newAndWatch(const void *Caller, bool Throws, NothrowTag Tag,
                  Result (*Function)(Parameters...), size_t Size,
                  Arguments... Values) {
  if (!newIsMalloc())
    return callAndWatch(Caller, Size, Function, Size, Values...);
  bool Dark = !__anomalloc_tls.Direct;
  __anomalloc_tls.Direct = 0;
  void *Block = Real.malloc(Size + !Size);
  if (__builtin_expect(!Block, 0))
    Block = newFailed(Size, Throws, Tag);
  return Block ? reportBlock(Dark, Caller, Block, Size) : nullptr;
}

/// free and delete in the lifetime modes: the block is forgotten first.
template <typename... Parameters, typename... Arguments>
__attribute__((noinline)) void
freeAndWatch(const void *Caller, void (*Function)(void *, Parameters...),
             void *Block, Arguments... Values) {
  if (!Covered && Block)
    watchFree(Block, Caller);
  bool Before = Covered;
  TheCaller = Caller;
  Covered = true;
  Function(Block, Values...);
  Covered = Before;
}

/// Whether operator new is called by a site and comes down to malloc: then the
/// way through ours is as short as the C++ library's own.
inline bool newIsCoveredMalloc() {
  return TheNewWay == NewWay::Malloc && __anomalloc_tls.Direct;
}

/// operator new of the unaligned forms, in all other cases.
template <typename Result, typename... Parameters, typename... Arguments>
__attribute__((noinline)) void *
newElse(const void *Caller, bool Throws, NothrowTag Tag,
        Result (*Function)(Parameters...), size_t Size, Arguments... Values) {
  if (__builtin_expect(!newIsMalloc(), 0))
    return callAndCount(Caller, Size, Function, Size, Values...);
  bool Dark = !__anomalloc_tls.Direct;
  __anomalloc_tls.Direct = 0;
  void *Block = Real.malloc(Size + !Size);
  if (__builtin_expect(!Block, 0))
    Block = newFailed(Size, Throws, Tag);
  if (__builtin_expect(Dark, 0) && Block)
    countDark(Caller, Block, Size);
  return Block;
}

} // namespace

// malloc is the way of nearly all events, and calls none of the others.
#define ANOMALLOC_WRAP_Malloc(Symbol)                                          \
  if (__builtin_expect(__anomalloc_tls.Direct != 0, 1)) {                      \
    __anomalloc_tls.Direct = 0;                                                \
    return Real.Symbol(Size);                                                  \
  }                                                                            \
  void *Block = Real.Symbol(Size);                                             \
  if (Block)                                                                   \
    countDark(__builtin_return_address(0), Block, Size);                       \
  return Block;

#define ANOMALLOC_WRAP_New(Symbol)                                             \
  if (__builtin_expect(newIsCoveredMalloc(), 1)) {                             \
    __anomalloc_tls.Direct = 0;                                                \
    if (void *Block = Real.malloc(Size + !Size))                               \
      return Block;                                                            \
    return newFailed(Size, true, nullptr);                                     \
  }                                                                            \
  return newElse(__builtin_return_address(0), true, nullptr, Real.Symbol, Size);
#define ANOMALLOC_WRAP_NewNothrow(Symbol)                                      \
  return newElse(__builtin_return_address(0), false, Tag, Real.Symbol, Size,   \
                 Tag);

#define ANOMALLOC_COUNTED(Symbol, Shape)                                       \
  return callAndCount(__builtin_return_address(0), ANOMALLOC_SIZE_##Shape,     \
                      Real.Symbol, ANOMALLOC_ARGUMENTS_##Shape);
#define ANOMALLOC_WRAP_Calloc(Symbol) ANOMALLOC_COUNTED(Symbol, Calloc)
#define ANOMALLOC_WRAP_Realloc(Symbol) ANOMALLOC_COUNTED(Symbol, Realloc)
#define ANOMALLOC_WRAP_ReallocArray(Symbol)                                    \
  ANOMALLOC_COUNTED(Symbol, ReallocArray)
#define ANOMALLOC_WRAP_AlignedAlloc(Symbol)                                    \
  ANOMALLOC_COUNTED(Symbol, AlignedAlloc)
#define ANOMALLOC_WRAP_PosixMemalign(Symbol)                                   \
  ANOMALLOC_COUNTED(Symbol, PosixMemalign)
#define ANOMALLOC_WRAP_NewAligned(Symbol) ANOMALLOC_COUNTED(Symbol, NewAligned)
#define ANOMALLOC_WRAP_NewAlignedNothrow(Symbol)                               \
  ANOMALLOC_COUNTED(Symbol, NewAlignedNothrow)

#define ANOMALLOC_WATCHED(Function, Symbol, Shape)                             \
  return Function(__builtin_return_address(0), ANOMALLOC_SIZE_##Shape,         \
                  Real.Symbol, ANOMALLOC_ARGUMENTS_##Shape);
#define ANOMALLOC_WATCH_Malloc(Symbol)                                         \
  ANOMALLOC_WATCHED(callAndWatch, Symbol, Malloc)
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
  return newAndWatch(__builtin_return_address(0), true, nullptr, Real.Symbol,  \
                     Size);
#define ANOMALLOC_WATCH_NewNothrow(Symbol)                                     \
  return newAndWatch(__builtin_return_address(0), false, Tag, Real.Symbol,     \
                     Size, Tag);
#define ANOMALLOC_WATCH_NewAligned(Symbol)                                     \
  ANOMALLOC_WATCHED(callAndWatch, Symbol, NewAligned)
#define ANOMALLOC_WATCH_NewAlignedNothrow(Symbol)                              \
  ANOMALLOC_WATCHED(callAndWatch, Symbol, NewAlignedNothrow)

#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  extern "C" ANOMALLOC_RESULT_##Shape ANOMALLOC_OWN(Symbol)(                   \
      ANOMALLOC_PARAMETERS_##Shape) {                                          \
    if (__builtin_expect(Watching, 0)) {                                       \
      ANOMALLOC_WATCH_##Shape(Symbol)                                          \
    }                                                                          \
    ANOMALLOC_WRAP_##Shape(Symbol)                                             \
  }
#include "anomalloc/AllocFunctions.def"

/// Whether free is what follows: the C++ library's delete is nothing else.
#define ANOMALLOC_IS_FREE_Free true
#define ANOMALLOC_IS_FREE_Delete (TheNewWay == NewWay::Malloc)
#define ANOMALLOC_IS_FREE_DeleteSized (TheNewWay == NewWay::Malloc)
#define ANOMALLOC_IS_FREE_DeleteNothrow (TheNewWay == NewWay::Malloc)
#define ANOMALLOC_IS_FREE_DeleteAligned false
#define ANOMALLOC_IS_FREE_DeleteSizedAligned false
#define ANOMALLOC_IS_FREE_DeleteAlignedNothrow false

#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  extern "C" void ANOMALLOC_OWN(Symbol)(ANOMALLOC_PARAMETERS_##Shape) {        \
    const void *Caller = __builtin_return_address(0);                          \
    if (__builtin_expect(ANOMALLOC_IS_FREE_##Shape, 1)) {                      \
      if (__builtin_expect(Watching, 0))                                       \
        return freeAndWatch(Caller, Real.free, Block);                         \
      return Real.free(Block);                                                 \
    }                                                                          \
    if (__builtin_expect(Watching, 0))                                         \
      return freeAndWatch(Caller, Real.Symbol, ANOMALLOC_ARGUMENTS_##Shape);   \
    TheCaller = Caller;                                                        \
    Real.Symbol(ANOMALLOC_ARGUMENTS_##Shape);                                  \
  }
#include "anomalloc/AllocFunctions.def"

// Weak: a program that a static runtime is linked into may have an allocator or
// an operator new of its own, and keeps it.
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  ANOMALLOC_EXPORT ANOMALLOC_RESULT_##Shape interposed_##Symbol(               \
      ANOMALLOC_PARAMETERS_##Shape) __asm__(#Symbol)                           \
      __attribute__((weak, alias(ANOMALLOC_OWN_NAME(Symbol))));
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  ANOMALLOC_EXPORT void interposed_##Symbol(                                   \
      ANOMALLOC_PARAMETERS_##Shape) __asm__(#Symbol)                           \
      __attribute__((weak, alias(ANOMALLOC_OWN_NAME(Symbol))));
#include "anomalloc/AllocFunctions.def"

/// Code that is unloaded leaves its addresses to other code.
ANOMALLOC_EXPORT int dlclose(void *Handle) {
  static int (*RealClose)(void *);
  if (!RealClose)
    RealClose = reinterpret_cast<int (*)(void *)>(dlsym(RTLD_NEXT, "dlclose"));
  int Result = RealClose(Handle);
  if (Process *P = bornProcess())
    noticeUnloadedModules(*P);
  return Result;
}
