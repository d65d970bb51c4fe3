//===- AttachedRun.cpp - recording a process that runs already ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/AttachedRun.h"
#include "Profile/Merge.h"
#include "Profile/ProfileReader.h"
#include "Profile/Symbolizer.h"
#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "Support/ShellQuote.h"
#include "cli/Command.h"
#include "cli/Duration.h"
#include "cli/Messages.h"
#include "cli/RuntimeFlags.h"
#include "record/AttachedRuntime.h"
#include "record/InChild.h"
#include "record/MappedProfiles.h"
#include "record/ModeChoice.h"
#include "record/OutputPattern.h"
#include "record/ProcessMaps.h"
#include "record/ProfilePlace.h"
#include "record/RecordNotes.h"
#include "record/TracingRights.h"
#include "record/UnrecordedProcesses.h"
#include "record/WrittenPrograms.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

/// Waits for the end of a recording.
class EndOfRecording {
public:
  explicit EndOfRecording(pid_t Id) {
    sigset_t Set;
    sigemptyset(&Set);
    for (int Signal : {SIGINT, SIGTERM, SIGHUP})
      sigaddset(&Set, Signal);
    // In the middle of a call in the process, nothing may end us.
    sigprocmask(SIG_BLOCK, &Set, &Before);
    Signals = signalfd(-1, &Set, SFD_CLOEXEC | SFD_NONBLOCK);
    Process = int(syscall(SYS_pidfd_open, Id, 0));
    ProcessError = errno;
  }
  ~EndOfRecording() {
    close(Signals);
    close(Process);
    sigprocmask(SIG_SETMASK, &Before, nullptr);
  }
  EndOfRecording(const EndOfRecording &) = delete;
  EndOfRecording &operator=(const EndOfRecording &) = delete;

  /// An error if there is no such process any more, or it cannot be watched.
  Error check(pid_t Id) const {
    if (Process >= 0)
      return Error::success();
    return makeError(ProcessError == ESRCH
                         ? "there is no process " + Twine(Id)
                         : "process " + Twine(Id) +
                               " cannot be watched: " + strerror(ProcessError));
  }

  /// Waits until the process ends, somebody asks us to end, or the time is
  /// over. Returns whether the process has ended.
  bool wait(std::optional<uint64_t> Milliseconds) {
    using Clock = std::chrono::steady_clock;
    const auto Begin = Clock::now();
    while (true) {
      int Patience = -1;
      if (Milliseconds) {
        const uint64_t Passed =
            uint64_t(std::chrono::duration_cast<std::chrono::milliseconds>(
                         Clock::now() - Begin)
                         .count());
        if (Passed >= *Milliseconds)
          return hasEnded(0);
        Patience = int(std::min<uint64_t>(*Milliseconds - Passed, 1 << 30));
      }
      pollfd Both[] = {{Signals, POLLIN, 0}, {Process, POLLIN, 0}};
      if (poll(Both, 2, Patience) > 0) {
        signalfd_siginfo Its;
        (void)!read(Signals, &Its, sizeof(Its));
        return hasEnded(0);
      }
    }
  }

  /// Waits, and then calls \p Stop, which ends the recording in the process
  /// \p Id. If the process ends at that moment, Stop's error does not matter.
  /// Returns whether the process has ended.
  Expected<bool> waitAndStop(std::optional<uint64_t> Milliseconds, pid_t Id,
                             function_ref<Error()> Stop) {
    if (wait(Milliseconds))
      return true;
    Error Failed = Stop();
    if (!Failed)
      return false;
    std::string Why = toString(std::move(Failed));
    if (hasEnded(1000)) // Its last threads may be about to.
      return true;
    return makeError(Why +
                     "; it goes on recording until it ends, or "
                     "'anomalloc record --stop --pid=" +
                     Twine(Id) + "'");
  }

private:
  bool hasEnded(int Milliseconds) const {
    pollfd It = {Process, POLLIN, 0};
    return poll(&It, 1, Milliseconds) > 0;
  }

  sigset_t Before;
  int Signals, Process, ProcessError;
};

