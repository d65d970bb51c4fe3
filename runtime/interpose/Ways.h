//===- Ways.h - what an allocation function of ours does --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each allocation function that the program calls goes on, in one jump, to the
/// function in this table. So a run pays only for what it records.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_INTERPOSE_WAYS_H
#define ANOMALLOC_RUNTIME_INTERPOSE_WAYS_H

#include "anomalloc/Mode.h"
#include "anomalloc/Sampling.h"
#include "interpose/Asking.h"
#include "interpose/OwnNew.h"
#include "profile/Modules.h"

namespace anomalloc::runtime {

/// The table. At first it has the functions that count (Interpose.cpp).
/// Any thread may read an entry while another changes it: the old and the new
/// function both work at any time.
extern __attribute__((visibility("hidden"))) RealFunctions Ways;

/// The functions that count, and those that free and do nothing else.
struct CountingWays {
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  static ANOMALLOC_RESULT_##Shape Symbol(ANOMALLOC_PARAMETERS_##Shape);
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  static void Symbol(ANOMALLOC_PARAMETERS_##Shape);
#include "anomalloc/AllocFunctions.def"
};

/// Whether a form of free is nothing but the real free.
#define ANOMALLOC_IS_FREE_Free true
#define ANOMALLOC_IS_FREE_Delete (TheNewWay == NewWay::Malloc)
#define ANOMALLOC_IS_FREE_DeleteSized (TheNewWay == NewWay::Malloc)
#define ANOMALLOC_IS_FREE_DeleteNothrow (TheNewWay == NewWay::Malloc)
#define ANOMALLOC_IS_FREE_DeleteAligned false
#define ANOMALLOC_IS_FREE_DeleteSizedAligned false
#define ANOMALLOC_IS_FREE_DeleteAlignedNothrow false

/// Which heap events inside a real function are no events of their own, as far
/// as that is certain.
#define ANOMALLOC_COVERS_Malloc AllAreOurs
#define ANOMALLOC_COVERS_PageAligned AllAreOurs
#define ANOMALLOC_COVERS_Calloc AllAreOurs
#define ANOMALLOC_COVERS_Realloc AllAreOurs
#define ANOMALLOC_COVERS_ReallocArray AllAreOurs
#define ANOMALLOC_COVERS_AlignedAlloc AllAreOurs
#define ANOMALLOC_COVERS_PosixMemalign AllAreOurs
#define ANOMALLOC_COVERS_New FirstIsOurs
#define ANOMALLOC_COVERS_NewNothrow FirstIsOurs
#define ANOMALLOC_COVERS_NewAligned FirstIsOurs
#define ANOMALLOC_COVERS_NewAlignedNothrow FirstIsOurs

/// Makes all ways lead straight to the real functions: nothing is recorded.
void passAll();
/// Makes all ways lead to the functions that count, as short as they can be.
/// All real functions that anybody calls must be known.
void countAnew();

// ChosenWays.cpp alone calls these six, and decides what the table has.
/// Makes all ways lead to the functions that count, as in the beginning.
void useCountingWays();
/// Makes free and its like lead straight to the real free, where they lead to
/// the functions that count, and operator new straight to the real malloc. All
/// real functions must be known.
void shortenCountingWays();
/// Makes all ways lead to LongWays; those of free and delete if \p FreesToo.
template <bool Measured> void useLongWays(bool FreesToo);
/// Makes malloc, new and free take the usual way (UsualWay.h) of \p M, where
/// they lead to LongWays.
void useShortWays(Mode M);
/// Makes all ways lead to the functions that draw events by \p Drawn: what is
/// drawn goes on to LongWays, the rest to CountingWays. So do free and delete,
/// if \p FreesToo; else they lead to CountingWays.
void useSampledWays(Sampling::Unit Drawn, bool FreesToo);
/// Makes these functions as short as they can be, where there are some. All
/// real functions must be known.
void shortenSampledWays();

/// Called when all real functions are known: from now on the ways are as short
/// as they can be.
void shortenWays();

/// While a real function runs whose own calls of the family are none of the
/// program's. Not for those that may throw.
extern __thread bool Covered __attribute__((tls_model("initial-exec")));

/// While LongWays calls a real function for a drawn event: heap events inside
/// it that are no events of their own (OwnAsking) leave their block behind.
extern __thread bool InsideDrawn __attribute__((tls_model("initial-exec")));

/// Makes \p Way lead to \p To, if it leads to \p From. \p To may have fewer
/// parameters: the additional arguments are hints, and do no harm.
template <typename Fn, typename Short>
inline void replace(Fn *&Way, Fn *From, Short *To) {
  auto *New = reinterpret_cast<Fn *>(reinterpret_cast<void *>(To));
  if (Way == From)
    __atomic_store_n(&Way, New, __ATOMIC_RELAXED);
}

/// Calls a real function, which may itself call others of the family. \p Which
/// says which of those calls are no events of their own.
template <typename Result, typename... Parameters, typename... Arguments>
Result callCovered(OwnAsking Which, Result (*Function)(Parameters...),
                   Arguments... Values) {
  __anomalloc_tls.Asking = Which;
  Result R = Function(Values...);
  __anomalloc_tls.Asking = Nobody;
  return R;
}

/// Called when \p Function gave no block to \p Caller in callCovered(). If
/// \p Caller is the C++ library's operator new, calls the new handler and tries
/// again, as that operator would itself [new.delete]. So a block that the
/// handler makes is an event, and a second try is none. Returns \p Failed if
/// there is no block in the end.
template <typename Result, typename... Parameters, typename... Arguments>
__attribute__((cold)) Result tryAgain(const void *Caller, Result Failed,
                                      Result (*Function)(Parameters...),
                                      Arguments... Values) {
  __anomalloc_tls.Asking = Nobody;
  if (!isStandardLibrary(modulePath(Caller)))
    return Failed;
  while (auto *Handle = newHandler()) {
    Handle();
    Result R = callCovered(AllAreOurs, Function, Values...);
    if (succeeded(R))
      return R;
  }
  return Failed;
}

/// The block that a call gave: its result, or the pointer that it stored
/// through its first argument.
template <typename... Arguments>
const void *blockOf(const void *Result, Arguments...) {
  return Result;
}
template <typename... Arguments>
const void *blockOf(int, void **Out, Arguments...) {
  return *Out;
}

/// Does what the C++ library's operator new does when malloc fails
/// [new.delete]. Returns the block. Returns null, if there is none in the end,
/// only for a nothrow form: \p Throws is false, and \p Tag is its argument.
void *newFailed(size_t Size, bool Throws, NothrowTag Tag = nullptr);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_INTERPOSE_WAYS_H
