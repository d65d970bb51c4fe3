//===- GrowingFile.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/GrowingFile.h"
#include "process/AddressSpace.h"
#include "process/Text.h"
#include "profile/KeptDescriptor.h"
#include <errno.h>

namespace anomalloc::runtime {

// Not wiped by a fork.
static KeptDescriptor Folder;
static char FolderPath[PathSize];

/// Cuts the folder off an absolute path while it lives.
namespace {
struct SplitPath {
  explicit SplitPath(char *Path) : Slash(__builtin_strrchr(Path, '/')) {
    *Slash = 0;
  }
  ~SplitPath() { *Slash = '/'; }
  const char *name() const { return Slash + 1; }
  char *const Slash;
};
} // namespace

void keepFolderOf(const char *Path) {
  if (*Path != '/')
    return;
  const size_t Length = size_t(__builtin_strrchr(Path, '/') - Path);
  const bool IsKept = !__builtin_strncmp(FolderPath, Path, Length) &&
                      !FolderPath[Length] && Folder.get() >= 0;
  if (IsKept || !Length)
    return;
  Folder.close();
  __builtin_memcpy(FolderPath, Path, Length);
  FolderPath[Length] = 0;
  int Fd = sys::openFolder(FolderPath);
  if (Fd >= 0)
    Folder.keep(Fd);
}

void forgetFolder() {
  Folder.close();
  *FolderPath = 0;
}

/// Creates the file in its folder: in the one that is kept, wherever its path
/// leads by now.
static int createInFolder(char *Path, bool MakeFolder) {
  if (*Path != '/')
    return sys::createFile(Path);
  {
    SplitPath Parts(Path);
    int Fd = equal(Path, FolderPath) ? Folder.get() : -1;
    if (Fd >= 0)
      Fd = sys::createFile(Parts.name(), Fd);
    if (Fd >= 0 || Fd == -EEXIST || Fd == -EACCES)
      return Fd;
  }
  int Fd = sys::createFile(Path);
  if (Fd != -ENOENT || !MakeFolder)
    return Fd;
  {
    SplitPath Parts(Path);
    sys::makeFolder(Path);
  }
  return sys::createFile(Path);
}

int GrowingFile::create(bool MakeFolder, KeptDescriptor &Keep) {
  Kept = &Keep;
  Kept->close();
  size_t Stem = length(Path);
  int Fd = createInFolder(Path, MakeFolder);
  // After exec the pid is taken already; nothing is ever overwritten.
  for (uint64_t Try = 1; Fd == -EEXIST && Try < 10000; ++Try) {
    if (Text(Path, Stem).add('.').add(Try).full())
      return -ENAMETOOLONG;
    Fd = createInFolder(Path, /*MakeFolder=*/false);
  }
  if (Fd < 0)
    return Fd;
  if (!sys::identify(Fd, Id)) {
    sys::closeFile(Fd);
    return -EIO;
  }
  Kept->keep(Fd);
  return 0;
}

/// The file, if it is still the one that was created.
int GrowingFile::open() {
  int Fd = Kept->get();
  if (Fd >= 0)
    return Fd;
  Fd = sys::openFile(Path);
  sys::FileId Now;
  if (Fd < 0 || (sys::identify(Fd, Now) && Now == Id))
    return Fd;
  sys::closeFile(Fd);
  return -EIO;
}

int GrowingFile::extend(uint64_t More, void *&Memory) {
  if (Refusals && Refusals++ % 65536)
    return Refused;
  Refused = map(More, Memory);
  Refusals = Refused != 0;
  return Refused;
}

int GrowingFile::map(uint64_t More, void *&Memory) {
  int Fd = open();
  if (Fd < 0)
    return Fd;
  int Error = sys::reserve(Fd, Size, Size + More);
  Memory = Error ? nullptr : takeShared(Fd, Size, More);
  // Nobody else's file is ever written to, whatever the program's threads do.
  if (sys::FileId Now; !sys::identify(Fd, Now) || Now != Id) {
    if (Memory)
      giveShared(Memory, More);
    Memory = nullptr;
    Error = -EIO;
  } else if (Fd != Kept->get()) {
    Kept->keep(Fd); // The program closed the last one.
  }
  if (!Memory)
    return Error ? Error : -ENOMEM;
  Size += More;
  return 0;
}

void *GrowingFile::mapAgain(uint64_t Part) {
  int Fd = open();
  if (Fd < 0)
    return nullptr;
  void *Memory = takeShared(Fd, 0, Part);
  if (Fd != Kept->get())
    sys::closeFile(Fd);
  return Memory;
}

void GrowingFile::resume(int Fd, uint64_t NewSize) {
  Kept->use(Fd);
  Size = NewSize;
}

void GrowingFile::shorten(uint64_t By) {
  int Fd = open();
  if (Fd < 0)
    return;
  Size -= By;
  sys::truncateFile(Fd, Size);
  if (Fd != Kept->get())
    sys::closeFile(Fd);
}

void GrowingFile::closeDescriptor() { Kept->close(); }

void GrowingFile::remove() {
  Kept->close();
  sys::removeFile(Path);
}

} // namespace anomalloc::runtime
