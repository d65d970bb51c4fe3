//===- KeptProfiles.cpp - profiles that are still completed ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/KeptProfiles.h"
#include "record/MappedProfiles.h"
#include "record/ProcessMaps.h"
#include "llvm/Support/MemoryBuffer.h"
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {

/// 0 if there is no such process.
static pid_t parentOf(pid_t Id) {
  auto Status = MemoryBuffer::getFileAsStream(inProc(Id, "status"));
  if (!Status)
    return 0;
  pid_t Parent = 0;
  (*Status)
      ->getBuffer()
      .split("\nPPid:")
      .second.split('\n')
      .first.trim()
      .getAsInteger(10, Parent);
  return Parent;
}

/// Whether the keeper \p Id still has the process for a parent that writes the
/// profile \p Path. When that ends, the keeper goes to another parent. True if
/// there is no such profile.
static bool isProgramRunning(pid_t Id, StringRef Path) {
  Expected<std::unique_ptr<LiveProfile>> P = LiveProfile::open(Path);
  if (!P) {
    consumeError(P.takeError());
    return true;
  }
  const pid_t Parent = parentOf(Id);
  Expected<bool> Its = isMapped(Parent, (*P)->file());
  if (Its)
    return *Its;
  // What a process has mapped may be hidden, as that of one that wants no core.
  consumeError(Its.takeError());
  return wroteProfile(Parent, (*P)->model());
}

void waitForKeeper(StringRef Path) {
  const int File = open(Path.str().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (File < 0)
    return;
  struct flock Lock = {};
  Lock.l_type = F_RDLCK;
  Lock.l_whence = SEEK_SET;
  struct flock Held = Lock;
  if (!fcntl(File, F_GETLK, &Held) && Held.l_type != F_UNLCK &&
      Held.l_pid > 0 && !isProgramRunning(Held.l_pid, Path))
    fcntl(File, F_SETLKW, &Lock);
  close(File);
}

} // namespace anomalloc
