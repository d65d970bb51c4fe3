//===- Processes.cpp - run many programs at a time ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Processes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

volatile sig_atomic_t Interruption = 0;
volatile sig_atomic_t TimeIsUp = 0;

/// The process groups that run, for the signal handler. Each is a session of
/// its own, so that a terminal's Ctrl-C comes to us alone.
struct RunningTable {
  volatile pid_t *Ids = nullptr;
  size_t Size = 0;
} Running;

void killAll() {
  for (size_t I = 0; I != Running.Size; ++I)
    if (Running.Ids[I] > 0)
      kill(-Running.Ids[I], SIGKILL);
}

void onSignal(int Number) {
  int Saved = errno;
  Interruption = Number;
  killAll();
  errno = Saved;
}

void onAlarm(int) {
  int Saved = errno;
  TimeIsUp = 1;
  killAll();
  errno = Saved;
}

/// Kills all commands after so many seconds; 0: never.
class TimeLimit {
public:
  explicit TimeLimit(unsigned Seconds) : Seconds(Seconds) {
    TimeIsUp = 0;
    if (!Seconds)
      return;
    struct sigaction New = {};
    New.sa_handler = onAlarm;
    sigaction(SIGALRM, &New, &Before);
    alarm(Seconds);
  }
  ~TimeLimit() {
    if (!Seconds)
      return;
    alarm(0);
    sigaction(SIGALRM, &Before, nullptr);
  }
  TimeLimit(const TimeLimit &) = delete;
  TimeLimit &operator=(const TimeLimit &) = delete;

private:
  unsigned Seconds;
  struct sigaction Before;
};

