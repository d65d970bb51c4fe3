//===- TameBinaries.cpp - two builds of one program at one place ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/TameBinaries.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cstdio>
#include <fcntl.h>

using namespace llvm;

namespace anomalloc {

/// A program, or a library that is loaded with one.
static bool isLoadable(const std::string &Path) {
  constexpr uint64_t Head = 32;
  auto Begin = MemoryBuffer::getFileSlice(Path, Head, /*Offset=*/0);
  if (!Begin)
    return false;
  const file_magic Magic = identify_magic((*Begin)->getBuffer());
  return Magic == file_magic::elf_executable ||
         Magic == file_magic::elf_shared_object;
}

Error TameBinaries::save() {
  Files.clear();
  sys::fs::remove_directories(Folder);
  if (std::error_code EC = sys::fs::create_directories(Folder))
    return inContext(Folder, errorCodeToError(EC));
  std::error_code EC;
  for (sys::fs::recursive_directory_iterator
           I(Tree, EC, /*follow_symlinks=*/false),
       End;
       !EC && I != End; I.increment(EC)) {
    if (I->type() == sys::fs::file_type::directory_file &&
        sys::path::filename(I->path()) == ".git")
      I.no_push();
    if (I->type() != sys::fs::file_type::regular_file || !isLoadable(I->path()))
      continue;
    const std::string Copy = kept(Files.size());
    if (std::error_code Failed = sys::fs::copy_file(I->path(), Copy))
      return inContext("cannot copy " + I->path() + " to " + Copy,
                       errorCodeToError(Failed));
    if (ErrorOr<sys::fs::perms> Mode = sys::fs::getPermissions(I->path()))
      sys::fs::setPermissions(Copy, *Mode);
    Files.push_back(I->path());
  }
  return Error::success();
}

Error TameBinaries::exchange() const {
  for (const auto &[Index, File] : enumerate(Files)) {
    if (!sys::fs::exists(File)) // The newer build has none of it.
      continue;
    if (renameat2(AT_FDCWD, kept(Index).c_str(), AT_FDCWD, File.c_str(),
                  RENAME_EXCHANGE) != 0)
      return inContext("cannot exchange " + File + " with " + kept(Index),
                       errorCodeToError(errnoAsErrorCode()));
  }
  return Error::success();
}

} // namespace anomalloc
