//===- Loader.cpp - one file for every major of LLVM ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin fits one major of LLVM. In another it is a symbol lookup error, or a
// crash that asks for a bug report to LLVM. So the file that a person names is
// this one. It needs nothing of LLVM, looks which LLVM is there, and loads the
// file that was built for it:
//
//   clang-22 -fpass-plugin=lib/anomalloc/AnomallocPass.so
//     loads lib/anomalloc/llvm-22/AnomallocPass.so
//
// CMakeLists.txt says which file it stands for (ANOMALLOC_FILE), what that is
// in messages (ANOMALLOC_WHAT), and which program loads it (ANOMALLOC_HOST).
//
//===----------------------------------------------------------------------===//

#include "Loader.h"
#include "Host.h"
#include "Installed.h"
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

namespace anomalloc::loader {
namespace {

/// The first major of LLVM that Anomalloc can be built for.
constexpr unsigned OldestMajor = 19;

void *Handle;

/// "19", "19 and 22", "19, 20 and 22", each after Before.
void print(const Installed &I, const char *Before, const char *Last) {
  for (unsigned N = I.NumMajors; N--;)
    fprintf(stderr, "%s%u%s", Before, I.Majors[N],
            N > 1    ? ", "
            : N == 1 ? Last
                     : "");
}

/// Says what to do instead.
void advise(const Host &H, const Installed &I) {
  if (!I.NumMajors) {
    fprintf(stderr,
            "anomalloc: note: there is no llvm-<major>/" ANOMALLOC_FILE
            " in %s: build Anomalloc, or run 'cmake --install'\n",
            I.Folder);
    return;
  }
  fputs("anomalloc: note: use ", stderr);
  print(I, ANOMALLOC_HOST "-", " or ");
  if (H.Major >= OldestMajor)
    fprintf(stderr,
            ", or add LLVM %u: ANOMALLOC_LLVM=%u scripts/build in the sources, "
            "then cmake --install build-%u",
            H.Major, H.Major, H.Major);
  fputs("\n", stderr);
}

[[noreturn]] void refuse(const Host &H, const Installed &I) {
  fprintf(stderr, "anomalloc: error: %s ", H.Program);
  if (!*H.LLVM)
    fputs("is not built on LLVM", stderr);
  else if (H.Major)
    fprintf(stderr, "is built on LLVM %u", H.Major);
  else
    fprintf(stderr, "is built on %s", H.LLVM);
  if (I.NumMajors) {
    fputs(", and " ANOMALLOC_WHAT " for LLVM ", stderr);
    print(I, "", " and ");
  }
  fputs("\n", stderr);
  advise(H, I);
  // Without destructors: the program is in the midst of loading us.
  fflush(stderr);
  _exit(EXIT_FAILURE);
}

/// Without lazy binding: what does not fit is refused before it runs.
void *open(const Installed &I, unsigned Major) {
  char Path[PATH_MAX];
  return I.path(Major, ANOMALLOC_FILE, Path)
             ? dlopen(Path, RTLD_NOW | RTLD_LOCAL)
             : nullptr;
}

__attribute__((constructor)) void load() {
  const Host &H = host();
  Installed I =
      findInstalled(reinterpret_cast<const void *>(&load), ANOMALLOC_FILE);
  // A program that loads us out of curiosity need not die of it.
  if (!*H.LLVM && !H.IsGCC)
    return;
  if (H.Major && I.has(H.Major)) {
    Handle = open(I, H.Major);
    if (Handle)
      return;
    fprintf(stderr, "anomalloc: error: %s\n", dlerror());
    _exit(EXIT_FAILURE);
  }
  // An LLVM inside the program may not tell its version.
  if (*H.LLVM && !H.Major)
    for (unsigned N = 0; N < I.NumMajors && !Handle; ++N)
      Handle = open(I, I.Majors[N]);
  if (!Handle)
    refuse(H, I);
}

} // namespace

void *loaded() { return Handle; }

} // namespace anomalloc::loader
