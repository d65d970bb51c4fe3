//===- QuietChild.cpp - ask another program something ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input and output are memory files: unlike pipes they neither fill up nor
// break, so nobody waits for the other and no SIGPIPE ends us.
//
//===----------------------------------------------------------------------===//

#include "record/QuietChild.h"
#include "Support/Spawn.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace llvm;

namespace anomalloc {
namespace {

class MemoryFile {
public:
  MemoryFile() : Fd(memfd_create("anomalloc", MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (Fd >= 0)
      close(Fd);
  }
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;

  /// Leaves the file offset, which the child will share, at the start.
  bool fill(StringRef Text) {
    for (off_t At = 0; !Text.empty();) {
      ssize_t Done =
          sys::RetryAfterSignal(-1, pwrite, Fd, Text.data(), Text.size(), At);
      if (Done <= 0)
        return false;
      At += Done;
      Text = Text.drop_front(Done);
    }
    return true;
  }
  std::string read() const {
    std::string Text;
    char Chunk[4096];
    for (;;) {
      ssize_t Done = sys::RetryAfterSignal(-1, pread, Fd, &Chunk[0],
                                           sizeof(Chunk), Text.size());
      if (Done <= 0)
        return Text;
      Text.append(Chunk, Done);
    }
  }

  const int Fd;
};

/// Whether \p Id ended in time; if not, it is killed. A kernel before 5.3 gives
/// no descriptor to wait for: then there is no limit.
bool endsWithin(pid_t Id, int Milliseconds) {
  int Fd = syscall(SYS_pidfd_open, Id, 0);
  if (Fd < 0)
    return true;
  pollfd Wait = {Fd, POLLIN, 0};
  bool Ended = sys::RetryAfterSignal(-1, poll, &Wait, 1, Milliseconds) > 0;
  close(Fd);
  if (!Ended)
    kill(Id, SIGKILL);
  return Ended;
}

} // namespace

std::optional<std::string> askQuietly(const std::string &Program,
                                      ArrayRef<std::string> Environment,
                                      StringRef Input, int Milliseconds) {
  MemoryFile In, Out;
  if (In.Fd < 0 || Out.Fd < 0 || !In.fill(Input))
    return std::nullopt;
  pid_t Id = 0;
  if (spawn(Id, {Program},
            {{In.Fd, 0}, {Out.Fd, 1}, {GivenDescriptor::Nothing, 2}},
            Environment.vec()))
    return std::nullopt;

  bool InTime = endsWithin(Id, Milliseconds);
  int Status = 0;
  if (sys::RetryAfterSignal(-1, waitpid, Id, &Status, 0) != Id || !InTime ||
      !WIFEXITED(Status) || WEXITSTATUS(Status) != 0)
    return std::nullopt;
  return Out.read();
}

} // namespace anomalloc
