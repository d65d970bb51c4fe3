//===- NamedRegions.cpp - standing before functions that name regions -----===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of Regions.def, and those of Score-P, if this library is
// preloaded. A library that is linked statically keeps its own calls.
//
//===----------------------------------------------------------------------===//

#include "interpose/DefinitionSearch.h"
#include "regions/OpenRegions.h"

namespace anomalloc::runtime::regions {

/// Lies in this library.
static const char Here = 0;

namespace {
/// The next definition of one function, looked for once.
template <typename Type> class Next {
public:
  Type *find(const char *Name, const void *Caller) {
    if (!__atomic_load_n(&Known, __ATOMIC_ACQUIRE)) {
      auto *Found =
          reinterpret_cast<Type *>(findDefinition(Name, &Here, Caller));
      __atomic_store_n(&Its, Found, __ATOMIC_RELAXED);
      __atomic_store_n(&Known, true, __ATOMIC_RELEASE);
    }
    return __atomic_load_n(&Its, __ATOMIC_RELAXED);
  }

private:
  bool Known;
  Type *Its;
};
} // namespace

/// Calls the next definition of a function. Without one, the result is zero: in
/// all these interfaces, that is success.
#define ANOMALLOC_FORWARD(Type, Result, Function, ...)                         \
  static Next<Type> Real;                                                      \
  auto *Its = Real.find(#Function, __builtin_return_address(0));               \
  return Its ? Its(__VA_ARGS__) : Result()

} // namespace anomalloc::runtime::regions

using namespace anomalloc::runtime::regions;

#define ANOMALLOC_REGION_PAIR(Result, Begin, End)                              \
  ANOMALLOC_EXPORT Result Begin(const char *Name) {                            \
    const BeginAfterwards Region(keyOf(Name), Name);                           \
    ANOMALLOC_FORWARD(Result(const char *), Result, Begin, Name);              \
  }                                                                            \
  ANOMALLOC_EXPORT Result End(const char *Name) {                              \
    end(keyOf(Name));                                                          \
    ANOMALLOC_FORWARD(Result(const char *), Result, End, Name);                \
  }
#define ANOMALLOC_REGION_OBJECT(Begin, End)                                    \
  ANOMALLOC_EXPORT void Begin(void *Object, const char *Name) {                \
    const BeginAfterwards Region(keyOf(Object), Name);                         \
    ANOMALLOC_FORWARD(void(void *, const char *), void, Begin, Object, Name);  \
  }                                                                            \
  ANOMALLOC_EXPORT void End(void *Object) {                                    \
    end(keyOf(Object));                                                        \
    ANOMALLOC_FORWARD(void(void *), void, End, Object);                        \
  }
#include "anomalloc/Regions.def"

// Score-P: SCOREP_USER_REGION_BEGIN and SCOREP_USER_REGION_END,
// SCOREP_USER_REGION, SCOREP_USER_REGION_BY_NAME_BEGIN.

ANOMALLOC_EXPORT void SCOREP_User_RegionBegin(void **Handle, const char **File,
                                              void *FileHandle,
                                              const char *Name, uint32_t Type,
                                              const char *FileName,
                                              uint32_t Line) {
  const BeginAfterwards Region(keyOf(Interface::ScoreP), Name);
  ANOMALLOC_FORWARD(void(void **, const char **, void *, const char *, uint32_t,
                         const char *, uint32_t),
                    void, SCOREP_User_RegionBegin, Handle, File, FileHandle,
                    Name, Type, FileName, Line);
}

/// The name was told before, by SCOREP_User_RegionInit.
ANOMALLOC_EXPORT void SCOREP_User_RegionEnter(void *Handle) {
  const BeginAfterwards Region(keyOf(Interface::ScoreP), "(Score-P region)");
  ANOMALLOC_FORWARD(void(void *), void, SCOREP_User_RegionEnter, Handle);
}

ANOMALLOC_EXPORT void SCOREP_User_RegionEnd(void *Handle) {
  end(keyOf(Interface::ScoreP));
  ANOMALLOC_FORWARD(void(void *), void, SCOREP_User_RegionEnd, Handle);
}

ANOMALLOC_EXPORT void SCOREP_User_RegionByNameBegin(const char *Name,
                                                    uint32_t Type,
                                                    const char *FileName,
                                                    uint32_t Line) {
  const BeginAfterwards Region(keyOf(Name), Name);
  ANOMALLOC_FORWARD(void(const char *, uint32_t, const char *, uint32_t), void,
                    SCOREP_User_RegionByNameBegin, Name, Type, FileName, Line);
}

ANOMALLOC_EXPORT void SCOREP_User_RegionByNameEnd(const char *Name) {
  end(keyOf(Name));
  ANOMALLOC_FORWARD(void(const char *), void, SCOREP_User_RegionByNameEnd,
                    Name);
}
