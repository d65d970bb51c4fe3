//===- ChildProcess.cpp - run a program as if we were not there -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChildProcess.h"
#include <cerrno>
#include <csignal>
#include <spawn.h>
#include <sys/wait.h>
#include <vector>

extern char **environ;

namespace anomalloc {
namespace {

volatile sig_atomic_t ChildId = 0;

/// What a terminal sends (Ctrl-C) reaches the child by itself.
void forwardSignal(int Number, siginfo_t *Info, void *) {
  int Saved = errno;
  if (Info->si_code <= 0 && ChildId > 0)
    kill(ChildId, Number);
  errno = Saved;
}

constexpr int Forwarded[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
                             SIGUSR1, SIGUSR2, SIGALRM};

/// Keeps the signals blocked until the child's id is known.
class BlockedSignals {
public:
  BlockedSignals() {
    sigset_t Set;
    sigemptyset(&Set);
    for (int Number : Forwarded)
      sigaddset(&Set, Number);
    sigprocmask(SIG_BLOCK, &Set, &Before);
  }
  ~BlockedSignals() { sigprocmask(SIG_SETMASK, &Before, nullptr); }
  sigset_t Before;
};

void installHandlers() {
  for (int Number : Forwarded) {
    struct sigaction Old, New = {};
    // nohup and shells' background jobs ignore some: so must the child.
    if (sigaction(Number, nullptr, &Old) == 0 && Old.sa_handler == SIG_IGN)
      continue;
    New.sa_sigaction = forwardSignal;
    New.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaction(Number, &New, nullptr);
  }
}

} // namespace

ChildResult runChild(llvm::ArrayRef<std::string> Line) {
  std::vector<char *> Argv;
  for (const std::string &Argument : Line)
    Argv.push_back(const_cast<char *>(Argument.c_str()));
  Argv.push_back(nullptr);

  ChildResult Result;
  {
    BlockedSignals Blocked;
    installHandlers();
    posix_spawnattr_t Attributes;
    posix_spawnattr_init(&Attributes);
    posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&Attributes, &Blocked.Before);
    pid_t Id = 0;
    Result.StartError =
        posix_spawnp(&Id, Argv[0], nullptr, &Attributes, Argv.data(), environ);
    posix_spawnattr_destroy(&Attributes);
    if (Result.StartError) {
      Result.Code = Result.StartError == ENOENT ? 127 : 126;
      return Result;
    }
    ChildId = Id;
  }
  int Status = 0;
  while (waitpid(ChildId, &Status, 0) < 0 && errno == EINTR)
    ;
  ChildId = 0;
  if (WIFSIGNALED(Status)) {
    Result.Signal = WTERMSIG(Status);
    Result.Code = 128 + Result.Signal;
  } else {
    Result.Code = WEXITSTATUS(Status);
  }
  return Result;
}

} // namespace anomalloc
