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

#include "regions/OpenRegions.h"
#include <dlfcn.h>
#include <link.h>

namespace anomalloc::runtime::regions {

/// The path of the loaded object whose file name begins with \p Library, or
/// null.
static const char *pathOf(const char *Library) {
  struct Search {
    const char *Library;
    const char *Path;
  } Its = {Library, nullptr};
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Data) -> int {
        auto &Its = *static_cast<Search *>(Data);
        const char *Path = Info->dlpi_name;
        const char *Slash = Path ? __builtin_strrchr(Path, '/') : nullptr;
        if (!Slash || __builtin_strncmp(Slash + 1, Its.Library,
                                        __builtin_strlen(Its.Library)))
          return 0;
        Its.Path = Path;
        return 1;
      },
      &Its);
  return Its.Path;
}

/// The definition of \p Name that this library stands before, or null. A
/// library that was loaded by dlopen(3) is not seen by RTLD_NEXT.
static void *findNext(const char *Name, const char *Library) {
  if (void *Found = dlsym(RTLD_NEXT, Name))
    return Found;
  const char *Path = pathOf(Library);
  void *Handle = Path ? dlopen(Path, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
  if (!Handle)
    return nullptr;
  void *Found = dlsym(Handle, Name);
  dlclose(Handle); // Who loaded it keeps it.
  return Found;
}

namespace {
/// The next definition of one function, looked for once.
template <typename Type> class Next {
public:
  Type *find(const char *Name, const char *Library) {
    if (!__atomic_load_n(&Known, __ATOMIC_ACQUIRE)) {
      auto *Found = reinterpret_cast<Type *>(findNext(Name, Library));
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
#define ANOMALLOC_FORWARD(Library, Type, Result, Function, ...)                \
  static Next<Type> Real;                                                      \
  auto *Its = Real.find(#Function, Library);                                   \
  return Its ? Its(__VA_ARGS__) : Result()

} // namespace anomalloc::runtime::regions

using namespace anomalloc::runtime::regions;

#define ANOMALLOC_REGION_PAIR(Library, Result, Begin, End)                     \
  ANOMALLOC_EXPORT Result Begin(const char *Name) {                            \
    const BeginAfterwards Region(keyOf(Name), Name);                           \
    ANOMALLOC_FORWARD(Library, Result(const char *), Result, Begin, Name);     \
  }                                                                            \
  ANOMALLOC_EXPORT Result End(const char *Name) {                              \
    end(keyOf(Name));                                                          \
    ANOMALLOC_FORWARD(Library, Result(const char *), Result, End, Name);       \
  }
#define ANOMALLOC_REGION_OBJECT(Library, Begin, End)                           \
  ANOMALLOC_EXPORT void Begin(void *Object, const char *Name) {                \
    const BeginAfterwards Region(keyOf(Object), Name);                         \
    ANOMALLOC_FORWARD(Library, void(void *, const char *), void, Begin,        \
                      Object, Name);                                           \
  }                                                                            \
  ANOMALLOC_EXPORT void End(void *Object) {                                    \
    end(keyOf(Object));                                                        \
    ANOMALLOC_FORWARD(Library, void(void *), void, End, Object);               \
  }
#include "anomalloc/Regions.def"

// Score-P: SCOREP_USER_REGION_BEGIN and SCOREP_USER_REGION_END,
// SCOREP_USER_REGION, SCOREP_USER_REGION_BY_NAME_BEGIN.

#define ANOMALLOC_SCOREP "libscorep_adapter_user_event.so"

ANOMALLOC_EXPORT void SCOREP_User_RegionBegin(void **Handle, const char **File,
                                              void *FileHandle,
                                              const char *Name, uint32_t Type,
                                              const char *FileName,
                                              uint32_t Line) {
  const BeginAfterwards Region(keyOf(Interface::ScoreP), Name);
  ANOMALLOC_FORWARD(ANOMALLOC_SCOREP,
                    void(void **, const char **, void *, const char *, uint32_t,
                         const char *, uint32_t),
                    void, SCOREP_User_RegionBegin, Handle, File, FileHandle,
                    Name, Type, FileName, Line);
}

/// The name was told before, by SCOREP_User_RegionInit.
ANOMALLOC_EXPORT void SCOREP_User_RegionEnter(void *Handle) {
  const BeginAfterwards Region(keyOf(Interface::ScoreP), "(Score-P region)");
  ANOMALLOC_FORWARD(ANOMALLOC_SCOREP, void(void *), void,
                    SCOREP_User_RegionEnter, Handle);
}

ANOMALLOC_EXPORT void SCOREP_User_RegionEnd(void *Handle) {
  end(keyOf(Interface::ScoreP));
  ANOMALLOC_FORWARD(ANOMALLOC_SCOREP, void(void *), void, SCOREP_User_RegionEnd,
                    Handle);
}

ANOMALLOC_EXPORT void SCOREP_User_RegionByNameBegin(const char *Name,
                                                    uint32_t Type,
                                                    const char *FileName,
                                                    uint32_t Line) {
  const BeginAfterwards Region(keyOf(Name), Name);
  ANOMALLOC_FORWARD(ANOMALLOC_SCOREP,
                    void(const char *, uint32_t, const char *, uint32_t), void,
                    SCOREP_User_RegionByNameBegin, Name, Type, FileName, Line);
}

ANOMALLOC_EXPORT void SCOREP_User_RegionByNameEnd(const char *Name) {
  end(keyOf(Name));
  ANOMALLOC_FORWARD(ANOMALLOC_SCOREP, void(const char *), void,
                    SCOREP_User_RegionByNameEnd, Name);
}
