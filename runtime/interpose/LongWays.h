//===- LongWays.h - in whatever mode, and whatever the block ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The allocation functions of detailed modes: each brings the block that the
/// real one gave to the site that asks. Where blocks are watched, free and
/// delete forget the block first. While a test measures, all of them tell it of
/// each block, too: in whatever mode.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_INTERPOSE_LONGWAYS_H
#define ANOMALLOC_RUNTIME_INTERPOSE_LONGWAYS_H

#include "interpose/Ways.h"

namespace anomalloc::runtime {

/// With \p Measured, for a test that measures.
template <bool Measured> struct LongWays {
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  static ANOMALLOC_RESULT_##Shape Symbol(ANOMALLOC_PARAMETERS_##Shape);
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  static void Symbol(ANOMALLOC_PARAMETERS_##Shape);
#include "anomalloc/AllocFunctions.def"
};

/// realloc and reallocarray of a block that may have been drawn: the old block
/// comes to its end before the event itself is drawn, or not.
void *reallocOfWatched(void *Old, size_t Size);
void *reallocarrayOfWatched(void *Old, size_t Count, size_t Size);

/// Who asks; the next event is somebody else's.
inline uint64_t takeAsking() {
  uint64_t Asking = __anomalloc_tls.Asking;
  __anomalloc_tls.Asking = 0;
  return Asking;
}

/// The frame of one of our functions: what the frame pointer of its caller was,
/// and the return address. Files that ask for it keep frame pointers.
inline const uint64_t *frameAt(void *Address) {
  return static_cast<const uint64_t *>(Address);
}
#define ANOMALLOC_FRAME frameAt(__builtin_frame_address(0))

inline const void *callerOf(const uint64_t *Frame) {
  return reinterpret_cast<const void *>(Frame[1]);
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

/// Says who made a block, in which form (DetailedEvent). Null: nobody. In
/// whatever case.
template <bool Measured>
[[clang::not_tail_called]] __attribute__((noinline)) void *
reportBlock(uint64_t Asking, const uint64_t *Frame, void *Block, size_t Size,
            uint32_t Form = 0);

/// Does what reportBlock() does, for a block that is not null. Returns false,
/// and does nothing, if the case is not the usual one. Null: no case is. The
/// short ways ask it themselves.
extern bool (*ReportAsUsual)(uint64_t Asking, const uint64_t *Frame,
                             void *Block, size_t Size, uint32_t Form);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_INTERPOSE_LONGWAYS_H
