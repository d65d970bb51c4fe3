//===- Interpose.cpp - standing before the allocator ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program's allocation functions, defined once more: each calls the real
// one and counts what no instrumented site is about to count itself. A site
// says so in Asking; whoever comes first takes that word away. free and delete
// go straight on.
//
//===----------------------------------------------------------------------===//

#include "count/Events.h"
#include "interpose/Ways.h"
#include "process/Process.h"
#include <dlfcn.h>
#include <stdint.h>

#define ANOMALLOC_EXPORT extern "C" __attribute__((visibility("default")))

using namespace anomalloc;
using namespace anomalloc::runtime;

__attribute__((noinline)) void *
anomalloc::runtime::newFailed(size_t Size, bool Throws, NothrowTag Tag) {
  for (;;) {
    auto *Handle = Throws ? newHandler() : nullptr;
    if (!Handle)
      return Throws ? callCovered(FirstIsOurs, Real._Znwm, Size)
                    : callCovered(FirstIsOurs, Real._ZnwmRKSt9nothrow_t, Size,
                                  Tag);
    Handle();
    if (void *Block = Real.malloc(Size ? Size : 1))
      return Block;
  }
}

namespace {

/// For a site, which counts the event itself.
template <typename Result, typename... Parameters, typename... Arguments>
Result callForSite(OwnAsking Which, const void *Caller,
                   Result (*Function)(Parameters...), Arguments... Values) {
  TheCaller = Caller;
  return callCovered(Which, Function, Values...);
}

/// Another function of ours called \p Caller, who calls this one.
template <typename Result, typename... Parameters, typename... Arguments>
Result callForUs(OwnAsking Which, const void *Caller,
                 Result (*Function)(Parameters...), Arguments... Values) {
  if (__anomalloc_tls.Asking == AllAreOurs)
    return Function(Values...);
  Result R = callForSite(Which, Caller, Function, Values...);
  return succeeded(R) ? R : tryAgain(Caller, R, Function, Values...);
}

template <typename Result, typename... Parameters, typename... Arguments>
Result callAndCount(OwnAsking Which, const void *Caller, size_t Size,
                    Result (*Function)(Parameters...), Arguments... Values) {
  Result R = callForSite(Which, Caller, Function, Values...);
  if (succeeded(R))
    countDark(Caller, blockOf(R, Values...), Size);
  return R;
}

/// operator new of the unaligned forms.
template <typename Result, typename... Parameters, typename... Arguments>
__attribute__((noinline)) void *
newElse(const void *Caller, bool Throws, NothrowTag Tag,
        Result (*Function)(Parameters...), size_t Size, Arguments... Values) {
  const uint64_t Asking = __anomalloc_tls.Asking;
  if (__builtin_expect(!newIsMalloc(), 0)) {
    if (isSite(Asking))
      return callForSite(FirstIsOurs, Caller, Function, Size, Values...);
    if (Asking)
      return callForUs(FirstIsOurs, Caller, Function, Size, Values...);
    return callAndCount(FirstIsOurs, Caller, Size, Function, Size, Values...);
  }
  __anomalloc_tls.Asking = 0;
  void *Block = Real.malloc(Size + !Size);
  if (__builtin_expect(!Block, 0))
    Block = newFailed(Size, Throws, Tag);
  if (__builtin_expect(!Asking, 0) && Block)
    countDark(Caller, Block, Size);
  return Block;
}

} // namespace

// malloc is the way of nearly all events, and calls none of the others. Events
// that are no site's have functions of their own, so that sites save no
// registers. Asking is compared where it stands; the atomic load keeps it
// there.
#define ANOMALLOC_UNLESS_SITE(Symbol, Shape)                                   \
  if (__builtin_expect(__anomalloc_tls.Asking <= AllAreOurs, 0)) {             \
    if (__atomic_load_n(&__anomalloc_tls.Asking, __ATOMIC_RELAXED))            \
        [[clang::musttail]]                                                    \
      return forUs_##Symbol(ANOMALLOC_ARGUMENTS_##Shape);                      \
    [[clang::musttail]] return dark_##Symbol(ANOMALLOC_ARGUMENTS_##Shape);     \
  }
#define ANOMALLOC_WRAP_Malloc(Symbol, Shape)                                   \
  if (__builtin_expect(__anomalloc_tls.Asking > AllAreOurs, 1)) {              \
    __anomalloc_tls.Asking = 0;                                                \
    return Real.Symbol(Size);                                                  \
  }                                                                            \
  if (__atomic_load_n(&__anomalloc_tls.Asking, __ATOMIC_RELAXED))              \
      [[clang::musttail]]                                                      \
    return forUs_##Symbol(Size);                                               \
  void *Block = Real.Symbol(Size);                                             \
  if (Block)                                                                   \
    countDark(__builtin_return_address(0), Block, Size);                       \
  return Block;

#define ANOMALLOC_WRAP_New(Symbol, Shape)                                      \
  return newElse(__builtin_return_address(0), true, nullptr, Real.Symbol, Size);
#define ANOMALLOC_WRAP_NewNothrow(Symbol, Shape)                               \
  return newElse(__builtin_return_address(0), false, Tag, Real.Symbol, Size,   \
                 Tag);

