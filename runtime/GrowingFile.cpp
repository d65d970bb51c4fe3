//===- GrowingFile.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GrowingFile.h"
#include "AddressSpace.h"
#include "Text.h"
#include <errno.h>

namespace anomalloc {

/// Makes the folder that \p Path stands in, and tries once more.
static int createWithFolder(char *Path) {
  char *Slash = __builtin_strrchr(Path, '/');
  if (!Slash)
    return -ENOENT;
  *Slash = 0;
  sys::makeFolder(Path);
  *Slash = '/';
  return sys::createFile(Path);
}

int GrowingFile::create(bool MakeFolder) {
  size_t Stem = length(Path);
  int Fd = sys::createFile(Path);
  if (Fd == -ENOENT && MakeFolder)
    Fd = createWithFolder(Path);
  // After exec the pid is taken already; nothing is ever overwritten.
  for (uint64_t Try = 1; Fd == -EEXIST && Try < 10000; ++Try) {
    if (Text(Path, Stem).add('.').add(Try).full())
      return -ENAMETOOLONG;
    Fd = sys::createFile(Path);
  }
  if (Fd < 0)
    return Fd;
  bool Known = sys::identify(Fd, Id);
  sys::closeFile(Fd);
  return Known ? 0 : -EIO;
}

int GrowingFile::extend(uint64_t More, void *&Memory) {
  if (Refusals && Refusals++ % 65536)
    return -ENOSPC;
  Refusals += !Refusals; // Taken back below when it works.
  int Fd = sys::openFile(Path);
  if (Fd < 0)
    return Fd;
  sys::FileId Now;
  int Error =
      sys::identify(Fd, Now) && Now.Device == Id.Device && Now.Inode == Id.Inode
          ? sys::reserve(Fd, Size, Size + More)
          : -EIO;
  Memory = Error ? nullptr : takeShared(Fd, Size, More);
  sys::closeFile(Fd);
  if (!Memory)
    return Error ? Error : -ENOMEM;
  Refusals = 0;
  Size += More;
  return 0;
}

void GrowingFile::shorten(uint64_t By) {
  Size -= By;
  sys::truncateFile(Path, Id, Size);
}

} // namespace anomalloc