/// What \p Call returns, in a process of its own (InChild.h).
Expected<uint32_t> numberFromChild(function_ref<Expected<uint32_t>()> Call) {
  void *Shared = mmap(nullptr, sizeof(uint32_t), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Shared == MAP_FAILED)
    return makeError("no memory");
  auto *Number = static_cast<uint32_t *>(Shared);
  Error Failed = runInChild([&]() -> Error {
    Expected<uint32_t> Its = Call();
    if (!Its)
      return Its.takeError();
    *Number = *Its;
    return Error::success();
  });
  const uint32_t Result = *Number;
  munmap(Shared, sizeof(uint32_t));
  if (Failed)
    return std::move(Failed);
  return Result;
}

/// Writes the episode \p Number of the process \p Id, whose own profile is that
/// of \p Its, as a profile of its own.
Expected<WrittenProfiles> writeEpisode(pid_t Id, const Process &Its,
                                       uint32_t Number, StringRef Options) {
  Expected<std::unique_ptr<Profile>> P = readEpisode(Its.File, Number);
  if (!P)
    return P.takeError();
  symbolize(**P);
  const std::string Wanted =
      ProfilePlace(Options, Its.info("program").value_or(""))
          .expanded(itostr(Id));
  // As the runtime does it: nothing is overwritten.
  std::string Path = Wanted;
  for (unsigned I = 1; sys::fs::exists(Path); ++I)
    Path = Wanted + "." + utostr(I);
  if (Error E = writeWholeFile(
          Path, [&](raw_ostream &OS) { return writeMerged(**P, OS); }))
    return std::move(E);
  WrittenProfiles Written;
  Written.Files = {Path};
  Written.AsArguments = quoteForShell(Path);
  Written.Pattern = Path;
  return std::move(Written);
}

} // namespace

void AttachedRun::addOptions(OptionSet &Options) {
  Options.custom("pid", "PID",
                 "record the process PID, which runs already, in place of a "
                 "program (attach.md)",
                 [this](StringRef Text) -> Error {
                   pid_t Number;
                   if (Text.getAsInteger(10, Number) || Number <= 0)
                     return usageError("'" + Text + "' is no process id");
                   Id = uint64_t(Number);
                   return Error::success();
                 });
  addDuration(Options, "for",
              "with --pid: record for so long, as 10s, 500ms or 2m; else until "
              "Ctrl-C, or the end of the process",
              Milliseconds);
  Options.flag("stop",
               "with --pid: record nothing, but end a recording whose "
               "'anomalloc record --pid' was killed",
               Stop);
}

Error AttachedRun::check() const {
  if (Milliseconds && !Id)
    return usageError("--for goes with --pid");
  if (Stop && (!Id || Milliseconds))
    return usageError("--stop goes with --pid, and without --for");
  return Error::success();
}

Expected<int> AttachedRun::stop(const Wishes &W) {
  const pid_t Process = pid_t(*Id);
  Expected<std::unique_ptr<LiveProfile>> Writes = profileOf(Process);
  if (!Writes)
    return Writes.takeError();
  const bool Records = *Writes && !(*Writes)->process().EndTime;
  if (Records && (*Writes)->process().info("attached")) {
    if (Error E = runInChild([&] { return detachRuntime(Process); }))
      return std::move(E);
    return ExitSuccess;
  }
  uint32_t Number = 0;
  if (Records) {
    Expected<uint32_t> Ended =
        numberFromChild([&] { return endEpisode(Process); });
    if (!Ended)
      return Ended.takeError();
    Number = *Ended;
  }
  if (!Number)
    return makeError("in process " + Twine(Process) +
                     " there is no recording that --pid began");
  Expected<WrittenProfiles> Written =
      writeEpisode(Process, (*Writes)->process(), Number, W.Options);
  if (!Written)
    return Written.takeError();
  if (!W.Quiet)
    tell("wrote " + Written->AsArguments);
  return ExitSuccess;
}