/// Catches the signals while children run.
class SignalGuard {
public:
  explicit SignalGuard(std::vector<pid_t> &Ids) {
    Running = {Ids.data(), Ids.size()};
    for (auto [Number, Old] : zip(Numbers, Before)) {
      struct sigaction New = {};
      New.sa_handler = onSignal;
      // nohup ignores some: so do we.
      if (sigaction(Number, nullptr, &Old) == 0 && Old.sa_handler != SIG_IGN)
        sigaction(Number, &New, nullptr);
    }
  }
  ~SignalGuard() {
    for (auto [Number, Old] : zip(Numbers, Before))
      sigaction(Number, &Old, nullptr);
    Running = {};
  }
  SignalGuard(const SignalGuard &) = delete;
  SignalGuard &operator=(const SignalGuard &) = delete;

private:
  static constexpr int Numbers[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction Before[std::size(Numbers)];
};

std::string takeText(const std::string &Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  sys::fs::remove(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

/// The child that ended; leaves its id taken, so that no other gets it.
pid_t awaitAny() {
  siginfo_t Info = {};
  while (waitid(P_ALL, 0, &Info, WEXITED | WNOWAIT) < 0)
    if (errno != EINTR)
      return -1;
  return Info.si_pid;
}

class Pool {
public:
  Pool(ArrayRef<CommandLine> Commands, const TemporaryFolder &Scratch,
       size_t Slots, unsigned Seconds)
      : Commands(Commands), Scratch(Scratch), Seconds(Seconds), Ids(Slots),
        Indices(Slots) {}

  Error run(function_ref<void(size_t, ProcessResult)> OnDone) {
    SignalGuard Guard(Ids);
    TimeLimit Limit(Seconds);
    size_t Next = 0, Alive = 0;
    while (Alive || (Next != Commands.size() && !Interruption)) {
      while (Next != Commands.size() && Alive != Ids.size() && !Interruption) {
        ProcessResult Failed;
        if (start(Next, Failed))
          ++Alive;
        else
          OnDone(Next, std::move(Failed));
        ++Next;
      }
      if (!Alive)
        continue;
      if (Interruption || TimeIsUp)
        killAll(); // one that started while the signal came
      pid_t Id = awaitAny();
      auto Slot = find(Ids, Id);
      if (Id < 0)
        return errorCodeToError(errnoAsErrorCode());
      if (Slot == Ids.end()) { // not ours
        waitpid(Id, nullptr, 0);
        continue;
      }
      *Slot = 0;
      --Alive;
      ProcessResult Result = finish(Id, Indices[Slot - Ids.begin()]);
      if (!Interruption)
        OnDone(Indices[Slot - Ids.begin()], std::move(Result));
    }
    return Interruption
               ? createStringError(inconvertibleErrorCode(), "interrupted")
               : Error::success();
  }

private:
  std::string output(size_t Index, const char *Kind) const {
    return Scratch.file(std::to_string(Index) + Kind);
  }

  bool start(size_t Index, ProcessResult &Failed) {
    const CommandLine &Command = Commands[Index];
    ErrorOr<std::string> Program = sys::findProgramByName(Command[0]);
    if (!Program) {
      Failed.StartError = Program.getError().message();
      return false;
    }
    std::vector<StringRef> Arguments(Command.begin(), Command.end());
    std::string Out = output(Index, ".out"), Err = output(Index, ".err");
    bool NotStarted = false;
    sys::ProcessInfo Info = sys::ExecuteNoWait(
        *Program, Arguments, std::nullopt,
        {StringRef(), StringRef(Out), StringRef(Err)},
        /*MemoryLimit=*/0, &Failed.StartError, &NotStarted, nullptr,
        /*DetachProcess=*/true);
    if (NotStarted)
      return false;
    size_t Slot = find(Ids, 0) - Ids.begin();
    Indices[Slot] = Index;
    Ids[Slot] = Info.Pid;
    return true;
  }

  ProcessResult finish(pid_t Id, size_t Index) {
    int Status = 0;
    rusage Used = {};
    sys::RetryAfterSignal(-1, wait4, Id, &Status, 0, &Used);
    ProcessResult Result;
    Result.TimedOut = TimeIsUp && WIFSIGNALED(Status);
    for (const timeval &Time : {Used.ru_utime, Used.ru_stime})
      Result.CpuNanoseconds +=
          uint64_t(Time.tv_sec) * 1000000000 + uint64_t(Time.tv_usec) * 1000;
    if (WIFSIGNALED(Status))
      Result.Signal = WTERMSIG(Status);
    else
      Result.Code = WEXITSTATUS(Status);
    Result.Out = takeText(output(Index, ".out"));
    Result.Err = takeText(output(Index, ".err"));
    return Result;
  }

  ArrayRef<CommandLine> Commands;
  const TemporaryFolder &Scratch;
  unsigned Seconds;            ///< The time limit of all; 0: none.
  std::vector<pid_t> Ids;      ///< 0: the slot is free.
  std::vector<size_t> Indices; ///< Of the command in each slot.
};

} // namespace

int interruptedBy() { return Interruption; }

static Error runPool(ArrayRef<CommandLine> Commands, unsigned Jobs,
                     const TemporaryFolder &Scratch, unsigned Seconds,
                     function_ref<void(size_t, ProcessResult)> OnDone) {
  return Pool(Commands, Scratch, std::max(1u, Jobs), Seconds).run(OnDone);
}

Error runProcesses(ArrayRef<CommandLine> Commands, unsigned Jobs,
                   const TemporaryFolder &Scratch,
                   function_ref<void(size_t, ProcessResult)> OnDone) {
  return runPool(Commands, Jobs, Scratch, /*Seconds=*/0, OnDone);
}

Expected<ProcessResult> runProcess(const CommandLine &Command,
                                   const TemporaryFolder &Scratch,
                                   unsigned Seconds) {
  ProcessResult Only;
  if (Error E = runPool(
          Command, 1, Scratch, Seconds,
          [&](size_t, ProcessResult Result) { Only = std::move(Result); }))
    return std::move(E);
  return Only;
}

} // namespace anomalloc
