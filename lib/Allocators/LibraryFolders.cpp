//===- LibraryFolders.cpp - where the loader looks for libraries ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/LibraryFolders.h"
#include "Support/RegularFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <dlfcn.h>
#include <vector>

using namespace llvm;

namespace anomalloc {
namespace {

/// Of the C library that this process runs with.
std::string folderOfLibc() {
  Dl_info Info;
  if (!dladdr(reinterpret_cast<const void *>(&abort), &Info) || !Info.dli_fname)
    return "";
  return sys::path::parent_path(Info.dli_fname).str();
}

std::vector<std::string> libraryFolders() {
  std::vector<std::string> Folders;
  SmallVector<StringRef, 8> Named;
  if (const char *Path = getenv("LD_LIBRARY_PATH"))
    StringRef(Path).split(Named, ':', -1, /*KeepEmpty=*/false);
  for (StringRef Folder : Named)
    Folders.push_back(Folder.str());
  Folders.push_back(folderOfLibc());
  for (const char *Folder :
       {"/usr/local/lib", "/usr/local/lib64", "/usr/lib64", "/usr/lib"})
    Folders.push_back(Folder);
  return Folders;
}

} // namespace

std::string findInLibraryFolders(ArrayRef<StringRef> Files) {
  const std::vector<std::string> Folders = libraryFolders();
  for (StringRef File : Files)
    for (const std::string &Folder : Folders) {
      SmallString<128> Path(Folder);
      sys::path::append(Path, File);
      if (!isRegularFile(Path))
        continue;
      sys::fs::make_absolute(Path);
      return Path.str().str();
    }
  return "";
}

} // namespace anomalloc
