//===- Pager.cpp - long text on a terminal, a page at a time --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/Pager.h"
#include "Support/Spawn.h"
#include "cli/Messages.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

/// The pager that runs; 0: none.
pid_t Running = 0;
/// The terminal, while a pager has our output.
int SavedOutput = -1, SavedErrors = -1;

/// As a line for the shell; "": none is wanted, or there is none.
std::string chosenPager() {
  for (const char *Name : {"ANOMALLOC_PAGER", "PAGER"})
    if (const char *Value = getenv(Name)) {
      StringRef Line = StringRef(Value).trim();
      if (Line.empty() || Line == "cat")
        return "";
      // Not sh's own complaint: what it was to show would be gone by then.
      StringRef Program = Line.take_until(isSpace);
      if (Program.find_first_of("\\\"'$`;&|<>()*?[#~=%!{}") ==
              StringRef::npos &&
          !sys::findProgramByName(Program)) {
        tellWarning("there is no '" + Program + "', which $" + Name + " names");
        return "";
      }
      return Line.str();
    }
  return sys::findProgramByName("less") ? "less" : "";
}

/// Starts \p Line with the end \p Input of a pipe as its standard input; 0 if
/// it cannot be started.
pid_t start(const std::string &Line, int Input) {
  // As git does it: quit if all fits, keep colours, leave it on the screen.
  setenv("LESS", "FRX", /*overwrite=*/0);
  setenv("LV", "-c", /*overwrite=*/0);
  pid_t Id = 0;
  return spawn(Id, {"/bin/sh", "-c", Line}, {{Input, STDIN_FILENO}}) ? 0 : Id;
}

} // namespace

void startPager() {
  const char *Terminal = getenv("TERM");
  if (Running || !outs().is_displayed() || !Terminal ||
      StringRef(Terminal) == "dumb")
    return;
  std::string Line = chosenPager();
  int Pipe[2];
  if (Line.empty() || pipe2(Pipe, O_CLOEXEC))
    return;
  outs().flush();
  Running = start(Line, Pipe[0]);
  close(Pipe[0]);
  if (Running) {
    // Ctrl-C is for the pager.
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGQUIT, SIG_IGN);
    SavedOutput = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    dup2(Pipe[1], STDOUT_FILENO);
    if (isatty(STDERR_FILENO)) {
      SavedErrors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
      dup2(Pipe[1], STDERR_FILENO);
    }
  }
  close(Pipe[1]);
}

void finishPager() {
  if (!Running)
    return;
  // The pager sees the end of its input when no end of the pipe is left.
  dup2(SavedOutput, STDOUT_FILENO);
  if (SavedErrors >= 0)
    dup2(SavedErrors, STDERR_FILENO);
  sys::RetryAfterSignal(-1, waitpid, Running, nullptr, 0);
  Running = 0;
}

void tolerateClosedPipes() {
  // Not SIG_IGN: programs that we start would inherit it.
  struct sigaction Nothing = {};
  Nothing.sa_handler = [](int) {};
  Nothing.sa_flags = SA_RESTART;
  sigaction(SIGPIPE, &Nothing, nullptr);
}

} // namespace anomalloc