Expected<int> AttachedRun::recordEpisode(const anomalloc::Process &Its,
                                         Wishes W) {
  const pid_t Process = pid_t(*Id);
  if (Error E = checkReachable(Process))
    return std::move(E);
  StringRef Before = Its.info("mode").value_or("");
  if (!hasOption(W.Options, "mode"))
    appendOption(W.Options, "mode", "stacks");
  const Mode Wanted = modeIn(W.Options);
  if (Before != "count" || !Wanted.detailed())
    return makeError("process " + Twine(Process) +
                     " records already, in the mode " + Before +
                     "; see 'anomalloc top " + Twine(Process) + "', or " +
                     quoteForShell(Its.File));
  if (hasOption(W.Options, "section"))
    return makeError("--section has no meaning for process " + Twine(Process) +
                     ", which records already");
  if (Error E =
          ProfilePlace(W.Options, Its.info("program").value_or("")).check())
    return makeError(toString(std::move(E)) +
                     "; choose another place with --output");
  EndOfRecording End(Process);
  if (Error E = End.check(Process))
    return std::move(E);
  Expected<uint32_t> Number =
      numberFromChild([&] { return beginEpisode(Process, W.Options); });
  if (!Number)
    return Number.takeError();
  if (!W.Quiet)
    tell("recording process " + Twine(Process) +
         (Milliseconds ? "" : " until Ctrl-C, or its end") +
         ", beside its own profile");
  Expected<bool> HasEnded = End.waitAndStop(Milliseconds, Process, [&] {
    return numberFromChild([&] { return endEpisode(Process); }).takeError();
  });
  if (!HasEnded)
    return HasEnded.takeError();
  Expected<WrittenProfiles> Written =
      writeEpisode(Process, Its, *Number, W.Options);
  if (!Written)
    return Written.takeError();
  if (W.Html)
    writePage(*Written, W.Quiet);
  if (W.Quiet)
    return ExitSuccess;
  if (*HasEnded)
    tell("process " + Twine(Process) + " has ended");
  tell("blocks that it made before are not known; its own profile has all "
       "counts: " +
       quoteForShell(Its.File));
  tellWhatWasWritten(*Written, programsOf(*Written), Wanted, W.Html);
  return ExitSuccess;
}

Expected<int> AttachedRun::record(std::string Options, bool Quiet, bool Html) {
  if (Stop)
    return stop({Options, Quiet, Html});
  const pid_t Process = pid_t(*Id);
  Expected<std::unique_ptr<LiveProfile>> Own = profileOf(Process);
  if (!Own)
    consumeError(Own.takeError()); // The checks say why.
  else if (*Own && !(*Own)->process().EndTime &&
           !(*Own)->process().info("attached"))
    return recordEpisode((*Own)->process(), {Options, Quiet, Html});
  if (Error E = checkRecordable(Process))
    return std::move(E);
  SmallString<256> Image;
  if (std::error_code Problem =
          sys::fs::real_path(inProc(Process, "exe"), Image))
    return makeError("process " + Twine(Process) +
                     " cannot be looked into: " + Problem.message());
  const RecordedProgram Program = lookAtProgram(Image);
  const StackChoice Stacks = chooseStacks(Options, Program);
  ProfilePlace Place(Options, Image);
  if (Error E = Place.check())
    return makeError(toString(std::move(E)) +
                     "; choose another place with --output");
  Place.addOutput(Options);

  EndOfRecording End(Process);
  if (Error E = End.check(Process))
    return std::move(E);
  const uint64_t Since = coarseNow();
  if (Error E = runInChild([&] { return attachRuntime(Process, Options); }))
    return std::move(E);
  if (!Quiet)
    tell("recording process " + Twine(Process) +
         (Milliseconds ? "" : " until Ctrl-C, or its end"));
  Expected<bool> HasEnded = End.waitAndStop(Milliseconds, Process, [&] {
    return runInChild([&] { return detachRuntime(Process); });
  });
  if (!HasEnded)
    return HasEnded.takeError();

  WrittenProfiles Written = Place.find(Process, Since);
  if (Written.empty())
    return makeError("process " + Twine(Process) + " left no profile");
  if (!Quiet)
    tellLosses(Written, UnrecordedProcesses());
  if (Html)
    writePage(Written, Quiet);
  if (Quiet)
    return ExitSuccess;
  if (*HasEnded)
    tell("process " + Twine(Process) + " has ended");
  else if (!headerOf(Written.Files.front()).EndTime)
    tell("process " + Twine(Process) +
         " has become another program (exec): the recording ended there");
  tell("blocks that it made before are not known");
  tellStacksWereChosen(Program, Stacks);
  tellWhatWasWritten(Written, programsOf(Written), modeIn(Options), Html);
  return ExitSuccess;
}

} // namespace anomalloc
