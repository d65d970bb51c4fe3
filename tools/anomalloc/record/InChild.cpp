//===- InChild.cpp - work whose end is certain ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/InChild.h"
#include "Support/Errors.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {

static void writeAll(int Fd, StringRef Text) {
  while (!Text.empty()) {
    const ssize_t Done =
        sys::RetryAfterSignal(-1, write, Fd, Text.data(), Text.size());
    if (Done <= 0)
      return;
    Text = Text.drop_front(size_t(Done));
  }
}

static std::string readAll(int Fd) {
  std::string Text;
  char Part[1024];
  for (ssize_t Got;
       (Got = sys::RetryAfterSignal(-1, read, Fd, static_cast<void *>(Part),
                                    sizeof(Part))) > 0;)
    Text.append(Part, size_t(Got));
  return Text;
}

Error runInChild(function_ref<Error()> Work) {
  int Pipe[2];
  if (pipe2(Pipe, O_CLOEXEC) != 0)
    return makeError(Twine("no pipe could be made: ") + strerror(errno));
  const pid_t Child = fork();
  if (Child == 0) {
    close(Pipe[0]);
    if (Error E = Work())
      writeAll(Pipe[1], toString(std::move(E)));
    _exit(0);
  }
  const int ForkError = errno;
  close(Pipe[1]);
  if (Child < 0) {
    close(Pipe[0]);
    return makeError(Twine("no process could be started: ") +
                     strerror(ForkError));
  }
  const std::string Message = readAll(Pipe[0]);
  close(Pipe[0]);
  int Status = 0;
  sys::RetryAfterSignal(-1, waitpid, Child, &Status, 0);
  if (!Message.empty())
    return makeError(Message);
  if (!WIFEXITED(Status))
    return makeError("the part of anomalloc that holds the process was killed");
  return Error::success();
}

} // namespace anomalloc
