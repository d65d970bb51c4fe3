//===- RealFunctions.cpp - the allocation functions behind ours -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpose/RealFunctions.h"
#include "anomalloc/Abi.h"
#include "count/Events.h"
#include "count/Lane.h"
#include "interpose/Allocator.h"
#include "interpose/DefinitionSearch.h"
#include "interpose/OwnNew.h"
#include "interpose/Ways.h"
#include "profile/Modules.h"
#include <dlfcn.h>
#include <link.h>

// glibc's own, for what dlsym(3) itself may ask for on the way.
extern "C" void *__libc_malloc(size_t) __attribute__((weak));
extern "C" void *__libc_calloc(size_t, size_t) __attribute__((weak));
#pragma weak _r_debug
extern "C" const char *gnu_get_libc_version() __attribute__((weak));

namespace anomalloc::runtime {

__thread const void *TheCaller __attribute__((tls_model("initial-exec")));

/// The next definition of \p Name after \p Own. That of a C++ library is
/// looked for without dlsym(3): there may be none, or it was loaded privately,
/// for the caller alone.
static void *next(const char *Name, const void *Own) {
  if (*Name == '_')
    return findDefinition(Name, Own, TheCaller);
  return dlsym(RTLD_NEXT, Name);
}

bool isStandardLibrary(const char *Path) {
  return __builtin_strstr(Path, "/libstdc++.so") ||
         __builtin_strstr(Path, "/libc++");
}

/// Whether any object that is loaded is one, private or not.
static bool hasStandardLibrary() {
  const r_debug *Debug = &_r_debug;
  for (link_map *Map = Debug ? Debug->r_map : nullptr; Map; Map = Map->l_next)
    if (isStandardLibrary(Map->l_name))
      return true;
  return false;
}

static __thread bool LookingUp __attribute__((tls_model("initial-exec")));

namespace {
/// What dlsym(3) asks for on the way must not take the mark of the call that
/// waits for its answer.
struct LookupGuard {
  LookupGuard() { LookingUp = true; }
  ~LookupGuard() {
    LookingUp = false;
    __anomalloc_tls.Asking = Asking;
  }
  const uint64_t Asking = __anomalloc_tls.Asking;
};
} // namespace

#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  static ANOMALLOC_RESULT_##Shape lookup_##Symbol(ANOMALLOC_PARAMETERS_##Shape);
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  static void lookup_##Symbol(ANOMALLOC_PARAMETERS_##Shape);
#include "anomalloc/AllocFunctions.def"

RealFunctions Real = {
#define ANOMALLOC_HEAP(Symbol, Shape) lookup_##Symbol,
#include "anomalloc/AllocFunctions.def"
#define ANOMALLOC_FREE(Symbol, Shape) lookup_##Symbol,
#include "anomalloc/AllocFunctions.def"
};

// A C++ library inside the program has no operators of its own.
#define ANOMALLOC_SUBSTITUTE_Malloc nullptr
#define ANOMALLOC_SUBSTITUTE_PageAligned nullptr
#define ANOMALLOC_SUBSTITUTE_Calloc nullptr
#define ANOMALLOC_SUBSTITUTE_Realloc nullptr
#define ANOMALLOC_SUBSTITUTE_ReallocArray nullptr
#define ANOMALLOC_SUBSTITUTE_AlignedAlloc nullptr
#define ANOMALLOC_SUBSTITUTE_PosixMemalign nullptr
#define ANOMALLOC_SUBSTITUTE_New ownNew
#define ANOMALLOC_SUBSTITUTE_NewNothrow ownNewNothrow
#define ANOMALLOC_SUBSTITUTE_NewAligned ownNewAligned
#define ANOMALLOC_SUBSTITUTE_NewAlignedNothrow ownNewAlignedNothrow
#define ANOMALLOC_SUBSTITUTE_Free nullptr
#define ANOMALLOC_SUBSTITUTE_Delete ownDelete
#define ANOMALLOC_SUBSTITUTE_DeleteSized ownDelete
#define ANOMALLOC_SUBSTITUTE_DeleteNothrow ownDelete
#define ANOMALLOC_SUBSTITUTE_DeleteAligned ownDelete
#define ANOMALLOC_SUBSTITUTE_DeleteSizedAligned ownDelete
#define ANOMALLOC_SUBSTITUTE_DeleteAlignedNothrow ownDelete

/// Keeps a parameter out of template argument deduction.
template <typename T> struct Itself {
  using Type = T;
};

/// \p Substitute serves if there is no real function; null: nothing does.
template <typename Fn>
static void lookUp(Fn *&Pointer, const char *Name, Fn *Own,
                   typename Itself<Fn *>::Type Substitute) {
  LookupGuard Guard;
  auto *Found =
      reinterpret_cast<Fn *>(next(Name, reinterpret_cast<void *>(Own)));
  if (!Found)
    Found = Substitute;
  if (!Found)
    __builtin_trap();
  __atomic_store_n(&Pointer, Found, __ATOMIC_RELEASE);
}

static void findUsableSize();
static void noteWayToUs();

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
    noteWayToUs();                                                             \
    lookUp(Real.Symbol, #Symbol, ANOMALLOC_OWN(Symbol),                        \
           ANOMALLOC_SUBSTITUTE_##Shape);                                      \
    findUsableSize();                                                          \
    return Real.Symbol(ANOMALLOC_ARGUMENTS_##Shape);                           \
  }
// A block that dlsym(3) gives back while it runs is lost: whose it is, nobody
// knows yet.
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  static void lookup_##Symbol(ANOMALLOC_PARAMETERS_##Shape) {                  \
    if (LookingUp)                                                             \
      return;                                                                  \
    lookUp(Real.Symbol, #Symbol, ANOMALLOC_OWN(Symbol),                        \
           ANOMALLOC_SUBSTITUTE_##Shape);                                      \
    Real.Symbol(ANOMALLOC_ARGUMENTS_##Shape);                                  \
  }
#include "anomalloc/AllocFunctions.def"

static size_t (*RealUsableSize)(void *);

/// glibc's has no answer for blocks of another allocator.
static void noteUsableSize(size_t (*Found)(void *)) {
  if (Found && modulePath(reinterpret_cast<const void *>(Found)) ==
                   modulePath(reinterpret_cast<const void *>(Real.malloc)))
    __atomic_store_n(&RealUsableSize, Found, __ATOMIC_RELEASE);
}

/// Once the real malloc is known.
static void findUsableSize() {
  if (RealUsableSize || Real.malloc == lookup_malloc)
    return;
  LookupGuard Guard;
  noteUsableSize(reinterpret_cast<size_t (*)(void *)>(
      dlsym(RTLD_NEXT, "malloc_usable_size")));
}

/// Whether the program's calls of \p Name come to \p Own.
template <typename Fn> static bool isFirst(const char *Name, Fn *Own) {
  return findDefinition(Name, nullptr, nullptr) ==
         reinterpret_cast<void *>(Own);
}
#define ANOMALLOC_IS_FIRST(Symbol) isFirst(#Symbol, ANOMALLOC_OWN(Symbol))

/// Whether the C++ library's comes next.
template <typename Fn> static bool isStandardNext(const char *Name, Fn *Own) {
  return isStandardLibrary(
      modulePath(findDefinition(Name, reinterpret_cast<void *>(Own), nullptr)));
}
#define ANOMALLOC_IS_STANDARD_NEXT(Symbol)                                     \
  isStandardNext(#Symbol, ANOMALLOC_OWN(Symbol))

NewWay TheNewWay;

/// \p Name as the program calls it; \p Pointer stays if there is none but ours.
template <typename Fn>
static void takeInUse(Fn *&Pointer, const char *Name, Fn *Own) {
  auto *Found = reinterpret_cast<Fn *>(findDefinition(Name, nullptr, nullptr));
  if (Found && Found != Own)
    __atomic_store_n(&Pointer, Found, __ATOMIC_RELEASE);
}

template <typename Fn> static bool isOfStandardLibrary(Fn *Function) {
  return isStandardLibrary(
      modulePath(reinterpret_cast<const void *>(Function)));
}

bool decideWhetherNewIsMalloc() {
  if (TheNewWay == NewWay::Undecided) {
    // A C++ library that comes later is not the whole program's.
    bool Plain = !isProgramLoaded() && ANOMALLOC_IS_FIRST(malloc) &&
                 ANOMALLOC_IS_FIRST(free) && ANOMALLOC_IS_FIRST(_Znwm) &&
                 ANOMALLOC_IS_FIRST(_Znam) && ANOMALLOC_IS_FIRST(_ZdlPv) &&
                 ANOMALLOC_IS_FIRST(_ZdaPv) &&
                 ANOMALLOC_IS_STANDARD_NEXT(_Znwm) &&
                 ANOMALLOC_IS_STANDARD_NEXT(_ZdlPv) &&
                 ANOMALLOC_IS_STANDARD_NEXT(_ZdaPv);
    // Every thread that gets here decides the same.
    TheNewWay = Plain ? NewWay::Malloc : NewWay::Real;
  }
  return TheNewWay == NewWay::Malloc;
}

/// Path of an allocator that stands before us; blocks come from there. One that
/// only passes calls on, as a tool does, has no sizes of blocks to tell.
static const char *BeforeUs;

static const char *findBeforeUs() {
  void *First = findDefinition("malloc", nullptr, nullptr);
  void *Tells = findDefinition("malloc_usable_size", nullptr, nullptr);
  bool Allocates = First && Tells && modulePath(First) == modulePath(Tells);
  return Allocates ? modulePath(First) : nullptr;
}

/// Without anybody behind us who has a malloc, nobody in front of us passes
/// calls on: we came by dlopen(3), and see what those call who came along.
static bool isMallocElsewhere() {
  return !ANOMALLOC_IS_FIRST(malloc) &&
         (findBeforeUs() ||
          !findDefinition("malloc",
                          reinterpret_cast<void *>(ANOMALLOC_OWN(malloc)),
                          nullptr));
}

/// Whose calls of malloc come to ours.
static enum { NotKnown, Everybody, Some } WhoCallsUs;

bool seesOthers() {
  if (WhoCallsUs == NotKnown) // Every thread finds the same.
    WhoCallsUs = isMallocElsewhere() ? Some : Everybody;
  return WhoCallsUs == Everybody;
}

/// Another malloc stands first. It may pass on what it is asked for, as a tool
/// does: then ours, whatever way it takes, finds that we are asking.
static bool passesOn(void *(*First)(size_t), void (*FirstFree)(void *)) {
  __anomalloc_tls.Asking = FirstIsOurs;
  void *Block = First(1);
  bool Passes = !__anomalloc_tls.Asking;
  __anomalloc_tls.Asking = 0;
  Covered = true;
  FirstFree(Block);
  Covered = false;
  return Passes;
}

bool seesHeap() {
  static uint32_t Known; // 0 no, else 1 + the answer
  uint32_t Answer = __atomic_load_n(&Known, __ATOMIC_RELAXED);
  if (Answer)
    return Answer == 2;
  void *Malloc = findDefinition("malloc", nullptr, nullptr);
  void *Free = findDefinition("free", nullptr, nullptr);
  bool Sees = Malloc == reinterpret_cast<void *>(ANOMALLOC_OWN(malloc)) &&
              Free == reinterpret_cast<void *>(ANOMALLOC_OWN(free));
  if (!Sees && Malloc && Free)
    Sees = passesOn(reinterpret_cast<void *(*)(size_t)>(Malloc),
                    reinterpret_cast<void (*)(void *)>(Free));
  __atomic_store_n(&Known, 1 + uint32_t(Sees), __ATOMIC_RELAXED);
  return Sees;
}

static void noteWayToUs() {
  if (seesOthers())
    noteInterposed();
}

bool findFunctionsInUse() {
  if (ANOMALLOC_IS_FIRST(malloc))
    return false;
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  takeInUse(Real.Symbol, #Symbol, ANOMALLOC_OWN(Symbol));
#include "anomalloc/AllocFunctions.def"
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  takeInUse(Real.Symbol, #Symbol, ANOMALLOC_OWN(Symbol));
#include "anomalloc/AllocFunctions.def"
  takeInUse(RealClose, "dlclose", ANOMALLOC_OWN(dlclose));
  size_t (*Usable)(void *) = nullptr;
  takeInUse(Usable, "malloc_usable_size", Usable);
  noteUsableSize(Usable);
  bool Plain =
      isOfStandardLibrary(Real._Znwm) && isOfStandardLibrary(Real._Znam) &&
      isOfStandardLibrary(Real._ZdlPv) && isOfStandardLibrary(Real._ZdaPv);
  TheNewWay = Plain ? NewWay::Malloc : NewWay::Real;
  WhoCallsUs = Everybody;
  noteInterposed();
  return true;
}

template <typename Fn>
static void lookUpNow(Fn *&Pointer, Fn *Unknown, const char *Name) {
  if (Pointer != Unknown)
    return;
  LookupGuard Guard;
  if (void *Found = dlsym(RTLD_NEXT, Name))
    __atomic_store_n(&Pointer, reinterpret_cast<Fn *>(Found), __ATOMIC_RELEASE);
}

/// Every dlsym(3) wipes out what dlerror(3) had to tell the program: so none
/// may come later, in the middle of its work. (For a C++ library that is loaded
/// later, and whose functions only its callers see, one still does.)
static void lookUpAll() {
  // A search in vain would leave a message for dlerror(3) on the heap.
  bool IsPlusPlus = hasStandardLibrary();
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  if (IsPlusPlus || #Symbol[0] != '_')                                         \
    lookUpNow(Real.Symbol, lookup_##Symbol, #Symbol);
#include "anomalloc/AllocFunctions.def"
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  if (IsPlusPlus || #Symbol[0] != '_')                                         \
    lookUpNow(Real.Symbol, lookup_##Symbol, #Symbol);
#include "anomalloc/AllocFunctions.def"
  findUsableSize();
  if (IsPlusPlus ? decideWhetherNewIsMalloc()
                 : ANOMALLOC_IS_FIRST(malloc) && ANOMALLOC_IS_FIRST(free))
    noteInterposesAll();
  shortenWays();
}

size_t usableSize(const void *Block) {
  auto *Usable = __atomic_load_n(&RealUsableSize, __ATOMIC_ACQUIRE);
  return Usable ? Usable(const_cast<void *>(Block)) : 0;
}

/// By the object it lies in: gperftools's library also defines __libc_malloc.
static bool isOfGlibc(const void *Function) {
  const char *Path =
      modulePath(reinterpret_cast<const void *>(gnu_get_libc_version));
  return *Path && modulePath(Function) == Path;
}

unsigned blockSpacing() {
  bool IsGlibc = TheNewWay != NewWay::Real &&
                 isOfGlibc(reinterpret_cast<void *>(Real.malloc));
  return IsGlibc ? 32 : 8;
}

static void findNow() {
  // Else somebody has called ours.
  if (Real.malloc == lookup_malloc) {
    if (!ANOMALLOC_IS_FIRST(malloc))
      BeforeUs = findBeforeUs();
    if (BeforeUs)
      return;
    noteWayToUs();
  }
  lookUpAll();
}

void findAllocator() {
  findNow();
  noteProgramIsLoaded();
}

const char *allocatorPath() {
  if (BeforeUs)
    return BeforeUs;
  if (Real.malloc == lookup_malloc)
    return "";
  return modulePath(reinterpret_cast<const void *>(Real.malloc));
}

} // namespace anomalloc::runtime
