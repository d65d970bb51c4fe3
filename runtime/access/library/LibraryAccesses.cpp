//===- LibraryAccesses.cpp - standing before the C library ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library of its own, which `record --mode=access` preloads: no other run
// passes its functions. Each calls the C library's and then tells the runtime
// what was read and written.
//
// They are called before this library is prepared: by functions that choose
// others (IFUNC), by constructors. Until then nothing is counted, and the few
// functions that may be needed are at hand (Early).
//
//===----------------------------------------------------------------------===//

#include "access/library/Counted.h"
#include "access/library/Early.h"
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>

#define ANOMALLOC_EXPORT extern "C" __attribute__((visibility("default")))

extern "C" {
extern uint32_t __anomalloc_access_on __attribute__((weak));
void __anomalloc_access_library(const void *, uint64_t, uint32_t, const void *)
    __attribute__((weak));
}

namespace anomalloc::runtime {

decltype(__anomalloc_access_library) *const volatile CountInRuntime =
    __anomalloc_access_library;
const uint32_t *const volatile AccessIsOn = &__anomalloc_access_on;

/// Null until ld.so(8) has prepared this library.
static decltype(dlsym) *const volatile Find = dlsym;

/// The function \p Name of whoever comes behind this library.
static __attribute__((noinline)) void *findReal(const char *Name) {
  auto *Look = Find;
  void *Found = Look ? Look(RTLD_NEXT, Name) : nullptr;
  return Found ? Found : early(Name);
}

namespace {

/// One function. \p Type is its type; \p Known what was found of it.
template <typename Type> Type *real(Type *&Known, const char *Name) {
  Type *Its = __atomic_load_n(&Known, __ATOMIC_RELAXED);
  if (__builtin_expect(Its != nullptr, 1))
    return Its;
  Its = reinterpret_cast<Type *>(findReal(Name));
  if (Find)
    __atomic_store_n(&Known, Its, __ATOMIC_RELAXED);
  return Its;
}

#define ANOMALLOC_LIBRARY(Result, Symbol, Parameters, Arguments, ...)          \
  Result(*Known_##Symbol) Parameters;
#define ANOMALLOC_LIBRARY_VOID(Symbol, Parameters, Arguments, ...)             \
  void(*Known_##Symbol) Parameters;
#include "access/library/LibraryFunctions.def"

// Not each parameter tells of accesses.
#pragma clang diagnostic ignored "-Wunused-parameter"

/// Counts the accesses of a call, and has their names at hand.
struct Call : Counted {
  explicit Call(const void *Caller) : Counted{Caller} {}
};

} // namespace

#define ANOMALLOC_LIBRARY(Result, Symbol, Parameters, Arguments, ...)          \
  namespace {                                                                  \
  struct CallOf_##Symbol : Call {                                              \
    using Call::Call;                                                          \
    Result R;                                                                  \
    void tell Parameters const { __VA_ARGS__; }                                \
  };                                                                           \
  }                                                                            \
  ANOMALLOC_EXPORT Result library_##Symbol Parameters __asm__(#Symbol);        \
  Result library_##Symbol Parameters {                                         \
    CallOf_##Symbol Its(__builtin_return_address(0));                          \
    Its.R = real(Known_##Symbol, #Symbol) Arguments;                           \
    if (countsAccesses())                                                      \
      Its.tell Arguments;                                                      \
    return Its.R;                                                              \
  }
#define ANOMALLOC_LIBRARY_VOID(Symbol, Parameters, Arguments, ...)             \
  namespace {                                                                  \
  struct CallOf_##Symbol : Call {                                              \
    using Call::Call;                                                          \
    void tell Parameters const { __VA_ARGS__; }                                \
  };                                                                           \
  }                                                                            \
  ANOMALLOC_EXPORT void library_##Symbol Parameters __asm__(#Symbol);          \
  void library_##Symbol Parameters {                                           \
    real(Known_##Symbol, #Symbol) Arguments;                                   \
    if (countsAccesses())                                                      \
      CallOf_##Symbol(__builtin_return_address(0)).tell Arguments;             \
  }
#include "access/library/LibraryFunctions.def"

// Those with "..." lead to the ones above.
#define ANOMALLOC_VARIADIC(Symbol, Of, Parameters, Arguments)                  \
  ANOMALLOC_EXPORT int library_##Symbol Parameters __asm__(#Symbol);           \
  int library_##Symbol Parameters {                                            \
    CallOf_##Of Its(__builtin_return_address(0));                              \
    va_list Values;                                                            \
    va_start(Values, Format);                                                  \
    Its.R = real(Known_##Of, #Of) Arguments;                                   \
    va_end(Values);                                                            \
    if (countsAccesses())                                                      \
      Its.tell Arguments;                                                      \
    return Its.R;                                                              \
  }
ANOMALLOC_VARIADIC(sprintf, vsprintf, (char *To, const char *Format, ...),
                   (To, Format, Values))
ANOMALLOC_VARIADIC(snprintf, vsnprintf,
                   (char *To, size_t N, const char *Format, ...),
                   (To, N, Format, Values))
ANOMALLOC_VARIADIC(__sprintf_chk, __vsprintf_chk,
                   (char *To, int Flag, size_t Room, const char *Format, ...),
                   (To, Flag, Room, Format, Values))
ANOMALLOC_VARIADIC(__snprintf_chk, __vsnprintf_chk,
                   (char *To, size_t N, int Flag, size_t Room,
                    const char *Format, ...),
                   (To, N, Flag, Room, Format, Values))

} // namespace anomalloc::runtime