#define ANOMALLOC_COUNTED(Symbol, Shape)                                       \
  ANOMALLOC_UNLESS_SITE(Symbol, Shape)                                         \
  return callForSite(ANOMALLOC_COVERS_##Shape, __builtin_return_address(0),    \
                     Real.Symbol, ANOMALLOC_ARGUMENTS_##Shape);
#define ANOMALLOC_WRAP_PageAligned ANOMALLOC_WRAP_Malloc
#define ANOMALLOC_WRAP_Calloc ANOMALLOC_COUNTED
#define ANOMALLOC_WRAP_Realloc ANOMALLOC_COUNTED
#define ANOMALLOC_WRAP_ReallocArray ANOMALLOC_COUNTED
#define ANOMALLOC_WRAP_AlignedAlloc ANOMALLOC_COUNTED
#define ANOMALLOC_WRAP_PosixMemalign ANOMALLOC_COUNTED
#define ANOMALLOC_WRAP_NewAligned ANOMALLOC_COUNTED
#define ANOMALLOC_WRAP_NewAlignedNothrow ANOMALLOC_COUNTED

#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  [[maybe_unused]]                                                             \
  __attribute__((noinline)) static ANOMALLOC_RESULT_##Shape forUs_##Symbol(    \
      ANOMALLOC_PARAMETERS_##Shape) {                                          \
    return callForUs(ANOMALLOC_COVERS_##Shape, __builtin_return_address(0),    \
                     Real.Symbol, ANOMALLOC_ARGUMENTS_##Shape);                \
  }                                                                            \
  [[maybe_unused]]                                                             \
  __attribute__((noinline)) static ANOMALLOC_RESULT_##Shape dark_##Symbol(     \
      ANOMALLOC_PARAMETERS_##Shape) {                                          \
    return callAndCount(ANOMALLOC_COVERS_##Shape, __builtin_return_address(0), \
                        ANOMALLOC_SIZE_##Shape, Real.Symbol,                   \
                        ANOMALLOC_ARGUMENTS_##Shape);                          \
  }                                                                            \
  ANOMALLOC_RESULT_##Shape CountingWays::Symbol(                               \
      ANOMALLOC_PARAMETERS_##Shape) {                                          \
    ANOMALLOC_WRAP_##Shape(Symbol, Shape)                                      \
  }
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  void CountingWays::Symbol(ANOMALLOC_PARAMETERS_##Shape) {                    \
    TheCaller = __builtin_return_address(0);                                   \
    return Real.Symbol(ANOMALLOC_ARGUMENTS_##Shape);                           \
  }
#include "anomalloc/AllocFunctions.def"

int (*anomalloc::runtime::RealClose)(void *);

RealFunctions anomalloc::runtime::Ways = {
#define ANOMALLOC_HEAP(Symbol, Shape) CountingWays::Symbol,
#include "anomalloc/AllocFunctions.def"
#define ANOMALLOC_FREE(Symbol, Shape) CountingWays::Symbol,
#include "anomalloc/AllocFunctions.def"
};

/// operator new that comes down to malloc: then a site's way through ours is as
/// short as the C++ library's own.
static void *newByMalloc(size_t Size) {
  if (__builtin_expect(!__anomalloc_tls.Asking, 0)) [[clang::musttail]]
    return CountingWays::_Znwm(Size);
  __anomalloc_tls.Asking = 0;
  void *Block = Real.malloc(Size + !Size);
  return __builtin_expect(Block != nullptr, 1) ? Block
                                               : newFailed(Size, true, nullptr);
}

void anomalloc::runtime::useCountingWays() {
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  __atomic_store_n(&Ways.Symbol, CountingWays::Symbol, __ATOMIC_RELAXED);
#include "anomalloc/AllocFunctions.def"
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  __atomic_store_n(&Ways.Symbol, CountingWays::Symbol, __ATOMIC_RELAXED);
#include "anomalloc/AllocFunctions.def"
}

void anomalloc::runtime::passAll() {
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  __atomic_store_n(&Ways.Symbol, Real.Symbol, __ATOMIC_RELAXED);
#include "anomalloc/AllocFunctions.def"
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  __atomic_store_n(&Ways.Symbol, Real.Symbol, __ATOMIC_RELAXED);
#include "anomalloc/AllocFunctions.def"
}

void anomalloc::runtime::shortenCountingWays() {
  if (TheNewWay == NewWay::Malloc) {
    replace(Ways._Znwm, CountingWays::_Znwm, newByMalloc);
    replace(Ways._Znam, CountingWays::_Znam, newByMalloc);
  }
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  if (ANOMALLOC_IS_FREE_##Shape)                                               \
    replace(Ways.Symbol, CountingWays::Symbol, Real.free);
#include "anomalloc/AllocFunctions.def"
}

#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  extern "C" ANOMALLOC_RESULT_##Shape ANOMALLOC_OWN(Symbol)(                   \
      ANOMALLOC_PARAMETERS_##Shape) {                                          \
    [[clang::musttail]] return Ways.Symbol(ANOMALLOC_ARGUMENTS_##Shape);       \
  }
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  extern "C" void ANOMALLOC_OWN(Symbol)(ANOMALLOC_PARAMETERS_##Shape) {        \
    [[clang::musttail]] return Ways.Symbol(ANOMALLOC_ARGUMENTS_##Shape);       \
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
extern "C" int ANOMALLOC_OWN(dlclose)(void *Handle) {
  if (!RealClose)
    RealClose = reinterpret_cast<int (*)(void *)>(dlsym(RTLD_NEXT, "dlclose"));
  int Result = RealClose(Handle);
  if (Process *P = bornProcess())
    noticeUnloadedModules(*P);
  else if (Process *Known = knownProcess())
    Known->Rules.forgetAll();
  return Result;
}
ANOMALLOC_EXPORT int dlclose(void *Handle)
    __attribute__((alias(ANOMALLOC_OWN_NAME(dlclose))));
