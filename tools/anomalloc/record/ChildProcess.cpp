//===- ChildProcess.cpp - run a program as if we were not there -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/ChildProcess.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

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

/// What is pending must not be lost to ours in the child.
void forgetHandlers() {
  for (int Number : Forwarded) {
    struct sigaction Now;
    if (sigaction(Number, nullptr, &Now) == 0 && (Now.sa_flags & SA_SIGINFO) &&
        Now.sa_sigaction == forwardSignal)
      signal(Number, SIG_DFL);
  }
}

} // namespace

bool isTextFile(const std::string &Path) {
  struct stat Status;
  if (stat(Path.c_str(), &Status) != 0 || !S_ISREG(Status.st_mode))
    return false;
  int Fd = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    return false;
  char Begin[128];
  ssize_t Size = read(Fd, Begin, sizeof Begin);
  close(Fd);
  llvm::StringRef Text(Begin, Size > 0 ? Size : 0);
  return !Text.split('\n').first.contains('\0');
}

/// Runs in the child. Returns only on failure, with errno.
static void replaceBy(const std::string &Path, char **Argv) {
  execv(Path.c_str(), Argv);
  if (errno != ENOEXEC || !isTextFile(Path))
    return;
  // A script without "#!": as a shell runs it.
  std::vector<char *> Shell = {const_cast<char *>("/bin/sh"),
                               const_cast<char *>(Path.c_str())};
  for (char **Argument = Argv + 1; *Argument; ++Argument)
    Shell.push_back(*Argument);
  Shell.push_back(nullptr);
  execv(Shell[0], Shell.data());
}

ChildResult runChild(const std::string &Path, llvm::ArrayRef<std::string> Line,
                     llvm::function_ref<void(pid_t)> Prepare) {
  std::vector<char *> Argv;
  for (const std::string &Argument : Line)
    Argv.push_back(const_cast<char *>(Argument.c_str()));
  Argv.push_back(nullptr);

  ChildResult Result;
  {
    BlockedSignals Blocked;
    installHandlers();
    int Report[2]; // Tells why exec(2) failed; closed if it did not.
    if (pipe2(Report, O_CLOEXEC) != 0) {
      Result.StartError = errno;
      Result.Code = 126;
      return Result;
    }
    Result.Id = fork();
    if (Result.Id == 0) {
      ChildId = 0;
      forgetHandlers();
      Prepare(getpid());
      sigprocmask(SIG_SETMASK, &Blocked.Before, nullptr);
      replaceBy(Path, Argv.data());
      int Error = errno;
      (void)!write(Report[1], &Error, sizeof Error);
      _exit(126);
    }
    if (Result.Id < 0)
      Result.StartError = errno;
    close(Report[1]);
    int Error = 0;
    if (llvm::sys::RetryAfterSignal(-1, read, Report[0], &Error,
                                    sizeof Error) == sizeof Error)
      Result.StartError = Error;
    close(Report[0]);
    if (Result.StartError) {
      if (Result.Id > 0)
        llvm::sys::RetryAfterSignal(-1, waitpid, Result.Id, nullptr, 0);
      Result.Code = Result.StartError == ENOENT ? 127 : 126;
      return Result;
    }
    ChildId = Result.Id;
  }
  int Status = 0;
  // The first process of a container has to wait for orphans, too.
  const pid_t Whom = getpid() == 1 ? -1 : ChildId;
  for (pid_t Ended = 0; Ended != ChildId;) {
    Ended = waitpid(Whom, &Status, 0);
    if (Ended < 0 && errno != EINTR)
      break;
  }
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
