//===- RealFunctions.cpp - the allocation functions behind ours -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RealFunctions.h"
#include "Allocator.h"
#include "Events.h"
#include "Modules.h"
#include <dlfcn.h>

// glibc's own, for what dlsym(3) itself may ask for on the way.
extern "C" void *__libc_malloc(size_t) __attribute__((weak));
extern "C" void *__libc_calloc(size_t, size_t) __attribute__((weak));

namespace anomalloc {

/// The next definition of \p Name after ours. A C++ library that was loaded
/// privately is not among those: then the caller's own dependencies are asked.
static void *next(const char *Name, const void *Caller) {
  noteInterposed();
  if (void *Found = dlsym(RTLD_NEXT, Name))
    return Found;
  void *Handle = dlopen(modulePath(Caller), RTLD_LAZY | RTLD_NOLOAD);
  void *Found = Handle ? dlsym(Handle, Name) : nullptr;
  if (Handle)
    dlclose(Handle);
  // The caller was linked against something: without it, it could not run.
  return Found;
}

static __thread bool LookingUp __attribute__((tls_model("initial-exec")));

namespace {
struct LookupGuard {
  LookupGuard() { LookingUp = true; }
  ~LookupGuard() { LookingUp = false; }
};
} // namespace

#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  static ANOMALLOC_RESULT_##Shape lookup_##Symbol(ANOMALLOC_PARAMETERS_##Shape);
#include "anomalloc/AllocFunctions.def"

RealFunctions Real = {
#define ANOMALLOC_HEAP(Symbol, Shape) lookup_##Symbol,
#include "anomalloc/AllocFunctions.def"
};

template <typename Fn>
static void lookUp(Fn *&Pointer, const char *Name, const void *Caller) {
  LookupGuard Guard;
  if (void *Found = next(Name, Caller))
    __atomic_store_n(&Pointer, reinterpret_cast<Fn *>(Found), __ATOMIC_RELEASE);
  else
    __builtin_trap();
}

// While dlsym(3) runs, requests of its own go to glibc.
static void *early(decltype(Real.malloc), size_t Size) {
  return __libc_malloc ? __libc_malloc(Size) : nullptr;
}
static void *early(decltype(Real.calloc), size_t Count, size_t Size) {
  return __libc_calloc ? __libc_calloc(Count, Size) : nullptr;
}
template <typename Result, typename... Parameters>
static Result early(Result (*)(Parameters...), Parameters...) {
  return Result();
}

#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  static ANOMALLOC_RESULT_##Shape lookup_##Symbol(                             \
      ANOMALLOC_PARAMETERS_##Shape) {                                          \
    if (LookingUp)                                                             \
      return early(Real.Symbol, ANOMALLOC_ARGUMENTS_##Shape);                  \
    lookUp(Real.Symbol, #Symbol, __builtin_return_address(0));                 \
    return Real.Symbol(ANOMALLOC_ARGUMENTS_##Shape);                           \
  }
#include "anomalloc/AllocFunctions.def"

static bool isOurs(const char *Name) {
  void *First = dlsym(RTLD_DEFAULT, Name);
  return First && modulePath(First) == modulePath(&Real);
}

static bool isStandardLibrary(const char *Path) {
  return __builtin_strstr(Path, "/libstdc++.so") ||
         __builtin_strstr(Path, "/libc++");
}

NewWay TheNewWay;

bool decideNewWay() {
  if (TheNewWay == NewWay::Undecided) {
    LookupGuard Guard;
    auto First = [](const char *Name) {
      return modulePath(dlsym(RTLD_DEFAULT, Name));
    };
    bool Plain = isOurs("malloc") && isOurs("_Znwm") && isOurs("_Znam") &&
                 isStandardLibrary(modulePath(dlsym(RTLD_NEXT, "_Znwm"))) &&
                 isStandardLibrary(First("_ZdlPv")) &&
                 isStandardLibrary(First("_ZdaPv"));
    // Every thread that gets here decides the same.
    TheNewWay = Plain ? NewWay::Malloc : NewWay::Real;
  }
  return TheNewWay == NewWay::Malloc;
}

void findAllocator() {
  if (Real.malloc == lookup_malloc)
    lookUp(Real.malloc, "malloc", __builtin_return_address(0));
}

const char *allocatorPath() {
  if (Real.malloc == lookup_malloc)
    return "";
  return modulePath(reinterpret_cast<const void *>(Real.malloc));
}

} // namespace anomalloc
