//===- RealFunctions.h - the allocation functions behind ours ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The real function behind each interposed function. Each pointer starts at a
/// function that looks up the real one first. So no call needs to ask whether
/// that has happened.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_INTERPOSE_REALFUNCTIONS_H
#define ANOMALLOC_RUNTIME_INTERPOSE_REALFUNCTIONS_H

#include <stddef.h>

namespace anomalloc::runtime {

/// Stand-ins for std::align_val_t and const std::nothrow_t &: the same size and
/// calling convention, without the C++ library.
using Alignment = size_t;
using NothrowTag = const void *;

// What each shape of AllocFunctions.def takes, passes on, and asks for: how
// many bytes, and in which form (TraceKey::Form).
#define ANOMALLOC_PARAMETERS_Malloc size_t Size
#define ANOMALLOC_ARGUMENTS_Malloc Size
#define ANOMALLOC_SIZE_Malloc Size
#define ANOMALLOC_FORM_Malloc 0
#define ANOMALLOC_PARAMETERS_PageAligned size_t Size
#define ANOMALLOC_ARGUMENTS_PageAligned Size
#define ANOMALLOC_SIZE_PageAligned Size
#define ANOMALLOC_FORM_PageAligned format::traceAligned(sys::pageSize())
#define ANOMALLOC_PARAMETERS_Calloc size_t Count, size_t Size
#define ANOMALLOC_ARGUMENTS_Calloc Count, Size
#define ANOMALLOC_SIZE_Calloc Count *Size
#define ANOMALLOC_FORM_Calloc format::TraceZeroed
#define ANOMALLOC_PARAMETERS_Realloc void *Old, size_t Size
#define ANOMALLOC_ARGUMENTS_Realloc Old, Size
#define ANOMALLOC_SIZE_Realloc Size
#define ANOMALLOC_FORM_Realloc 0
#define ANOMALLOC_PARAMETERS_ReallocArray void *Old, size_t Count, size_t Size
#define ANOMALLOC_ARGUMENTS_ReallocArray Old, Count, Size
#define ANOMALLOC_SIZE_ReallocArray Count *Size
#define ANOMALLOC_FORM_ReallocArray 0
#define ANOMALLOC_PARAMETERS_AlignedAlloc size_t Align, size_t Size
#define ANOMALLOC_ARGUMENTS_AlignedAlloc Align, Size
#define ANOMALLOC_SIZE_AlignedAlloc Size
#define ANOMALLOC_FORM_AlignedAlloc format::traceAligned(Align)
#define ANOMALLOC_PARAMETERS_PosixMemalign void **Out, size_t Align, size_t Size
#define ANOMALLOC_ARGUMENTS_PosixMemalign Out, Align, Size
#define ANOMALLOC_SIZE_PosixMemalign Size
#define ANOMALLOC_FORM_PosixMemalign format::traceAligned(Align)
#define ANOMALLOC_PARAMETERS_New size_t Size
#define ANOMALLOC_ARGUMENTS_New Size
#define ANOMALLOC_SIZE_New Size
#define ANOMALLOC_FORM_New 0
#define ANOMALLOC_PARAMETERS_NewNothrow size_t Size, NothrowTag Tag
#define ANOMALLOC_ARGUMENTS_NewNothrow Size, Tag
#define ANOMALLOC_SIZE_NewNothrow Size
#define ANOMALLOC_FORM_NewNothrow 0
#define ANOMALLOC_PARAMETERS_NewAligned size_t Size, Alignment Align
#define ANOMALLOC_ARGUMENTS_NewAligned Size, Align
#define ANOMALLOC_SIZE_NewAligned Size
#define ANOMALLOC_FORM_NewAligned format::traceAligned(Align)
#define ANOMALLOC_PARAMETERS_NewAlignedNothrow                                 \
  size_t Size, Alignment Align, NothrowTag Tag
#define ANOMALLOC_ARGUMENTS_NewAlignedNothrow Size, Align, Tag
#define ANOMALLOC_SIZE_NewAlignedNothrow Size
#define ANOMALLOC_FORM_NewAlignedNothrow format::traceAligned(Align)

/// Whether a call succeeded: posix_memalign returns 0, all others a block.
template <typename T> inline bool succeeded(T *Block) { return Block; }
inline bool succeeded(int Error) { return Error == 0; }

#define ANOMALLOC_PARAMETERS_Free void *Block
#define ANOMALLOC_ARGUMENTS_Free Block
#define ANOMALLOC_PARAMETERS_Delete void *Block
#define ANOMALLOC_ARGUMENTS_Delete Block
#define ANOMALLOC_PARAMETERS_DeleteSized void *Block, size_t Size
#define ANOMALLOC_ARGUMENTS_DeleteSized Block, Size
#define ANOMALLOC_PARAMETERS_DeleteNothrow void *Block, NothrowTag Tag
#define ANOMALLOC_ARGUMENTS_DeleteNothrow Block, Tag
#define ANOMALLOC_PARAMETERS_DeleteAligned void *Block, Alignment Align
#define ANOMALLOC_ARGUMENTS_DeleteAligned Block, Align
#define ANOMALLOC_PARAMETERS_DeleteSizedAligned                                \
  void *Block, size_t Size, Alignment Align
#define ANOMALLOC_ARGUMENTS_DeleteSizedAligned Block, Size, Align
#define ANOMALLOC_PARAMETERS_DeleteAlignedNothrow                              \
  void *Block, Alignment Align, NothrowTag Tag
#define ANOMALLOC_ARGUMENTS_DeleteAlignedNothrow Block, Align, Tag

#define ANOMALLOC_RESULT_Malloc void *
#define ANOMALLOC_RESULT_PageAligned void *
#define ANOMALLOC_RESULT_Calloc void *
#define ANOMALLOC_RESULT_Realloc void *
#define ANOMALLOC_RESULT_ReallocArray void *
#define ANOMALLOC_RESULT_AlignedAlloc void *
#define ANOMALLOC_RESULT_PosixMemalign int
#define ANOMALLOC_RESULT_New void *
#define ANOMALLOC_RESULT_NewNothrow void *
#define ANOMALLOC_RESULT_NewAligned void *
#define ANOMALLOC_RESULT_NewAlignedNothrow void *

/// Pointers to the real functions: Real.malloc, Real._Znwm, ...
struct RealFunctions {
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  ANOMALLOC_RESULT_##Shape (*Symbol)(ANOMALLOC_PARAMETERS_##Shape);
#include "anomalloc/AllocFunctions.def"
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  void (*Symbol)(ANOMALLOC_PARAMETERS_##Shape);
#include "anomalloc/AllocFunctions.def"
};
/// Hidden: the compiler would ask a table of addresses for it at each call.
extern __attribute__((visibility("hidden"))) RealFunctions Real;

/// The return address in the code that called our allocation function. The
/// first call of a C++ operator looks up the real one for this caller.
/// newHandler() needs it, too.
extern __thread const void *TheCaller
    __attribute__((tls_model("initial-exec")));

/// The interposed functions under names that are ours alone.
#define ANOMALLOC_OWN(Symbol) anomalloc_own_##Symbol
#define ANOMALLOC_OWN_NAME(Symbol) "anomalloc_own_" #Symbol
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  extern "C" __attribute__((visibility("hidden"))) ANOMALLOC_RESULT_##Shape    \
      ANOMALLOC_OWN(Symbol)(ANOMALLOC_PARAMETERS_##Shape);
#include "anomalloc/AllocFunctions.def"
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  extern "C" __attribute__((visibility("hidden"))) void ANOMALLOC_OWN(Symbol)( \
      ANOMALLOC_PARAMETERS_##Shape);
#include "anomalloc/AllocFunctions.def"

/// dlclose(3), which we interpose, too. RealClose is null until it is needed.
extern "C" __attribute__((visibility("hidden"))) int
    ANOMALLOC_OWN(dlclose)(void *Handle);
extern int (*RealClose)(void *);

/// Finds the real functions if we were loaded into a running program: they are
/// those that the program calls now. Returns false if it calls ours, because we
/// were loaded with it. Takes a lock of the dynamic loader.
bool findFunctionsInUse();

/// Whether the object at \p Path is a C++ library.
bool isStandardLibrary(const char *Path);

/// Whether our operator new may call the real malloc itself, as the C++
/// library's does. It may if nobody replaced an operator of the family, and no
/// other malloc stands before ours. Decided at the start, or when the first
/// operator new is called.
enum class NewWay : unsigned char { Undecided, Malloc, Real };
extern NewWay TheNewWay;
bool decideWhetherNewIsMalloc();
inline bool newIsMalloc() {
  return __builtin_expect(TheNewWay == NewWay::Malloc, 1) ||
         decideWhetherNewIsMalloc();
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_INTERPOSE_REALFUNCTIONS_H
