//===- Preload.cpp - a library before all others --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/Preload.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace llvm;

namespace anomalloc {

/// Puts \p Value before what the environment has already.
static void prepend(const char *Variable, StringRef Value) {
  std::string Whole = Value.str();
  if (const char *Old = getenv(Variable); Old && *Old)
    Whole += ":" + std::string(Old);
  setenv(Variable, Whole.c_str(), 1);
}

void preloadLibrary(StringRef Library) {
  // ld.so(8): names in LD_PRELOAD are parted by spaces or colons, and nothing
  // escapes those; a name without a slash is looked for in LD_LIBRARY_PATH,
  // where colons alone part.
  if (Library.find_first_of(" :") == StringRef::npos)
    return prepend("LD_PRELOAD", Library);
  prepend("LD_PRELOAD", sys::path::filename(Library));
  prepend("LD_LIBRARY_PATH", sys::path::parent_path(Library));
}

} // namespace anomalloc
