//===- Installation.cpp - which clangd this is, and where it stands -------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClangdInternals.h"
#include "clang/Basic/Version.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

using namespace llvm;

std::string anomalloc::versionString() {
  return stock::versionString() + " with Anomalloc " ANOMALLOC_VERSION;
}

/// clangd looks beside itself, where nothing is unless somebody installs this
/// one into LLVM's own prefix. The headers belong to the libclang that is
/// loaded, and stand beside that.
std::string anomalloc::resourcesPath(const char *Argv0, void *MainAddr) {
  Dl_info Library;
  SmallString<256> Path;
  if (dladdr(reinterpret_cast<void *>(&clang::getClangFullVersion), &Library) &&
      !sys::fs::real_path(Library.dli_fname, Path)) {
    sys::path::remove_filename(Path);
    for (StringRef Beside :
         {"clang", "../llvm-" CLANG_VERSION_MAJOR_STRING "/lib/clang"}) {
      SmallString<256> Resources(Path);
      sys::path::append(Resources, Beside, CLANG_VERSION_MAJOR_STRING);
      if (sys::fs::is_directory(Resources + "/include")) {
        sys::path::remove_dots(Resources, /*remove_dot_dot=*/true);
        return std::string(Resources);
      }
    }
  }
  return stock::resourcesPath(Argv0, MainAddr);
}
