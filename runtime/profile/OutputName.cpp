//===- OutputName.cpp - expanding %n, %p, %h and %r -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/OutputName.h"
#include "process/Options.h"
#include "process/System.h"
#include "process/Text.h"

namespace anomalloc::runtime {

const char *programPath() {
  static char Path[PathSize]; // Every writer writes the same.
  if (!*Path)
    sys::readLink("/proc/self/exe", Path, PathSize - 1);
  return Path;
}

const char *mpiRank() {
  static const char *const Names[] = {
#define ANOMALLOC_RANK_VARIABLE(Name) Name,
#include "anomalloc/RankVariables.def"
  };
  return firstValue(Names);
}

static void addProgramName(Text &Out) {
  const char *Path = programPath();
  const char *Slash = __builtin_strrchr(Path, '/');
  const char *Name = Slash ? Slash + 1 : Path;
  Out.add(*Name ? Name : "program");
}

void expandOutputName(const char *Pattern, char (&Path)[PathSize]) {
  Path[0] = 0;
  bool Relative = *Pattern != '/' && sys::currentDirectory(Path, PathSize) > 0;
  Text Out(Path, length(Path));
  if (Relative)
    Out.add('/');
  for (const char *C = Pattern; *C; ++C) {
    if (*C != '%' || !C[1]) {
      Out.add(*C);
      continue;
    }
    switch (*++C) {
    case 'n':
      addProgramName(Out);
      break;
    case 'p':
      Out.add(uint64_t(sys::processId()));
      break;
    case 'h': {
      char Host[256];
      sys::hostName(Host, sizeof(Host));
      Out.add(Host);
      break;
    }
    case 'r': {
      const char *Rank = mpiRank();
      Out.add(Rank ? Rank : "0");
      break;
    }
    case '%':
      Out.add('%');
      break;
    default:
      Out.add('%').add(*C);
    }
  }
}

} // namespace anomalloc::runtime
